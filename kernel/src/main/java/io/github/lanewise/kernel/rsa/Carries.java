package io.github.lanewise.kernel.rsa;

/**
 * Passes over columns of products, each a loop. Implemented by {@link VectorCarries}, of which
 * there is one hidden class for the slots of one vector shape. All places are offsets in bytes from
 * the first slot.
 */
interface Carries {

  /** Makes columns that have no products yet. */
  void clear(long columns, long end, double radix);

  /**
   * Makes limbs of at most 2^(W−1) + 2^7 of columns from the first one on. A carry goes one column
   * far, and that of the last one is dropped.
   */
  void lower(long columns, long end, long limbs, double radix);

  /** The same of columns that others come before, with what is carried out of them. */
  void upper(long columns, long end, long limbs, double radix);

  /** The same, where each limb begins its column anew. */
  void upperInPlace(long columns, long end, double radix);

  /** Moves what high parts have gained to the low parts of the next columns. */
  void fold(long columns, long end, double radix);

  /**
   * Adds to a column an estimate of what the one before it carries: products of every third limb of
   * a with every third limb of b, the latter from the end.
   */
  void estimate(long a, long b, long end, long column, double radix);
}
