package io.github.lanewise.kernel.rsa;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * How numbers of one size are cut into limbs: k signed digits of W bits, kept as doubles.
 *
 * <p>Two rules choose them. Montgomery's R = 2^(Wk) is at least 4n, so that results stay below n
 * without a subtraction (see {@link VectorHorizontalKernel}). And a column's sum of high parts must
 * stay within one binade: at most 2k products of at most (2^(W−1) + 2^7)² are added to 1.5·2^(52+W)
 * which leaves room for 2^(51+W). So k < 2^(52−W), with something to spare for the 2^7 and the
 * roundings: k ≤ 31 at W = 47, k ≤ 63 at W = 46.
 */
record VectorHorizontalRadix(int limbBits, int limbs) {

  private static final int WIDE = 47;
  private static final int WIDE_LIMBS = 31;
  private static final int NARROW = 46;

  /** Adding this to an integer below 2^51 leaves it in the low bits of the double. */
  private static final double INTEGER_BIAS = 0x1.8p52;

  private static final long INTEGER_BIAS_BITS = Double.doubleToRawLongBits(INTEGER_BIAS);

  private static final ValueLayout.OfDouble LIMB = ValueLayout.JAVA_DOUBLE;

  static VectorHorizontalRadix forModulus(int bits) {
    int limbs = Math.ceilDiv(bits + 2, WIDE);
    return limbs <= WIDE_LIMBS
        ? new VectorHorizontalRadix(WIDE, limbs)
        : new VectorHorizontalRadix(NARROW, Math.ceilDiv(bits + 2, NARROW));
  }

  /** Added to a number, rounds it to a multiple of 2^W. */
  double bias() {
    return INTEGER_BIAS * (1L << limbBits);
  }

  /** 2^−W. */
  double limbDown() {
    return 1.0 / (1L << limbBits);
  }

  /**
   * Cuts a number into limbs from −2^(W−1) to below 2^(W−1). A carry out of the last one is
   * dropped; there is none for numbers below 2^(Wk−1).
   */
  void cut(long[] words, double[] into) {
    long carry = 0;
    for (int i = 0; i < limbs; i++) {
      long digit = digit(words, i * limbBits) + carry;
      carry = (digit + (1L << (limbBits - 1))) >> limbBits;
      into[i] = (double) (digit - (carry << limbBits));
    }
  }

  void cut(long[] words, MemorySegment into, long offset) {
    long carry = 0;
    for (int i = 0; i < limbs; i++) {
      long digit = digit(words, i * limbBits) + carry;
      carry = (digit + (1L << (limbBits - 1))) >> limbBits;
      into.set(LIMB, offset + (long) i * Double.BYTES, (double) (digit - (carry << limbBits)));
    }
  }

  private long digit(long[] words, int bit) {
    int word = bit >>> 6;
    int shift = bit & 63;
    long digit = word < words.length ? words[word] >>> shift : 0;
    if (shift > 64 - limbBits && word + 1 < words.length) {
      digit |= words[word + 1] << (64 - shift);
    }
    return digit & ((1L << limbBits) - 1);
  }

  /** Writes the number above −n and below n whose limbs these are, plus n if it is negative. */
  void join(MemorySegment limbsOf, long offset, long[] modulus, long[] result) {
    // First as two's complement. What the digits do not fill of the upper word is the sign.
    long carry = 0;
    long word = 0;
    int filled = 0;
    int next = 0;
    for (int i = 0; i < limbs; i++) {
      double limb = limbsOf.get(LIMB, offset + (long) i * Double.BYTES);
      long sum = Double.doubleToRawLongBits(limb + INTEGER_BIAS) - INTEGER_BIAS_BITS + carry;
      carry = sum >> limbBits;
      long digit = sum & ((1L << limbBits) - 1);
      word |= digit << filled;
      filled += limbBits;
      if (filled >= Long.SIZE) {
        if (next < result.length) {
          result[next++] = word;
        }
        filled -= Long.SIZE;
        word = filled == 0 ? 0 : digit >>> (limbBits - filled);
      }
    }
    if (next < result.length) {
      result[next] = word | (filled == 0 ? carry : carry << filled);
    }
    // The last carry is 0, or −1 for a negative number.
    long addend = 0;
    for (int i = 0; i < modulus.length; i++) {
      long n = modulus[i] & carry;
      long sum = result[i] + n;
      long out = ((result[i] & n) | ((result[i] | n) & ~sum)) >>> 63;
      long withCarry = sum + addend;
      addend = out | ((sum & ~withCarry) >>> 63 & addend);
      result[i] = withCarry;
    }
  }
}
