package io.github.lanewise.kernel.rsa;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import jdk.incubator.vector.VectorSpecies;

/**
 * The working memory of the kernel of one vector shape: {@link #SLOTS} slots, one per open session,
 * each with room for the longest moduli. What stands where in it tells {@link VectorPowerLayout}.
 */
final class VectorPowerMemory {

  /** How many sessions share one kernel class; for more there is another one. */
  static final int SLOTS = 16;

  final VectorSpecies<Double> species;
  final int lanes;
  final int rowBytes;

  /** A power of two. */
  final long slotBytes;

  private final AddressedMemory slots;
  private final BitSet slotsInUse = new BitSet(SLOTS);

  VectorPowerMemory(VectorSpecies<Double> species, int mostBits, boolean byAddress) {
    this.species = species;
    this.lanes = species.length();
    this.rowBytes = species.vectorByteSize();
    long most = new VectorPowerLayout(LimbFormat.forModulusOf(mostBits), rowBytes).bytes;
    this.slotBytes = Long.highestOneBit(most - 1) << 1;
    // No access reaches further than a dozen rows from an offset that went through the mask.
    this.slots = AddressedMemory.allocate(SLOTS * slotBytes, 16L * rowBytes, rowBytes, byAddress);
  }

  /** What kernels load from and store to. */
  MemorySegment view() {
    return slots.view;
  }

  /** Where the first slot begins in the view. */
  long start() {
    return slots.start;
  }

  /** Takes any offset to one within the view. */
  long mask() {
    return slots.mask;
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

  MemorySegment slot(int slot) {
    return slots.memory.asSlice(slot * slotBytes, slotBytes);
  }
}
