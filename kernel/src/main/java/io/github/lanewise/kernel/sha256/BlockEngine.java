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

    /** Gives the working memory back with nothing of the messages left in it. */
    @Override
    void close();
  }
}
