package io.github.lanewise.kernel.rsa;

/**
 * Montgomery arithmetic on the numbers of a slot. Implemented by {@link VectorPowerKernel}, of
 * which there is one hidden class for the slots of one vector shape, so that this interface is all
 * that the rest of the package can see of it.
 */
interface LanePowerKernel {

  /** The accumulator times itself, so many times. */
  void square(int slot, VectorPowerLayout layout, int times);

  /** The accumulator times the operand. */
  void multiply(int slot, VectorPowerLayout layout);

  /** Puts the entry that each lane's digit names into the operand, reading all entries. */
  void select(int slot, VectorPowerLayout layout);
}
