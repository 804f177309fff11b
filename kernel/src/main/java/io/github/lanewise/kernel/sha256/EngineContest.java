package io.github.lanewise.kernel.sha256;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** An engine and {@code jdk} on the same messages, in turn. */
final class EngineContest implements AutoCloseable {

  /** Long enough for the speed of blocks, short enough that few rounds are interrupted. */
  static final int MESSAGE_BYTES = 16 * 1024;

  private final Arena arena = Arena.ofShared();
  private final Sha256Engine engine;
  private final MultiBufferSha256 lanes;
  private final MultiBufferSha256 jdk;
  private final List<Sha256Stream> streams = new ArrayList<>();
  private final List<MemorySegment> ofNative = new ArrayList<>();
  private final List<MemorySegment> ofHeap = new ArrayList<>();
  private long lastNanos;
  private long lastJdkNanos;

  EngineContest(Sha256Engine engine) {
    this.engine = engine;
    this.lanes = EngineChoice.only(engine, "calibration").open();
    this.jdk = EngineChoice.only(new JdkEngine(), "calibration").open();
    for (int i = 0; i < engine.lanes(); i++) {
      streams.add(new Sha256Stream());
      ofNative.add(arena.allocate(MESSAGE_BYTES, Sha256Constants.BLOCK_BYTES).fill((byte) i));
      ofHeap.add(MemorySegment.ofArray(new byte[MESSAGE_BYTES]).fill((byte) i));
    }
  }

  Sha256Engine engine() {
    return engine;
  }

  /**
   * One round.
   *
   * @param jdkFirst who finds the messages in memory, and leaves them to the other in the cache: as
   *     often the one as the other, for each kind of memory
   * @return the time of the engine ÷ that of {@code jdk} for one of the messages
   */
  double cost(int messages, int bytes, boolean onHeap, boolean jdkFirst) {
    List<MemorySegment> memory = onHeap ? ofHeap : ofNative;
    List<Sha256Stream> some = streams.subList(0, messages);
    if (jdkFirst) {
      lastJdkNanos = nanos(jdk, some, memory, bytes);
      lastNanos = nanos(lanes, some, memory, bytes);
    } else {
      lastNanos = nanos(lanes, some, memory, bytes);
      lastJdkNanos = nanos(jdk, some, memory, bytes);
    }
    return (double) lastNanos * messages / Math.max(1, lastJdkNanos);
  }

  /** What the engine took in the last round. */
  long lastNanos() {
    return lastNanos;
  }

  /** What {@code jdk} took in the last round. */
  long lastJdkNanos() {
    return lastJdkNanos;
  }

  private static long nanos(
      MultiBufferSha256 sha256, List<Sha256Stream> streams, List<MemorySegment> memory, int bytes) {
    for (int i = 0; i < streams.size(); i++) {
      streams.get(i).reset();
      streams.get(i).segment(memory.get(i).asSlice(0, bytes), true);
    }
    long start = System.nanoTime();
    sha256.advanceAll(streams);
    return System.nanoTime() - start;
  }

  @Override
  public void close() {
    lanes.close();
    jdk.close();
    arena.close();
  }
}
