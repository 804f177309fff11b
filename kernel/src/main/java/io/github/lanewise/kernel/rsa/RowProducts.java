package io.github.lanewise.kernel.rsa;

/**
 * Adds products of limbs to columns. Implemented by {@link VectorRowProducts}, of which there is
 * one hidden class for the slots of one vector shape. All places are offsets in bytes from the
 * first slot.
 */
interface RowProducts {

  /**
   * Begins columns with three limbs of one factor times some of the other: what was in them is
   * overwritten, in two more of them than the other factor has limbs.
   *
   * @param a the three limbs
   * @param b the first limb of the other factor, a whole number of blocks before the end
   * @param end behind the last one
   * @param columns the column of a's first limb times b's
   * @param bias what high parts start from
   */
  void begin(long a, long b, long end, long columns, double bias);

  /** Adds three limbs of one factor times some of the other to columns that were begun. */
  void add(long a, long b, long end, long columns);

  /**
   * Begins all columns of a square with the products of each block of three limbs with itself.
   *
   * @param doubled is given twice the limbs
   */
  void beginSquare(long a, long end, long doubled, long columns, double bias);
}
