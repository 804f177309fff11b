package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Non-negative integers as little-endian words of 64 bits, in arrays of a public length. No branch
 * and no index depends on a value; conditions are masks, all ones for yes and 0 for no.
 */
final class Words {

  private Words() {}

  /** How many words so many bits need. */
  static int count(int bits) {
    return (bits + Long.SIZE - 1) / Long.SIZE;
  }

  /** OS2IP (RFC 8017 §4.2): big-endian octets to so many words, which must suffice. */
  static long[] ofOctets(byte[] octets, int count) {
    if (octets.length > count * Long.BYTES) {
      throw new IllegalArgumentException(
          "%d octets must fit %d words".formatted(octets.length, count));
    }
    long[] words = new long[count];
    for (int i = 0; i < octets.length; i++) {
      int shift = Byte.SIZE * (i % Long.BYTES);
      words[i / Long.BYTES] |= (octets[octets.length - 1 - i] & 0xFFL) << shift;
    }
    return words;
  }

  /** I2OSP (RFC 8017 §4.1): so many big-endian octets; what the words hold above them is left. */
  static byte[] toOctets(long[] words, int length) {
    byte[] octets = new byte[length];
    for (int i = 0; i < length; i++) {
      int shift = Byte.SIZE * (i % Long.BYTES);
      octets[length - 1 - i] = (byte) (words[i / Long.BYTES] >>> shift);
    }
    return octets;
  }

  /** For values that come as {@link BigInteger}: those of a key when it is loaded. */
  static long[] of(BigInteger value, int count) {
    byte[] octets = Octets.ofInteger(value, count * Long.BYTES);
    long[] words = ofOctets(octets, count);
    Arrays.fill(octets, (byte) 0);
    return words;
  }

  static long[] of(BigInteger value) {
    return of(value, Math.max(1, count(value.bitLength())));
  }

  /** For values that are no secrets, or are hidden by a random factor. */
  static BigInteger toInteger(long[] words) {
    return Octets.toInteger(toOctets(words, words.length * Long.BYTES));
  }

  /**
   * a + b in the length of a.
   *
   * @param result may be one of the two
   * @param b not longer than a
   * @return the carry, 0 or 1
   */
  static long add(long[] result, long[] a, long[] b) {
    long carry = 0;
    for (int i = 0; i < a.length; i++) {
      long x = a[i];
      long y = i < b.length ? b[i] : 0;
      long sum = x + y + carry;
      carry = ((x & y) | ((x | y) & ~sum)) >>> 63;
      result[i] = sum;
    }
    return carry;
  }

  /**
   * a − b, where both have the same length.
   *
   * @param result may be one of the two
   * @return the mask that tells whether it fell below 0, and 2^(64·length) was added
   */
  static long subtract(long[] result, long[] a, long[] b) {
    long borrow = 0;
    for (int i = 0; i < a.length; i++) {
      long x = a[i];
      long y = b[i];
      long difference = x - y - borrow;
      borrow = ((~x & y) | ((~x | y) & difference)) >>> 63;
      result[i] = difference;
    }
    return -borrow;
  }

  /** The mask that tells whether a is below b, which has the same length. */
  static long below(long[] a, long[] b) {
    long borrow = 0;
    for (int i = 0; i < a.length; i++) {
      long difference = a[i] - b[i] - borrow;
      borrow = ((~a[i] & b[i]) | ((~a[i] | b[i]) & difference)) >>> 63;
    }
    return -borrow;
  }

  /** Adds b & mask to a, in place; a carry out of the last word is dropped. */
  static void addMasked(long[] a, long[] b, long mask) {
    long carry = 0;
    for (int i = 0; i < a.length; i++) {
      long x = a[i];
      long y = b[i] & mask;
      long sum = x + y + carry;
      carry = ((x & y) | ((x | y) & ~sum)) >>> 63;
      a[i] = sum;
    }
  }

  /** a·b, as long as both together. */
  static long[] multiply(long[] a, long[] b) {
    long[] product = new long[a.length + b.length];
    for (int i = 0; i < a.length; i++) {
      product[i + b.length] = addProduct(product, i, a[i], b);
    }
    return product;
  }

  /**
   * Adds x·b at a word. x·y + two words is at most (2^64 − 1)² + 2·(2^64 − 1) = 2^128 − 1, so the
   * upper half takes both carries.
   */
  private static long addProduct(long[] sum, int at, long x, long[] b) {
    long carry = 0;
    for (int j = 0; j < b.length; j++) {
      long low = x * b[j];
      long high = Math.unsignedMultiplyHigh(x, b[j]);
      long old = sum[at + j];
      long first = low + old;
      high += ((low & old) | ((low | old) & ~first)) >>> 63;
      long second = first + carry;
      high += ((first & carry) | ((first | carry) & ~second)) >>> 63;
      sum[at + j] = second;
      carry = high;
    }
    return carry;
  }

  /** Overwrites what was a secret. */
  static void erase(long[] words) {
    Arrays.fill(words, 0);
  }
}
