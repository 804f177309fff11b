package io.github.lanewise.kernel.sha256;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures on this very machine from how many messages on a lane engine beats {@code jdk}.
 *
 * <p>A batch takes the same time however many of its lanes are used, so one figure is enough: how
 * long a full batch takes beside one message with {@code jdk}. Both are measured in turn and the
 * median of the ratios counts, so that a neighbour who is noisy for a while meets both.
 */
final class EngineCalibration {

  private static final int MESSAGE_BYTES = 16 * 1024;
  private static final int ROUNDS = 21;

  /** A lane engine has to win by this much: what is even is not worth a change. */
  private static final double MARGIN = 1.03;

  /**
   * What was measured.
   *
   * @param engine the lane engine
   * @param ratio its throughput with full lanes ÷ that of {@code jdk}
   */
  record Result(BlockEngine engine, double ratio) {

    /** The smallest number of messages that takes {@code jdk} longer than one batch. */
    int breakEven() {
      return (int) Math.ceil(engine.lanes() / ratio * MARGIN);
    }

    boolean pays() {
      return breakEven() <= engine.lanes();
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%s %.2f × jdk", engine.name(), ratio)
          + (pays() ? " from " + breakEven() + " messages on" : "");
    }
  }

  private EngineCalibration() {}

  /**
   * Runs an engine and {@code jdk} against one another.
   *
   * @param warmUp how long each runs first, so that compiled code is measured
   */
  static Result measure(BlockEngine engine, Duration warmUp) {
    try (Arena arena = Arena.ofConfined();
        MultiBufferSha256 lanes = EngineChoice.lanes(engine, 1, "calibration").open();
        MultiBufferSha256 jdk = EngineChoice.jdk("calibration").open()) {
      List<Sha256Stream> streams = new ArrayList<>();
      List<MemorySegment> messages = new ArrayList<>();
      for (int i = 0; i < engine.lanes(); i++) {
        streams.add(new Sha256Stream());
        messages.add(arena.allocate(MESSAGE_BYTES, Sha256Constants.BLOCK_BYTES).fill((byte) i));
      }
      long end = System.nanoTime() + warmUp.toNanos();
      do {
        time(lanes, streams, messages);
        time(jdk, streams, messages);
      } while (System.nanoTime() - end < 0);
      double[] ratios = new double[ROUNDS];
      for (int i = 0; i < ROUNDS; i++) {
        long withLanes = time(lanes, streams, messages);
        ratios[i] = (double) time(jdk, streams, messages) / withLanes;
      }
      Arrays.sort(ratios);
      return new Result(engine, ratios[ROUNDS / 2]);
    }
  }

  private static long time(
      MultiBufferSha256 sha256, List<Sha256Stream> streams, List<MemorySegment> messages) {
    for (int i = 0; i < streams.size(); i++) {
      streams.get(i).reset();
      streams.get(i).segment(messages.get(i), true);
    }
    long start = System.nanoTime();
    sha256.advanceAll(streams);
    return System.nanoTime() - start;
  }
}
