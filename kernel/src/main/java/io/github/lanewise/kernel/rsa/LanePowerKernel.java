package io.github.lanewise.kernel.rsa;

/**
 * Montgomery arithmetic on the rows of a slot. Implemented by {@link VectorPowerKernel}, of which
 * there is one hidden class per vector shape and limb format, so that this interface is all that
 * the rest of the package can see of it.
 */
interface LanePowerKernel {

  /** The accumulator times itself, so many times. */
  void square(int slot, int times);

  /** The accumulator times the operand. */
  void multiply(int slot);

  /** Puts the entry that each lane's digit names into the operand, reading all entries. */
  void select(int slot);

  /** Copies the accumulator to an entry of the table. */
  void store(int slot, int entry);

  /** Copies the operand to the accumulator. */
  void load(int slot);
}
