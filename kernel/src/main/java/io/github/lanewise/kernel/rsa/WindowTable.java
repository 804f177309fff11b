package io.github.lanewise.kernel.rsa;

import java.util.Arrays;

/**
 * The powers 0 to 15 of a base, in Montgomery form. Looked up by reading all of it: the memory that
 * is touched does not depend on which power is wanted.
 */
class WindowTable {

  /** Bits of the exponent that one look-up serves. */
  static final int BITS = 4;

  private static final int ENTRIES = 1 << BITS;

  private final int limbs;
  private final long[] entries;

  WindowTable(int limbs) {
    this.limbs = limbs;
    this.entries = new long[ENTRIES * limbs];
  }

  /**
   * @param base in Montgomery form
   * @param power working memory of one number
   */
  void fill(Montgomery modulus, long[] base, long[] power, long[] scratch) {
    System.arraycopy(modulus.one(), 0, entries, 0, limbs);
    System.arraycopy(base, 0, entries, limbs, limbs);
    System.arraycopy(base, 0, power, 0, limbs);
    for (int i = 2; i < ENTRIES; i++) {
      modulus.multiply(power, power, base, scratch);
      System.arraycopy(power, 0, entries, i * limbs, limbs);
    }
  }

  /**
   * @param digit from 0 to 15
   */
  void select(long[] result, long digit) {
    Arrays.fill(result, 0);
    for (int i = 0; i < ENTRIES; i++) {
      long different = i ^ digit;
      // 0 − 1 has its upper bit set, what is from 1 to 15 has not after 1 was subtracted.
      long mask = (different - 1) >> (Long.SIZE - 1);
      int entry = i * limbs;
      for (int j = 0; j < limbs; j++) {
        result[j] |= entries[entry + j] & mask;
      }
    }
  }

  /** The entry's limbs begin at its number times the limbs. */
  long[] entries() {
    return entries;
  }

  void erase() {
    Arrays.fill(entries, 0);
  }
}
