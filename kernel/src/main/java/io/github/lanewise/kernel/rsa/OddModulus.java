package io.github.lanewise.kernel.rsa;

import org.jspecify.annotations.Nullable;

/**
 * An odd modulus as machine words, for Montgomery arithmetic. A prime of a key is a secret: the
 * array is not handed out beyond this package.
 */
final class OddModulus {

  private final long[] words;
  private final int bits;

  // Derived from the words and immutable: computed again by another thread it is the same.
  private volatile @Nullable Montgomery montgomery;

  /**
   * @param words little-endian, 64 bits each, the last one not 0; not copied
   */
  OddModulus(long[] words) {
    if (words.length == 0 || (words[0] & 1) == 0 || words[words.length - 1] == 0) {
      throw new IllegalArgumentException("a modulus must be odd and its upper word not 0");
    }
    this.words = words;
    this.bits = words.length * Long.SIZE - Long.numberOfLeadingZeros(words[words.length - 1]);
  }

  /** Little-endian words of 64 bits. Not a copy: do not write. */
  long[] words() {
    return words;
  }

  int length() {
    return words.length;
  }

  int bits() {
    return bits;
  }

  /** Products modulo this one in plain Java; made at the first call. */
  Montgomery montgomery() {
    Montgomery made = montgomery;
    if (made == null) {
      made = new Montgomery(this);
      montgomery = made;
    }
    return made;
  }
}
