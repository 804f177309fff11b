package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Against {@link BigInteger}, on words where carries run: all ones, all zeros, and random ones. */
class WordsTests {

  private static final int COUNT = 4;
  private static final BigInteger POWER = BigInteger.TWO.pow(COUNT * Long.SIZE);
  private static final Random RANDOM = new Random(1);

  private static List<long[]> numbers() {
    return List.of(
        new long[] {0, 0, 0, 0},
        new long[] {1, 0, 0, 0},
        new long[] {-1, -1, -1, -1},
        new long[] {-1, -1, -1, 0},
        new long[] {0, 0, 0, Long.MIN_VALUE},
        new long[] {-2, -1, 0, -1},
        RANDOM.longs(COUNT).toArray(),
        RANDOM.longs(COUNT).toArray());
  }

  @Test
  void sumsAndTheirCarry() {
    for (long[] a : numbers()) {
      for (long[] b : numbers()) {
        long[] sum = new long[COUNT];
        long carry = Words.add(sum, a, b);

        BigInteger expected = integer(a).add(integer(b));
        assertThat(integer(sum)).isEqualTo(expected.mod(POWER));
        assertThat(carry).isEqualTo(expected.divide(POWER).longValueExact());
      }
    }
  }

  @Test
  void aShorterNumberIsAdded() {
    long[] sum = {-1, -1, -1, 0};

    assertThat(Words.add(sum, sum, new long[] {1})).isZero();
    assertThat(sum).containsExactly(0, 0, 0, 1);
  }

  @Test
  void differencesAndTheirBorrow() {
    for (long[] a : numbers()) {
      for (long[] b : numbers()) {
        long[] difference = new long[COUNT];
        long borrow = Words.subtract(difference, a, b);

        boolean below = integer(a).compareTo(integer(b)) < 0;
        assertThat(integer(difference)).isEqualTo(integer(a).subtract(integer(b)).mod(POWER));
        assertThat(borrow).isEqualTo(below ? -1 : 0);
        assertThat(Words.below(a, b)).isEqualTo(borrow);
      }
    }
  }

  @Test
  void aMaskAddsAllOrNothing() {
    for (long[] a : numbers()) {
      for (long[] b : numbers()) {
        long[] sum = a.clone();
        Words.addMasked(sum, b, 0);
        assertThat(sum).isEqualTo(a);
        Words.addMasked(sum, b, -1);
        assertThat(integer(sum)).isEqualTo(integer(a).add(integer(b)).mod(POWER));
      }
    }
  }

  @Test
  void productsOfAnyTwoLengths() {
    for (long[] a : numbers()) {
      for (long[] b : numbers()) {
        assertThat(integer(Words.multiply(a, b))).isEqualTo(integer(a).multiply(integer(b)));
        long[] shorter = {b[3], b[0]};
        assertThat(integer(Words.multiply(a, shorter)))
            .isEqualTo(integer(a).multiply(integer(shorter)));
        assertThat(integer(Words.multiply(shorter, a)))
            .isEqualTo(integer(a).multiply(integer(shorter)));
      }
    }
  }

  @Test
  void octetsAreBigEndian() {
    byte[] octets = {1, 2, 3, 4, 5, 6, 7, 8, (byte) 0xF9};

    long[] words = Words.ofOctets(octets, 3);

    assertThat(words).containsExactly(0x02030405060708F9L, 1, 0);
    assertThat(Words.toOctets(words, 9)).isEqualTo(octets);
    assertThat(Words.toOctets(words, 11)).startsWith(0, 0, 1).hasSize(11);
    assertThatThrownBy(() -> Words.ofOctets(octets, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("9 octets must fit 1 words");
  }

  @Test
  void integersComeBack() {
    for (long[] a : numbers()) {
      assertThat(Words.of(integer(a), COUNT)).isEqualTo(a);
      assertThat(Words.toInteger(a)).isEqualTo(integer(a));
    }
    assertThat(Words.of(POWER)).hasSize(COUNT + 1);
  }

  private static BigInteger integer(long[] words) {
    BigInteger value = BigInteger.ZERO;
    for (int i = words.length - 1; i >= 0; i--) {
      value = value.shiftLeft(Long.SIZE).add(new BigInteger(Long.toUnsignedString(words[i])));
    }
    return value;
  }
}
