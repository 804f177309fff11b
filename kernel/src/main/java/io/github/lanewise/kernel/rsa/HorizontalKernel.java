package io.github.lanewise.kernel.rsa;

/**
 * Montgomery arithmetic on one number at a time, in the slots of a {@link VectorHorizontalLayout}.
 * An accumulator, called X here, takes every result.
 */
interface HorizontalKernel {

  /**
   * X = a·b / R mod n, not fully reduced: above −n and below n, if a and b are.
   *
   * @param a the offset of an area within the slot
   * @param b the offset of an area within the slot
   */
  void multiply(int slot, int limbs, long a, long b);

  /** X = X² / R mod n, in the same bounds. */
  void square(int slot, int limbs);

  /** The window operand = the table's entry. Reads every entry, whatever the index. */
  void select(int slot, int limbs, long index);
}
