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

  /** Short, since the first blocks run in the interpreter, a thousand times slower. */
  private static final int WARM_UP_BYTES = 2048;

  private static final int WARM_UP_ROUNDS = 51;

  /** No engine that is compiled to vector instructions is slower than this beside {@code jdk}. */
  private static final double INTERPRETED = 0.15;

  /** Medians that differ by more come from code that is still being compiled. */
  private static final double UNSTEADY = 0.1;

  private static final int STEADY_ROUNDS = 5;

  /** The first compiler's code is steady too, until the second has finished. */
  private static final Duration MIN_WARM_UP = Duration.ofMillis(1500);

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
   * Runs an engine and {@code jdk} against one another, first until compiled code is what runs.
   *
   * @param patience how long that may take; after it, what is measured is what counts
   */
  static Result measure(BlockEngine engine, Duration patience) {
    try (Arena arena = Arena.ofConfined();
        MultiBufferSha256 lanes = EngineChoice.lanes(engine, 1, "calibration").open();
        MultiBufferSha256 jdk = EngineChoice.jdk("calibration").open()) {
      Contest contest = new Contest(engine.lanes(), arena, lanes, jdk);
      long start = System.nanoTime();
      double ratio = 0;
      int steady = 0;
      while (System.nanoTime() - start < MIN_WARM_UP.toNanos()
          || (steady < STEADY_ROUNDS && System.nanoTime() - start < patience.toNanos())) {
        double before = ratio;
        ratio = contest.medianRatio(WARM_UP_BYTES, WARM_UP_ROUNDS);
        boolean same = Math.abs(ratio - before) <= UNSTEADY * ratio;
        steady = same && ratio > INTERPRETED ? steady + 1 : 0;
      }
      return new Result(engine, contest.medianRatio(MESSAGE_BYTES, ROUNDS));
    }
  }

  /** The same messages, to both. */
  private static final class Contest {

    private final MultiBufferSha256 lanes;
    private final MultiBufferSha256 jdk;
    private final List<Sha256Stream> streams = new ArrayList<>();
    private final List<MemorySegment> messages = new ArrayList<>();

    Contest(int count, Arena arena, MultiBufferSha256 lanes, MultiBufferSha256 jdk) {
      this.lanes = lanes;
      this.jdk = jdk;
      for (int i = 0; i < count; i++) {
        streams.add(new Sha256Stream());
        messages.add(arena.allocate(MESSAGE_BYTES, Sha256Constants.BLOCK_BYTES).fill((byte) i));
      }
    }

    double medianRatio(int bytes, int rounds) {
      double[] ratios = new double[rounds];
      for (int i = 0; i < rounds; i++) {
        long withLanes = nanos(lanes, bytes);
        ratios[i] = (double) nanos(jdk, bytes) / withLanes;
      }
      Arrays.sort(ratios);
      return ratios[rounds / 2];
    }

    private long nanos(MultiBufferSha256 sha256, int bytes) {
      for (int i = 0; i < streams.size(); i++) {
        streams.get(i).reset();
        streams.get(i).segment(messages.get(i).asSlice(0, bytes), true);
      }
      long start = System.nanoTime();
      sha256.advanceAll(streams);
      return System.nanoTime() - start;
    }
  }
}
