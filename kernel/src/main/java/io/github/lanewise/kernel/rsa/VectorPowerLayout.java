package io.github.lanewise.kernel.rsa;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Where the numbers of one limb format stand in a slot of {@link VectorPowerMemory}, as offsets in
 * bytes. A row holds one limb of every lane and is exactly one vector, aligned to its own size; a
 * number is as many rows as it has limbs, a column of a product two: its high part and its low
 * part.
 */
final class VectorPowerLayout {

  /** Bits of the exponent to a multiplication. */
  static final int WINDOW_BITS = 4;

  /** Entries of the table of powers. */
  static final int ENTRIES = 1 << WINDOW_BITS;

  private static final ValueLayout.OfDouble LIMB =
      ValueLayout.JAVA_DOUBLE.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfLong DIGIT =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.nativeOrder());

  final LimbFormat format;
  final int limbs;
  final int blocks;
  final int rowBytes;

  /** From a block of limbs to the next. */
  final long block;

  /** From a block of columns to the next. */
  final long columnBlock;

  /** What leaves a number behind it. */
  final long number;

  /** The accumulator X. */
  final long accumulator;

  /** 2X, for squares. */
  final long doubled;

  /** The other factor: what a table look-up found. */
  final long operand;

  /** n. */
  final long modulus;

  /** −1/n mod R. */
  final long negatedInverse;

  /** R² mod n. */
  final long radixSquared;

  /** What is raised, not in Montgomery form. */
  final long plainBase;

  /** T mod R, in limbs. */
  final long low;

  /** Q. */
  final long quotient;

  /** The columns of T, and then those of T + Q·n. */
  final long columns;

  /** The columns of Q. */
  final long quotientColumns;

  /** A digit of each lane's exponent. */
  final long digits;

  /** A row for each entry of the table: all ones in the lanes that want it. */
  final long wanted;

  /** The powers, entry after entry. */
  final long table;

  final long bytes;

  VectorPowerLayout(LimbFormat format, int rowBytes) {
    this.format = format;
    this.limbs = format.limbs();
    this.blocks = limbs / LimbFormat.BLOCK;
    this.rowBytes = rowBytes;
    block = (long) LimbFormat.BLOCK * rowBytes;
    columnBlock = 2 * block;
    number = blocks * block;
    accumulator = 0;
    doubled = accumulator + number;
    operand = doubled + number;
    modulus = operand + number;
    negatedInverse = modulus + number;
    radixSquared = negatedInverse + number;
    plainBase = radixSquared + number;
    low = plainBase + number;
    quotient = low + number;
    columns = quotient + number;
    quotientColumns = columns + 2L * blocks * columnBlock;
    // Two columns above the last one are computed and not used.
    digits = quotientColumns + (blocks + 1) * columnBlock;
    wanted = digits + rowBytes;
    table = wanted + (long) ENTRIES * rowBytes;
    bytes = table + ENTRIES * number;
  }

  /** Writes a number to one lane. */
  void put(MemorySegment slot, long number, int lane, long[] limbs) {
    long offset = number + (long) lane * Double.BYTES;
    for (int i = 0; i < this.limbs; i++) {
      slot.set(LIMB, offset + (long) i * rowBytes, (double) limbs[i]);
    }
  }

  /** Writes a number of one limb to one lane. */
  void putSmall(MemorySegment slot, long number, int lane, int value) {
    long offset = number + (long) lane * Double.BYTES;
    for (int i = 0; i < limbs; i++) {
      slot.set(LIMB, offset + (long) i * rowBytes, i == 0 ? value : 0.0);
    }
  }

  /** Reads a number from one lane. */
  void take(MemorySegment slot, long number, int lane, long[] limbs) {
    // A limb is below 2^50, so its bits are the low ones of a sum in [2^52, 2^53). A conversion
    // would do, but compiles to a branch.
    double shift = 0x1.8p52;
    long bits = Double.doubleToRawLongBits(shift);
    long offset = number + (long) lane * Double.BYTES;
    for (int i = 0; i < this.limbs; i++) {
      double limb = slot.get(LIMB, offset + (long) i * rowBytes);
      limbs[i] = Double.doubleToRawLongBits(limb + shift) - bits;
    }
  }

  /** Copies a number of all lanes. */
  void copy(MemorySegment slot, long from, long to) {
    MemorySegment.copy(slot, from, slot, to, number);
  }

  /** Where an entry of the table stands. */
  long entry(int index) {
    return table + index * number;
  }

  void putDigit(MemorySegment slot, int lane, long value) {
    slot.set(DIGIT, digits + (long) lane * Long.BYTES, value);
  }
}
