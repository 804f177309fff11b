package io.github.lanewise.kernel.sha256;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.VectorSpecies;

/**
 * The working memory of the lane kernels of one vector shape: {@link #SLOTS} slots, one per open
 * engine, and the table of round constants.
 *
 * <p>A slot is a column of rows; a row holds one 32-bit word of every lane and is exactly one
 * vector. Rows are aligned to their own size, since a vector that straddles two cache lines halves
 * the speed of the message schedule. That is why this memory is off the heap, where the first
 * element of an array stands at offset 16.
 */
final class VectorLayout {

  /** Rows 0 to 7: the hash value between blocks, H(i) of FIPS 180-4. */
  static final int STATE = 0;

  /** Rows 8 to 15: the working variables a to h, between the methods of one block. */
  static final int WORKING = 8;

  /** Rows 16 to 79: the message schedule W. */
  static final int SCHEDULE = 16;

  /** Rows 80 to 95: the next block, halfway through its transposition. */
  static final int HALFWAY = 80;

  /** Rows 96 to 103: a state that nobody reads. */
  static final int SPARE = 96;

  /** Slots are 128 rows apart: a power of two, so that the start of one is a mask and a shift. */
  static final int SLOT_ROWS = 128;

  /** How many engines of one shape can be open at once in a process. */
  static final int SLOTS = 256;

  static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.nativeOrder());

  final VectorSpecies<Integer> species;
  final int lanes;
  final int rowBytes;
  final MemorySegment slots;
  final MemorySegment constants;

  VectorLayout(VectorSpecies<Integer> species) {
    this.species = species;
    this.lanes = species.length();
    this.rowBytes = lanes * Integer.BYTES;
    // For the life of the process: hidden classes hold them as constants.
    this.slots = Arena.global().allocate((long) SLOTS * SLOT_ROWS * rowBytes, 4096);
    this.constants = Arena.global().allocate((long) Sha256Constants.ROUNDS * rowBytes, 64);
    for (int t = 0; t < Sha256Constants.ROUNDS; t++) {
      for (int lane = 0; lane < lanes; lane++) {
        constants.set(
            WORD, (long) t * rowBytes + (long) lane * Integer.BYTES, Sha256Constants.k(t));
      }
    }
  }

  /** Writes a lane's eight state words. */
  void putState(int slot, int lane, int[] words) {
    for (int i = 0; i < words.length; i++) {
      slots.set(WORD, wordOffset(slot, lane, i), words[i]);
    }
  }

  /** Reads a lane's eight state words. */
  void takeState(int slot, int lane, int[] words) {
    for (int i = 0; i < words.length; i++) {
      words[i] = slots.get(WORD, wordOffset(slot, lane, i));
    }
  }

  /** Leaves nothing of the messages behind in a slot. */
  void clear(int slot) {
    slots.asSlice((long) slot * SLOT_ROWS * rowBytes, (long) SLOT_ROWS * rowBytes).fill((byte) 0);
  }

  private long wordOffset(int slot, int lane, int word) {
    return ((long) slot * SLOT_ROWS + STATE + word) * rowBytes + (long) lane * Integer.BYTES;
  }
}
