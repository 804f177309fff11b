package io.github.lanewise.kernel.rsa;

/**
 * How numbers modulo a modulus of some length stand in floating-point lanes: as limbs, small signed
 * integers that a double holds exactly, of radix 2^radixBits. R = 2^(limbs · radixBits) is the
 * Montgomery radix; it is at least eight times as large as any modulus of the format.
 *
 * <p>The bounds that the vector kernel needs, with every limb at most 2^(W−1) + 2^7 in magnitude:
 *
 * <ul>
 *   <li>The high part of a column stays within 2^(W+51) of its bias, so that it keeps its unit of
 *       2^W, for {@link #productsPerRun()} products of up to 2^(2W−2) (1 + 2^(9−W))². After so many
 *       it has to be folded.
 *   <li>A column is exact, below 2^53. Each product leaves at most 2^(W−1) in its low part, and
 *       2^(W−2) comes by each product of the column below: limbs · 3 · 2^(W−2) ≤ 2^53 − 2^(W−1),
 *       where no column that has something to start with has all its products.
 * </ul>
 */
final class LimbFormat {

  /** The kernels work through blocks of so many limbs. */
  static final int BLOCK = 3;

  // Radix, and the most limbs of it that keep the second bound.
  private static final int[][] MOST_LIMBS = {{49, 21}, {48, 42}, {47, 84}, {46, 168}};

  private final int limbs;
  private final int radixBits;

  private LimbFormat(int limbs, int radixBits) {
    this.limbs = limbs;
    this.radixBits = radixBits;
  }

  /** The format with the fewest limbs for moduli of so many bits. */
  static LimbFormat forModulusOf(int bits) {
    int limbs = limbsFor(bits);
    return new LimbFormat(limbs, radixFor(bits, limbs));
  }

  /** Whether this is what {@link #forModulusOf} gives. */
  boolean isForModulusOf(int bits) {
    return limbs == limbsFor(bits) && radixBits == radixFor(bits, limbs);
  }

  private static int limbsFor(int bits) {
    int limbs = BLOCK;
    while (limbs * largestRadix(limbs) < bits + 3) {
      limbs += BLOCK;
    }
    return limbs;
  }

  /** No larger than it has to be: high parts of columns take more products of shorter limbs. */
  private static int radixFor(int bits, int limbs) {
    return Math.ceilDiv(bits + 3, limbs);
  }

  private static int largestRadix(int limbs) {
    for (int[] most : MOST_LIMBS) {
      if (limbs <= most[1]) {
        return most[0];
      }
    }
    throw new IllegalArgumentException("limbs must be at most 168, were " + limbs);
  }

  int limbs() {
    return limbs;
  }

  int radixBits() {
    return radixBits;
  }

  /** 2^W. */
  double radix() {
    return Math.scalb(1.0, radixBits);
  }

  /** What high parts of columns start from: the middle of the binade whose unit is 2^W. */
  double bias() {
    return Math.scalb(0x1.8p52, radixBits);
  }

  /** How many products a high part takes until it has to be folded. */
  int productsPerRun() {
    return (1 << (53 - radixBits)) - 1;
  }

  /** log2 of the Montgomery radix R. */
  int totalBits() {
    return limbs * radixBits;
  }

  /**
   * Splits a number into limbs from −2^(W−1) to 2^(W−1) − 1 that make it modulo R: the number
   * itself if it is below R/4. No step depends on the number's value.
   *
   * @param words little-endian
   */
  void split(long[] words, long[] to) {
    long mask = (1L << radixBits) - 1;
    long half = 1L << (radixBits - 1);
    long carry = 0;
    for (int i = 0; i < limbs; i++) {
      long limb = (bitsAt(words, i * radixBits) & mask) + carry;
      carry = (limb + half) >> radixBits;
      to[i] = limb - (carry << radixBits);
    }
  }

  private static long bitsAt(long[] words, int position) {
    int word = position >>> 6;
    int shift = position & 63;
    if (word >= words.length) {
      return 0;
    }
    long bits = words[word] >>> shift;
    if (shift != 0 && word + 1 < words.length) {
      bits |= words[word + 1] << -shift;
    }
    return bits;
  }

  /**
   * The number that signed limbs make, as two's complement in as many words as there is room for.
   *
   * @param limbs is overwritten
   * @return 0 if the number is not negative, −1 if it is
   */
  long join(long[] limbs, long[] words) {
    long mask = (1L << radixBits) - 1;
    long carry = 0;
    for (int i = 0; i < this.limbs; i++) {
      long limb = limbs[i] + carry;
      limbs[i] = limb & mask;
      carry = limb >> radixBits;
    }
    // Digits above the last one are the sign's.
    for (int w = 0; w < words.length; w++) {
      long word = 0;
      int first = w * Long.SIZE / radixBits;
      for (int i = first; i * radixBits < (w + 1) * Long.SIZE; i++) {
        long digit = i < this.limbs ? limbs[i] : carry & mask;
        int shift = i * radixBits - w * Long.SIZE;
        word |= shift >= 0 ? digit << shift : digit >>> -shift;
      }
      words[w] = word;
    }
    return carry;
  }
}
