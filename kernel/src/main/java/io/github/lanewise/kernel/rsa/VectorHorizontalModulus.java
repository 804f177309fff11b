package io.github.lanewise.kernel.rsa;

import java.util.Arrays;

/**
 * What is derived from a modulus n for Montgomery products modulo R = 2^(Wk), cut into limbs. As
 * secret as the modulus: computed without a branch or an index that depends on it.
 */
final class VectorHorizontalModulus {

  final OddModulus modulus;
  final VectorHorizontalRadix radix;

  /** n. */
  final double[] n;

  /** −1/n mod R. */
  final double[] negativeInverse;

  /** R² mod n. */
  final double[] square;

  VectorHorizontalModulus(OddModulus modulus) {
    this.modulus = modulus;
    this.radix = VectorHorizontalRadix.forModulus(modulus.bits());
    this.n = new double[radix.limbs()];
    this.negativeInverse = new double[radix.limbs()];
    this.square = new double[radix.limbs()];
    int exponent = radix.limbBits() * radix.limbs();
    radix.cut(modulus.words(), n);
    long[] words = negativeInverse(modulus.words(), exponent);
    radix.cut(words, negativeInverse);
    Arrays.fill(words, 0);
    words = powerOfTwo(modulus, 2 * exponent);
    radix.cut(words, square);
    Arrays.fill(words, 0);
  }

  /** Zeroes it. */
  void clear() {
    Arrays.fill(n, 0);
    Arrays.fill(negativeInverse, 0);
    Arrays.fill(square, 0);
  }

  /** x with 1 + x·n ≡ 0 modulo 2^bits: word by word, each chosen to clear a word of the sum. */
  private static long[] negativeInverse(long[] n, int bits) {
    // 3n xor 2 is right modulo 2^5, and each step doubles that (Newton).
    long inverse = (3 * n[0]) ^ 2;
    for (int right = 5; right < Long.SIZE; right *= 2) {
      inverse *= 2 - n[0] * inverse;
    }
    long[] x = new long[Math.ceilDiv(bits, Long.SIZE)];
    long[] sum = new long[x.length];
    sum[0] = 1;
    for (int i = 0; i < x.length; i++) {
      x[i] = -inverse * sum[i];
      long carry = 0;
      for (int j = 0; i + j < x.length && j < n.length; j++) {
        long low = x[i] * n[j];
        long high = Math.unsignedMultiplyHigh(x[i], n[j]);
        long withCarry = low + carry;
        high += carryOf(low, carry, withCarry);
        long old = sum[i + j];
        sum[i + j] = old + withCarry;
        carry = high + carryOf(old, withCarry, sum[i + j]);
      }
      for (int j = i + n.length; j < x.length; j++) {
        long old = sum[j];
        sum[j] = old + carry;
        carry = carryOf(old, carry, sum[j]);
      }
    }
    Arrays.fill(sum, 0);
    return x;
  }

  /** 2^exponent mod n, by doubling. */
  private static long[] powerOfTwo(OddModulus modulus, int exponent) {
    long[] n = modulus.words();
    // The largest power of two below n.
    int start = modulus.bits() - 1;
    long[] x = new long[n.length];
    x[start / Long.SIZE] = 1L << start;
    long[] less = new long[n.length];
    for (int i = start; i < exponent; i++) {
      long shiftedOut = 0;
      long borrow = 0;
      for (int j = 0; j < n.length; j++) {
        long doubled = x[j] << 1 | shiftedOut;
        shiftedOut = x[j] >>> 63;
        x[j] = doubled;
        long difference = doubled - n[j];
        long out = ((~doubled & n[j]) | ((~doubled | n[j]) & difference)) >>> 63;
        less[j] = difference - borrow;
        borrow = out | ((~difference & less[j]) >>> 63 & borrow);
      }
      // 2x − n unless 2x is smaller than n.
      long keep = -(shiftedOut | (borrow ^ 1));
      for (int j = 0; j < n.length; j++) {
        x[j] = (less[j] & keep) | (x[j] & ~keep);
      }
    }
    Arrays.fill(less, 0);
    return x;
  }

  private static long carryOf(long a, long b, long sum) {
    return ((a & b) | ((a | b) & ~sum)) >>> 63;
  }
}
