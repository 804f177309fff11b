package io.github.lanewise.kernel.rsa;

/**
 * Sums products of limbs by columns. Implemented by {@link VectorColumnSums}, of which there is one
 * hidden class per vector shape, limb format and use.
 */
interface ColumnSums {

  /** For the numbers of this slot. */
  void sum(int slot);
}
