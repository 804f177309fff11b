package io.github.lanewise.kernel.rsa;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.BitSet;
import jdk.incubator.vector.VectorSpecies;

/**
 * The working memory of the kernel of one vector shape and limb format: {@link #SLOTS} slots, one
 * per open session. A slot is a column of rows; a row holds one limb of every lane and is exactly
 * one vector, aligned to its own size.
 */
final class VectorPowerLayout {

  /** How many sessions share one kernel class; for more there is another one. */
  static final int SLOTS = 16;

  /** Entries of the table of powers: windows of 4 bits. */
  static final int ENTRIES = 16;

  static final ValueLayout.OfDouble LIMB =
      ValueLayout.JAVA_DOUBLE.withOrder(ByteOrder.nativeOrder());
  private static final ValueLayout.OfLong DIGIT =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.nativeOrder());

  final VectorSpecies<Double> species;
  final LimbFormat format;
  final int lanes;
  final int limbs;
  final int blocks;
  final int rowBytes;

  // First rows of what a slot holds.
  final int accumulator;
  final int doubled;
  final int operand;
  final int modulus;
  final int negatedInverse;
  final int product;
  final int quotient;
  final int radixSquared;
  final int table;
  final int digit;
  final int slotRows;

  final MemorySegment slots;
  private final BitSet slotsInUse = new BitSet(SLOTS);

  VectorPowerLayout(VectorSpecies<Double> species, LimbFormat format) {
    this.species = species;
    this.format = format;
    this.lanes = species.length();
    this.limbs = format.limbs();
    this.blocks = limbs / LimbFormat.BLOCK;
    this.rowBytes = lanes * Double.BYTES;
    accumulator = 0;
    doubled = limbs;
    operand = 2 * limbs;
    modulus = 3 * limbs;
    negatedInverse = 4 * limbs;
    product = 5 * limbs;
    quotient = 7 * limbs;
    // The quotient's sums reach one block further.
    radixSquared = 8 * limbs + LimbFormat.BLOCK;
    table = 9 * limbs + LimbFormat.BLOCK;
    digit = table + ENTRIES * limbs;
    slotRows = digit + 1;
    // For the life of the process: hidden classes hold it as a constant.
    slots = Arena.global().allocate((long) SLOTS * slotRows * rowBytes, 4096);
  }

  /** A slot that nobody uses, or −1. */
  int take() {
    synchronized (slotsInUse) {
      int slot = slotsInUse.nextClearBit(0);
      if (slot == SLOTS) {
        return -1;
      }
      slotsInUse.set(slot);
      return slot;
    }
  }

  void giveBack(int slot) {
    synchronized (slotsInUse) {
      slotsInUse.clear(slot);
    }
  }

  MemorySegment memoryOf(int slot) {
    return slots.asSlice((long) slot * slotRows * rowBytes, (long) slotRows * rowBytes);
  }

  /** Writes a number to one lane. */
  void put(int slot, int row, int lane, long[] limbs) {
    long offset = offset(slot, row, lane);
    for (int i = 0; i < this.limbs; i++) {
      slots.set(LIMB, offset + (long) i * rowBytes, (double) limbs[i]);
    }
  }

  /** Writes a number of one limb to one lane. */
  void putSmall(int slot, int row, int lane, int value) {
    long offset = offset(slot, row, lane);
    for (int i = 0; i < limbs; i++) {
      slots.set(LIMB, offset + (long) i * rowBytes, i == 0 ? value : 0.0);
    }
  }

  /** Reads a number from one lane. */
  void take(int slot, int row, int lane, long[] limbs) {
    // A limb is below 2^50, so its bits are the low ones of a sum in [2^52, 2^53). A conversion
    // would do, but compiles to a branch.
    double shift = 0x1.8p52;
    long bits = Double.doubleToRawLongBits(shift);
    long offset = offset(slot, row, lane);
    for (int i = 0; i < this.limbs; i++) {
      double limb = slots.get(LIMB, offset + (long) i * rowBytes);
      limbs[i] = Double.doubleToRawLongBits(limb + shift) - bits;
    }
  }

  /** Copies a number of all lanes. */
  void copy(int slot, int fromRow, int toRow) {
    MemorySegment.copy(
        slots, offset(slot, fromRow, 0), slots, offset(slot, toRow, 0), (long) limbs * rowBytes);
  }

  void putDigit(int slot, int lane, long value) {
    slots.set(DIGIT, offset(slot, digit, lane), value);
  }

  private long offset(int slot, int row, int lane) {
    return ((long) slot * slotRows + row) * rowBytes + (long) lane * Double.BYTES;
  }
}
