package io.github.lanewise.kernel.sha256;

import java.lang.foreign.MemorySegment;

/** As many lanes as one likes, by the reference implementation, with what a test does to them. */
class InventedEngine implements BlockEngine {

  private final int lanes;

  InventedEngine(int lanes) {
    this.lanes = lanes;
  }

  @Override
  public String name() {
    return "invented-" + lanes;
  }

  @Override
  public int lanes() {
    return lanes;
  }

  @Override
  public Compressor open() {
    Compressor scalar = Sha256Engines.SCALAR.open(lanes);
    return new Compressor() {
      @Override
      public void put(int lane, int[] words) {
        scalar.put(lane, words);
      }

      @Override
      public void take(int lane, int[] words) {
        scalar.take(lane, words);
        taken(lane, words);
      }

      @Override
      public void compress(MemorySegment[] sources, long[] offsets, int blocks, boolean onHeap) {
        scalar.compress(sources, offsets, blocks, onHeap);
        ran(blocks);
      }

      @Override
      public void initialise() {
        scalar.initialise();
      }

      @Override
      public MemorySegment stage() {
        return scalar.stage();
      }

      @Override
      public long stageOffset(int lane) {
        return scalar.stageOffset(lane);
      }

      @Override
      public void compressStaged(int first, int blocks) {
        scalar.compressStaged(first, blocks);
        ran(blocks);
      }

      @Override
      public void digests(MemorySegment target, long offset, int count) {
        scalar.digests(target, offset, count);
        laidOut(target, offset, count);
      }

      @Override
      public void close() {
        scalar.close();
      }
    };
  }

  /** A state has been read; the test may change it. */
  void taken(int lane, int[] words) {}

  /** Digests have been laid out; the test may change them. */
  void laidOut(MemorySegment target, long offset, int count) {}

  /** A run has ended. */
  void ran(int blocks) {}
}
