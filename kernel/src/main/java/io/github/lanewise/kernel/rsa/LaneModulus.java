package io.github.lanewise.kernel.rsa;

import java.util.Arrays;

/**
 * What lanes need to know of one modulus n, as signed limbs of a {@link LimbFormat}: n itself, −1/n
 * mod R, R mod n and R² mod n. Computed without a branch, an index or a division that depends on
 * the modulus; only its bit length shows.
 */
final class LaneModulus {

  private final long[] modulus;
  private final long[] negatedInverse;
  private final long[] one;
  private final long[] radixSquared;

  LaneModulus(OddModulus n, LimbFormat format) {
    modulus = new long[format.limbs()];
    negatedInverse = new long[format.limbs()];
    one = new long[format.limbs()];
    radixSquared = new long[format.limbs()];
    format.split(n.words(), modulus);
    long[] inverse = negatedInverse(n.words(), (format.totalBits() + 63) / Long.SIZE);
    format.split(inverse, negatedInverse);
    Arrays.fill(inverse, 0);

    // 2^(bits - 1) is below n; doubled often enough it is R, then R².
    long[] power = new long[n.length()];
    power[(n.bits() - 1) / Long.SIZE] = 1L << (n.bits() - 1);
    long[] scratch = new long[n.length()];
    int exponent = n.bits() - 1;
    for (; exponent < format.totalBits(); exponent++) {
      doubleModulo(power, n.words(), scratch);
    }
    format.split(power, one);
    for (; exponent < 2 * format.totalBits(); exponent++) {
      doubleModulo(power, n.words(), scratch);
    }
    format.split(power, radixSquared);
    Arrays.fill(power, 0);
    Arrays.fill(scratch, 0);
  }

  /**
   * −1/n mod 2^(64 · length), a word at a time: the quotient digits of a Montgomery reduction of 1,
   * each of which clears one word of 1 + digits · n.
   */
  private static long[] negatedInverse(long[] n, int length) {
    // Newton's iteration doubles the right bits; an odd word is its own inverse in the lowest 3.
    long inverse = n[0];
    for (int i = 0; i < 5; i++) {
      inverse *= 2 - n[0] * inverse;
    }
    long[] digits = new long[length];
    long[] sum = new long[length];
    sum[0] = 1;
    for (int i = 0; i < length; i++) {
      long digit = -sum[i] * inverse;
      digits[i] = digit;
      long carry = 0;
      for (int j = i; j < length; j++) {
        long factor = j - i < n.length ? n[j - i] : 0;
        long low = digit * factor;
        long high = Math.unsignedMultiplyHigh(digit, factor);
        long partial = low + carry;
        high += carryOf(low, carry, partial);
        long total = partial + sum[j];
        high += carryOf(partial, sum[j], total);
        sum[j] = total;
        carry = high;
      }
    }
    Arrays.fill(sum, 0);
    return digits;
  }

  /** x = 2x mod n, for x below n. */
  private static void doubleModulo(long[] x, long[] n, long[] difference) {
    long top = 0;
    long borrow = 0;
    for (int i = 0; i < x.length; i++) {
      long doubled = (x[i] << 1) | top;
      top = x[i] >>> 63;
      long partial = doubled - n[i];
      long less = borrowOf(doubled, n[i], partial);
      difference[i] = partial - borrow;
      borrow = less | borrowOf(partial, borrow, difference[i]);
      x[i] = doubled;
    }
    // 2x is below n exactly if the subtraction borrowed more than the bit that was shifted out.
    long keep = -(borrow & ~top);
    for (int i = 0; i < x.length; i++) {
      x[i] = (x[i] & keep) | (difference[i] & ~keep);
    }
  }

  /** 1 if a + b = sum went over 2^64, else 0. */
  private static long carryOf(long a, long b, long sum) {
    return ((a & b) | ((a | b) & ~sum)) >>> 63;
  }

  /** 1 if a − b = difference went below 0, else 0. */
  private static long borrowOf(long a, long b, long difference) {
    return ((~a & b) | (~(a ^ b) & difference)) >>> 63;
  }

  long[] modulus() {
    return modulus;
  }

  long[] negatedInverse() {
    return negatedInverse;
  }

  /** R mod n: what stands for 1. */
  long[] one() {
    return one;
  }

  /** R² mod n: what takes a number to its Montgomery form. */
  long[] radixSquared() {
    return radixSquared;
  }

  void clear() {
    Arrays.fill(modulus, 0);
    Arrays.fill(negatedInverse, 0);
    Arrays.fill(one, 0);
    Arrays.fill(radixSquared, 0);
  }
}
