package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The steps around the halves, against {@link BigInteger}, for both orders of the primes. */
class CrtKeyTests {

  private static final Random RANDOM = new Random(4);

  // 2,056 bits: primes of 1,028, no whole number of words; n then has fewer words than both.
  static Stream<RsaKey> keys() {
    return Stream.of(2_048, 2_056, 3_072)
        .flatMap(
            bits ->
                Stream.of(
                    TestKeys.withLargerPrimeFirst(bits), TestKeys.withSmallerPrimeFirst(bits)));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void halvesRecombineToTheNumberTheyCameFrom(RsaKey key) {
    CrtValues values = key.values();
    for (BigInteger s : numbers(values)) {
      BigInteger sP = s.mod(values.p());
      BigInteger sQ = s.mod(values.q());
      int length = key.crt().p().modulus().length();

      long[] recombined = key.crt().recombine(Words.of(sP, length), Words.of(sQ, length));

      assertThat(recombined).hasSize(key.crt().n().length());
      assertThat(Words.toInteger(recombined)).isEqualTo(s);
    }
  }

  @ParameterizedTest
  @MethodSource("keys")
  void numbersAreReducedModuloThePrimes(RsaKey key) {
    CrtValues values = key.values();
    for (BigInteger c : numbers(values)) {
      // Not fully reduced modulo n: below 2·n is what blinding gives.
      for (BigInteger number : List.of(c, c.add(values.n()))) {
        long[] limbs = Montgomery.ofWords(Words.of(number), key.crt().n().montgomery().limbs());
        assertThat(Words.toInteger(key.crt().p().reduce(limbs))).isEqualTo(c.mod(values.p()));
        assertThat(Words.toInteger(key.crt().q().reduce(limbs))).isEqualTo(c.mod(values.q()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("keys")
  void theExponentIsAnotherOneEachTimeAndTheSameModuloPMinus1(RsaKey key) {
    SecureRandom random = new SecureRandom();
    CrtPrime prime = key.crt().p();
    BigInteger order = key.values().p().subtract(BigInteger.ONE);
    BigInteger first = Words.toInteger(prime.blindedExponent(random));
    BigInteger second = Words.toInteger(prime.blindedExponent(random));

    assertThat(first).isNotEqualTo(second);
    for (BigInteger exponent : List.of(first, second)) {
      assertThat(exponent.mod(order)).isEqualTo(key.values().dP());
      assertThat(exponent.bitLength()).isLessThanOrEqualTo(prime.exponentBits());
    }
    assertThat(prime.exponentBits()).isEqualTo(key.bits() / 2 + 64);
  }

  /** The ends of the range, the neighbours of p and q and of their multiples, and any others. */
  private static List<BigInteger> numbers(CrtValues key) {
    BigInteger one = BigInteger.ONE;
    return List.of(
        BigInteger.ZERO,
        one,
        key.n().subtract(one),
        key.p(),
        key.p().subtract(one),
        key.p().add(one),
        key.q(),
        key.q().subtract(one),
        key.q().add(one),
        key.p().multiply(key.q().subtract(one)),
        key.q().multiply(key.p().subtract(one)),
        new BigInteger(key.n().bitLength(), RANDOM).mod(key.n()),
        new BigInteger(key.n().bitLength(), RANDOM).mod(key.n()));
  }
}
