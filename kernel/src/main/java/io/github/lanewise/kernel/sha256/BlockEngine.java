package io.github.lanewise.kernel.sha256;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** An engine whose states are eight words that can be put in and taken out between blocks. */
non-sealed interface BlockEngine extends Sha256Engine {

  /** Reserves working memory for one thread at a time; null if there is none left. */
  @Nullable Compressor open();

  /**
   * Has the compiler begin anew with the engine's code, where it can: what it makes of vector code
   * is now and then far from what it can make of it, and then stays so.
   *
   * @return whether anything was done
   */
  default boolean renew() {
    return false;
  }

  /** The working memory of an engine and the compression function on it. */
  interface Compressor extends AutoCloseable {

    /** How many blocks of a lane there is room for in {@link #stage()}. */
    int STAGE_BLOCKS = 16;

    /** Sets a lane's state. */
    void put(int lane, int[] words);

    /** Reads a lane's state; the lane is free then. */
    void take(int lane, int[] words);

    /**
     * Advances every lane, used or not, by {@code blocks} blocks.
     *
     * @param sources one per lane: all native, or all on the heap and backed by {@code byte[]}
     * @param offsets one per lane, in bytes
     * @param onHeap which of the two the sources are
     */
    void compress(MemorySegment[] sources, long[] offsets, int blocks, boolean onHeap);

    /** Sets every lane to the initial hash value. */
    void initialise();

    /**
     * Native memory of the engine where blocks can be laid for {@link #compressStaged}: {@link
     * #STAGE_BLOCKS} for each lane. What is laid there stays until it is overwritten.
     */
    MemorySegment stage();

    /** Where in {@link #stage()} a lane's blocks begin, in bytes. */
    long stageOffset(int lane);

    /** Advances every lane by some blocks of its stage, from the {@code first} of them on. */
    void compressStaged(int first, int blocks);

    /**
     * Writes the states of the first lanes as digests, 32 bytes each, one after the other.
     *
     * @param offset where the first goes in the target, in bytes
     * @param count how many lanes
     */
    void digests(MemorySegment target, long offset, int count);

    /** Gives the working memory back with nothing of the messages left in it. */
    @Override
    void close();
  }
}
