package io.github.lanewise.kernel.sha256;

import java.lang.foreign.MemorySegment;

/**
 * Advances every lane by the same number of blocks. Implemented by {@link VectorKernel} and {@link
 * VectorNarrowKernel}, of which there are hidden classes for each vector shape, so that this
 * interface is all that the rest of the package can see of them.
 */
interface LaneKernel {

  /**
   * Compresses {@code blocks} blocks of 64 bytes in every lane.
   *
   * @param slot whose working memory holds the states
   * @param sources one segment per lane, all of the memory kind the kernel was made for
   * @param offsets where each lane's block 0 begins in its segment, in bytes; more follow it
   * @param first the first of them to compress; if it is not 0, the call before was for those in
   *     front of it
   * @param blocks how many to compress, at least 1
   * @param readable how many there are that can be read, at least {@code first + blocks}
   */
  void compress(
      int slot, MemorySegment[] sources, long[] offsets, int first, int blocks, int readable);

  /** Lays the states out as digests, lane by lane, big-endian: {@link VectorLayout#DIGESTS}. */
  void layOutDigests(int slot);
}
