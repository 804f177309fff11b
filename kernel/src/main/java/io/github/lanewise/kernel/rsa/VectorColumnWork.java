package io.github.lanewise.kernel.rsa;

/**
 * One use of {@link VectorColumnSums}: what it multiplies, and which columns it wants.
 *
 * @param a first row of one factor
 * @param b first row of the other
 * @param sums row of column 0
 * @param firstBlock the columns from 3 · firstBlock
 * @param endBlock to before 3 · endBlock, and what reaches over from them
 * @param onto whether the sums are added to what their rows hold already
 * @param below whether only products of a limb of a with a higher limb of b are wanted, by blocks
 */
record VectorColumnWork(
    VectorPowerLayout layout,
    int a,
    int b,
    int sums,
    int firstBlock,
    int endBlock,
    boolean onto,
    boolean below) {

  /** T = accumulator · operand. */
  static VectorColumnWork product(VectorPowerLayout layout) {
    return new VectorColumnWork(
        layout,
        layout.accumulator,
        layout.operand,
        layout.product,
        0,
        2 * layout.blocks - 1,
        false,
        false);
  }

  /** The blocks off the diagonal of a square, each once with one factor doubled. */
  static VectorColumnWork square(VectorPowerLayout layout) {
    return new VectorColumnWork(
        layout,
        layout.doubled,
        layout.accumulator,
        layout.product,
        0,
        2 * layout.blocks - 1,
        true,
        true);
  }

  /** Q = T · (−1/n) mod R: the lower half. The two columns above it are computed and not used. */
  static VectorColumnWork quotient(VectorPowerLayout layout) {
    return new VectorColumnWork(
        layout,
        layout.product,
        layout.negatedInverse,
        layout.quotient,
        0,
        layout.blocks,
        false,
        false);
  }

  /** T + Q·n from the last column of the lower half on; two below it are not complete. */
  static VectorColumnWork multiple(VectorPowerLayout layout) {
    return new VectorColumnWork(
        layout,
        layout.quotient,
        layout.modulus,
        layout.product,
        layout.blocks - 1,
        2 * layout.blocks - 1,
        true,
        false);
  }
}
