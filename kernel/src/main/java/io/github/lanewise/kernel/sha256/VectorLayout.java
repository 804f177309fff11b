package io.github.lanewise.kernel.sha256;

import static io.github.lanewise.kernel.sha256.Sha256Constants.STATE_WORDS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
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

  /** Rows 80 to 87, between calls: the digests, one after the other. */
  static final int DIGESTS = HALFWAY;

  /** Slots are 128 rows apart: a power of two, so that the start of one is a mask and a shift. */
  static final int SLOT_ROWS = 128;

  /** How many engines of one shape can be open at once in a process. */
  static final int SLOTS = 256;

  /** How many blocks the stage of a lane has room for. */
  static final int STAGE_BLOCKS = BlockEngine.Compressor.STAGE_BLOCKS;

  /**
   * The stages of two lanes are one block further apart than they are long: a distance of a power
   * of two would put the same block of all lanes into the same set of the cache. There is one block
   * in front of the first, too, so that a kernel may look a little before and behind each.
   */
  static final int STAGE_STRIDE = (STAGE_BLOCKS + 1) * Sha256Constants.BLOCK_BYTES;

  static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.nativeOrder());

  final VectorSpecies<Integer> species;
  final int lanes;
  final int rowBytes;
  final MemorySegment slots;
  final MemorySegment constants;

  /** Blocks as the messages have them, {@link #STAGE_BLOCKS} for each lane of each slot. */
  final MemorySegment stages;

  private final MemorySegment initialState;

  VectorLayout(VectorSpecies<Integer> species) {
    this.species = species;
    this.lanes = species.length();
    this.rowBytes = lanes * Integer.BYTES;
    // For the life of the process: hidden classes hold them as constants.
    this.slots = Arena.global().allocate((long) SLOTS * SLOT_ROWS * rowBytes, 4096);
    this.constants = Arena.global().allocate((long) Sha256Constants.ROUNDS * rowBytes, 64);
    this.stages = Arena.global().allocate(stageOffset(SLOTS, 1), 4096);
    this.initialState = Arena.global().allocate((long) STATE_WORDS * rowBytes, 64);
    int[] initial = new int[STATE_WORDS];
    Sha256Constants.initialise(initial);
    for (int i = 0; i < STATE_WORDS; i++) {
      initialState.asSlice((long) i * rowBytes, rowBytes).copyFrom(broadcast(initial[i]));
    }
    for (int t = 0; t < Sha256Constants.ROUNDS; t++) {
      constants.asSlice((long) t * rowBytes, rowBytes).copyFrom(broadcast(Sha256Constants.k(t)));
    }
  }

  private MemorySegment broadcast(int word) {
    int[] row = new int[lanes];
    Arrays.fill(row, word);
    return MemorySegment.ofArray(row);
  }

  /** Where a lane's stage begins. */
  long stageOffset(int slot, int lane) {
    return ((long) slot * lanes + lane) * STAGE_STRIDE + Sha256Constants.BLOCK_BYTES;
  }

  /** Sets every lane to the initial hash value. */
  void initialise(int slot) {
    MemorySegment.copy(
        initialState, 0, slots, wordOffset(slot, 0, 0), (long) STATE_WORDS * rowBytes);
  }

  /** Copies the first of the digests that the kernel has laid out. */
  void copyDigests(int slot, MemorySegment target, long offset, int count) {
    MemorySegment.copy(
        slots,
        ((long) slot * SLOT_ROWS + DIGESTS) * rowBytes,
        target,
        offset,
        (long) count * Sha256Digest.BYTES);
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
    stages.asSlice(stageOffset(slot, 0), (long) lanes * STAGE_STRIDE).fill((byte) 0);
  }

  private long wordOffset(int slot, int lane, int word) {
    return ((long) slot * SLOT_ROWS + STATE + word) * rowBytes + (long) lane * Integer.BYTES;
  }
}
