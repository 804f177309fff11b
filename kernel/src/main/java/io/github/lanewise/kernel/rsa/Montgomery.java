package io.github.lanewise.kernel.rsa;

import java.util.Arrays;

/**
 * Products modulo one odd modulus m, after Montgomery (Modular Multiplication Without Trial
 * Division, 1985): {@code multiply} gives a·b·R^−1. A number x in Montgomery form is x·R.
 *
 * <p>Numbers are little-endian limbs of 54 bits in longs. The upper and the lower half of a product
 * of two limbs then have 54 bits each and are added up without carries: a column of k limbs takes
 * at most 4·k of them, and 4·k·2^54 stays below 2^64 for k up to 255, that is for all sizes of
 * keys. One pass at the end of a product carries. (With words of 64 bits every addition would need
 * its carry, which Java has no instruction for: 2.5 times the operations.)
 *
 * <p>R = 2^(54·k) is at least 4·m, so a product of two numbers below 2·m is below (2m)²/R + m ≤ 2·m
 * and nothing is subtracted between products (Walter, Montgomery exponentiation needs no final
 * subtractions, 1999). Only {@link #toWords} reduces fully, by a mask.
 *
 * <p>No branch and no index depends on a value. Immutable.
 */
final class Montgomery {

  static final int LIMB_BITS = 54;

  private static final long MASK = (1L << LIMB_BITS) - 1;

  /** Puts the upper 54 of the 108 bits of a product into its upper word. */
  private static final int HIGH_SHIFT = Long.SIZE - LIMB_BITS;

  private static final int MAX_LIMBS = 255;

  private final int limbs;
  private final long[] modulus;
  private final long negatedInverse;
  private final long[] one;
  private final long[] rSquared;

  Montgomery(OddModulus m) {
    this.limbs = (m.bits() + 2 + LIMB_BITS - 1) / LIMB_BITS;
    if (limbs > MAX_LIMBS) {
      throw new IllegalArgumentException(
          "a modulus must have at most %d bits, has %d"
              .formatted(MAX_LIMBS * LIMB_BITS - 2, m.bits()));
    }
    this.modulus = ofWords(m.words());
    this.negatedInverse = negatedInverse(m.words()[0]);
    this.one = new long[limbs];
    one[(m.bits() - 1) / LIMB_BITS] = 1L << ((m.bits() - 1) % LIMB_BITS);
    // 2^(bits − 1) is below m; doubled until it is R.
    for (int bit = m.bits() - 1; bit < LIMB_BITS * limbs; bit++) {
      doubleModulo(one);
    }
    this.rSquared = powerOfTwo(LIMB_BITS * limbs);
  }

  /** −m^−1 mod 2^54 by Newton's iteration: m is its own inverse modulo 8, each step doubles. */
  private static long negatedInverse(long m) {
    long inverse = m;
    for (int bits = 3; bits < LIMB_BITS; bits *= 2) {
      inverse *= 2 - m * inverse;
    }
    return -inverse & MASK;
  }

  /** 2^exponent in Montgomery form, by squaring and doubling; the exponent is public. */
  private long[] powerOfTwo(int exponent) {
    long[] power = one.clone();
    long[] scratch = scratch();
    for (int bit = Integer.SIZE - Integer.numberOfLeadingZeros(exponent) - 1; bit >= 0; bit--) {
      square(power, power, scratch);
      if ((exponent >>> bit & 1) == 1) {
        reduceOnce(power);
        doubleModulo(power);
      }
    }
    return power;
  }

  /** How many limbs a number has. */
  int limbs() {
    return limbs;
  }

  /** 1 in Montgomery form. */
  long[] one() {
    return one;
  }

  /** R² mod m: a product with it brings a number into Montgomery form. */
  long[] rSquared() {
    return rSquared;
  }

  /** Working memory of the methods that ask for it; holds secrets until it is erased. */
  long[] scratch() {
    return new long[3 * limbs];
  }

  /** A number below R, given in words. */
  long[] ofWords(long[] words) {
    return ofWords(words, limbs);
  }

  static long[] ofWords(long[] words, int limbs) {
    long[] number = new long[limbs];
    for (int i = 0; i < limbs; i++) {
      int bit = i * LIMB_BITS;
      int word = bit / Long.SIZE;
      int shift = bit % Long.SIZE;
      long low = word < words.length ? words[word] >>> shift : 0;
      // Shifted twice: by 64 at once would shift by 0.
      long high = word + 1 < words.length ? words[word + 1] << 1 << (Long.SIZE - 1 - shift) : 0;
      number[i] = (low | high) & MASK;
    }
    return number;
  }

  /**
   * The least residue in words.
   *
   * @param a below 2·m; is reduced in place
   * @param words as many as the modulus has
   */
  void toWords(long[] a, long[] words) {
    reduceOnce(a);
    Arrays.fill(words, 0);
    for (int i = 0; i < limbs; i++) {
      int bit = i * LIMB_BITS;
      int word = bit / Long.SIZE;
      int shift = bit % Long.SIZE;
      if (word < words.length) {
        words[word] |= a[i] << shift;
      }
      if (word + 1 < words.length) {
        words[word + 1] |= a[i] >>> 1 >>> (Long.SIZE - 1 - shift);
      }
    }
  }

  /**
   * a·b·R^−1 mod m, below 2·m.
   *
   * @param result may be a or b
   * @param a below 2·m, as b; or one of them below R and the other below m
   */
  void multiply(long[] result, long[] a, long[] b, long[] scratch) {
    long[] m = modulus;
    int k = limbs;
    long[] t = scratch;
    Arrays.fill(t, 0, k, 0);
    for (int i = 0; i < k; i++) {
      long x = a[i];
      long xHigh = x << HIGH_SHIFT;
      long y = b[0];
      long z = m[0];
      long column = t[0] + (x * y & MASK);
      // q·m clears the lowest column, so that the others can move down by one.
      long q = column * negatedInverse & MASK;
      long qHigh = q << HIGH_SHIFT;
      long carry = (column + (q * z & MASK)) >>> LIMB_BITS;
      for (int j = 1; j < k; j++) {
        long high = Math.unsignedMultiplyHigh(xHigh, y) + Math.unsignedMultiplyHigh(qHigh, z);
        y = b[j];
        z = m[j];
        t[j - 1] = t[j] + (x * y & MASK) + (q * z & MASK) + high;
      }
      t[k - 1] = Math.unsignedMultiplyHigh(xHigh, y) + Math.unsignedMultiplyHigh(qHigh, z);
      t[0] += carry;
    }
    carry(result, t, 0);
  }

  /** a²·R^−1 mod m as {@link #multiply}; each product of two different limbs is taken once. */
  void square(long[] result, long[] a, long[] scratch) {
    int k = limbs;
    long[] t = scratch;
    Arrays.fill(t, 0, 2 * k, 0);
    // Twice the limbs, behind the columns.
    for (int j = 0; j < k; j++) {
      t[2 * k + j] = a[j] << 1;
    }
    for (int i = 0; i < k; i++) {
      long x = a[i];
      long xHigh = x << HIGH_SHIFT;
      t[2 * i] += x * x & MASK;
      long high = Math.unsignedMultiplyHigh(xHigh, x);
      for (int j = i + 1; j < k; j++) {
        long y = t[2 * k + j];
        t[i + j] += (x * y & MASK) + high;
        high = Math.unsignedMultiplyHigh(xHigh, y);
      }
      t[i + k] += high;
    }
    reduceColumns(result, t);
  }

  /**
   * base^exponent, both in Montgomery form, by squaring and multiplying.
   *
   * @param result is not the base
   * @param exponent public, not 0; unsigned
   */
  void power(long[] result, long[] base, long exponent, long[] scratch) {
    System.arraycopy(base, 0, result, 0, limbs);
    for (int bit = Long.SIZE - Long.numberOfLeadingZeros(exponent) - 2; bit >= 0; bit--) {
      square(result, result, scratch);
      if (((exponent >>> bit) & 1) == 1) {
        multiply(result, result, base, scratch);
      }
    }
  }

  /**
   * c·R^−1 mod m, below 2·m.
   *
   * @param c twice as many limbs, below m·R; is overwritten
   */
  void reduce(long[] result, long[] c) {
    reduceColumns(result, c);
  }

  private void reduceColumns(long[] result, long[] t) {
    long[] m = modulus;
    int k = limbs;
    for (int i = 0; i < k; i++) {
      long column = t[i];
      long q = column * negatedInverse & MASK;
      long qHigh = q << HIGH_SHIFT;
      long z = m[0];
      long carry = (column + (q * z & MASK)) >>> LIMB_BITS;
      for (int j = 1; j < k; j++) {
        long high = Math.unsignedMultiplyHigh(qHigh, z);
        z = m[j];
        t[i + j] += (q * z & MASK) + high;
      }
      t[i + k] += Math.unsignedMultiplyHigh(qHigh, z);
      t[i + 1] += carry;
    }
    carry(result, t, k);
  }

  private void carry(long[] result, long[] t, int from) {
    long carry = 0;
    for (int i = 0; i < limbs; i++) {
      long column = t[from + i] + carry;
      result[i] = column & MASK;
      carry = column >>> LIMB_BITS;
    }
  }

  /** 2·a mod m for a below m. */
  private void doubleModulo(long[] a) {
    long carry = 0;
    for (int i = 0; i < limbs; i++) {
      long doubled = (a[i] << 1) + carry;
      a[i] = doubled & MASK;
      carry = doubled >>> LIMB_BITS;
    }
    reduceOnce(a);
  }

  /** Brings what is below 2·m below m. */
  private void reduceOnce(long[] a) {
    long borrow = 0;
    for (int i = 0; i < limbs; i++) {
      borrow = (a[i] - modulus[i] + borrow) >> LIMB_BITS;
    }
    // −1 where a is below m already, otherwise 0.
    long keep = borrow;
    borrow = 0;
    for (int i = 0; i < limbs; i++) {
      long difference = a[i] - (modulus[i] & ~keep) + borrow;
      a[i] = difference & MASK;
      borrow = difference >> LIMB_BITS;
    }
  }
}
