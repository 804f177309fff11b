package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against {@link BigInteger}; also with moduli of all ones, which let columns grow the most. */
class MontgomeryTests {

  private static final Random RANDOM = new Random(2);

  // A few words; 52 and 106: R needs another limb for its two bits; the halves and moduli of keys.
  private static final int[] SIZES = {3, 52, 53, 64, 106, 107, 1_024, 1_028, 2_048, 8_192};

  private static List<BigInteger> moduli(int bits) {
    BigInteger ones = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    BigInteger smallest = BigInteger.ONE.shiftLeft(bits - 1).setBit(0);
    BigInteger random = new BigInteger(bits, RANDOM).setBit(0).setBit(bits - 1);
    return List.of(ones, smallest, random);
  }

  private static List<BigInteger> residues(BigInteger m) {
    return List.of(
        BigInteger.ZERO,
        BigInteger.ONE,
        m.subtract(BigInteger.ONE),
        m.shiftRight(1),
        new BigInteger(m.bitLength() + 8, RANDOM).mod(m));
  }

  @Test
  void productsAndSquares() {
    for (int bits : SIZES) {
      for (BigInteger m : moduli(bits)) {
        Montgomery montgomery = new Montgomery(new OddModulus(Words.of(m)));
        BigInteger r = r(montgomery);
        long[] scratch = montgomery.scratch();
        for (BigInteger a : residues(m)) {
          for (BigInteger b : residues(m)) {
            long[] product = limbs(montgomery, a);
            montgomery.multiply(product, product, limbs(montgomery, b), scratch);
            assertThat(words(montgomery, m, product))
                .isEqualTo(a.multiply(b).multiply(r.modInverse(m)).mod(m));
          }
          long[] square = limbs(montgomery, a);
          montgomery.square(square, square, scratch);
          assertThat(words(montgomery, m, square))
              .isEqualTo(a.multiply(a).multiply(r.modInverse(m)).mod(m));
        }
      }
    }
  }

  /** Products of products, none reduced: the bound 2·m has to hold for ever. */
  @ParameterizedTest
  @ValueSource(ints = {1_024, 1_536, 2_048, 4_096, 8_192})
  void numbersNeedNoReductionBetweenProducts(int bits) {
    for (BigInteger m : moduli(bits)) {
      Montgomery montgomery = new Montgomery(new OddModulus(Words.of(m)));
      BigInteger inverse = r(montgomery).modInverse(m);
      long[] scratch = montgomery.scratch();
      BigInteger expected = m.subtract(BigInteger.ONE);
      long[] number = limbs(montgomery, expected);
      for (int i = 0; i < 50; i++) {
        montgomery.multiply(number, number, number, scratch);
        montgomery.square(number, number, scratch);
        for (int twice = 0; twice < 2; twice++) {
          expected = expected.multiply(expected).multiply(inverse).mod(m);
        }
      }
      assertThat(words(montgomery, m, number)).isEqualTo(expected);
    }
  }

  @Test
  void constantsOfTheModulus() {
    for (int bits : SIZES) {
      for (BigInteger m : moduli(bits)) {
        Montgomery montgomery = new Montgomery(new OddModulus(Words.of(m)));
        BigInteger r = r(montgomery);
        assertThat(r).isGreaterThanOrEqualTo(m.shiftLeft(2));
        assertThat(words(montgomery, m, montgomery.one().clone())).isEqualTo(r.mod(m));
        assertThat(words(montgomery, m, montgomery.rSquared().clone()))
            .isEqualTo(r.multiply(r).mod(m));
      }
    }
  }

  @Test
  void numbersOfTwiceTheLengthAreReduced() {
    for (int bits : SIZES) {
      for (BigInteger m : moduli(bits)) {
        Montgomery montgomery = new Montgomery(new OddModulus(Words.of(m)));
        BigInteger r = r(montgomery);
        BigInteger largest = m.multiply(r).subtract(BigInteger.ONE);
        for (BigInteger c :
            List.of(BigInteger.ZERO, m.pow(2), largest, new BigInteger(2 * bits, RANDOM))) {
          long[] wide = Montgomery.ofWords(Words.of(c), 2 * montgomery.limbs());
          long[] reduced = new long[montgomery.limbs()];
          montgomery.reduce(reduced, wide);
          assertThat(words(montgomery, m, reduced)).isEqualTo(c.multiply(r.modInverse(m)).mod(m));
        }
      }
    }
  }

  @Test
  void moduliThatWouldOverflowAColumnAreRefused() {
    OddModulus tooLong = new OddModulus(Words.of(BigInteger.ONE.shiftLeft(14_000).setBit(0)));

    assertThatThrownBy(() -> new Montgomery(tooLong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a modulus must have at most 13768 bits, has 14001");
  }

  private static BigInteger r(Montgomery montgomery) {
    return BigInteger.ONE.shiftLeft(Montgomery.LIMB_BITS * montgomery.limbs());
  }

  private static long[] limbs(Montgomery montgomery, BigInteger value) {
    return montgomery.ofWords(Words.of(value));
  }

  private static BigInteger words(Montgomery montgomery, BigInteger m, long[] limbs) {
    long[] words = new long[Words.count(m.bitLength())];
    montgomery.toWords(limbs, words);
    return Words.toInteger(words);
  }
}
