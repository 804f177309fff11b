package io.github.lanewise.kernel.sha256;

import io.github.lanewise.kernel.sha256.BlockEngine.Compressor;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** An engine with working memory, and the watch over its speed. */
final class OpenEngine implements AutoCloseable {

  private final BlockEngine engine;
  private final Compressor compressor;
  private final @Nullable SpeedWindow window;

  /**
   * @param compressor of the engine; closed with this
   * @param window is told how long runs take; null where nobody wants to know
   */
  OpenEngine(BlockEngine engine, Compressor compressor, @Nullable SpeedWindow window) {
    this.engine = engine;
    this.compressor = compressor;
    this.window = window;
  }

  String name() {
    return engine.name();
  }

  /** How many lanes a run of so many messages has: {@code scalar} has one for each. */
  int lanesFor(int messages) {
    return Math.max(engine.lanes(), messages);
  }

  boolean isInLanes() {
    return !(engine instanceof ScalarEngine);
  }

  void put(int lane, int[] words) {
    compressor.put(lane, words);
  }

  void take(int lane, int[] words) {
    compressor.take(lane, words);
  }

  /** See {@link Compressor#compress}. */
  void compress(MemorySegment[] sources, long[] offsets, int blocks, boolean onHeap) {
    if (window == null || !window.wants(blocks)) {
      compressor.compress(sources, offsets, blocks, onHeap);
      return;
    }
    long start = window.now();
    compressor.compress(sources, offsets, blocks, onHeap);
    window.took(window.now() - start, blocks);
  }

  /** See {@link Compressor#initialise}. */
  void initialise() {
    compressor.initialise();
  }

  /** See {@link Compressor#stage}. */
  MemorySegment stage() {
    return compressor.stage();
  }

  /** See {@link Compressor#stageOffset}. */
  long stageOffset(int lane) {
    return compressor.stageOffset(lane);
  }

  /** See {@link Compressor#compressStaged}. */
  void compressStaged(int first, int blocks) {
    if (window == null || !window.wants(blocks)) {
      compressor.compressStaged(first, blocks);
      return;
    }
    long start = window.now();
    compressor.compressStaged(first, blocks);
    window.took(window.now() - start, blocks);
  }

  /** See {@link Compressor#digests}. */
  void digests(MemorySegment target, int count) {
    compressor.digests(target, 0, count);
  }

  @Override
  public void close() {
    compressor.close();
  }
}
