package io.github.lanewise.sample.archive;

import io.github.lanewise.kernel.sha256.CalibrationReport;
import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import org.jspecify.annotations.Nullable;

/**
 * What the workers hash with. Lanes take a second of CPU to become fast, and whether they pay has
 * to be measured first, so {@code auto} begins with {@link PairHasher} and thinks of lanes only
 * where there is so much to do that neither matters.
 */
final class EngineSelection {

  static final String AUTO = "auto";
  static final String JDK = "jdk";

  /** More than half a minute of two cores, of which a calibration takes one for five seconds. */
  static final long WORTH_CALIBRATING_BYTES = 100_000_000_000L;

  /**
   * A calibration compares lanes with one message at a time by {@code MessageDigest}; two at a time
   * were measured to be 1.3 times as fast.
   */
  private static final double PAIRS_GAIN = 1.3;

  private final boolean automatic;
  private volatile @Nullable EngineChoice lanes;
  private boolean calibrating;

  private EngineSelection(boolean automatic, @Nullable EngineChoice lanes) {
    this.automatic = automatic;
    this.lanes = lanes;
  }

  /**
   * @param engine {@code auto}, an engine's name, or a table as {@link Sha256Engines#choose} takes
   * @throws IllegalArgumentException if it is none of them
   * @throws IllegalStateException if the engine is refused here; the message says why
   */
  static EngineSelection of(String engine) {
    return switch (engine) {
      case AUTO -> new EngineSelection(true, null);
      case JDK -> new EngineSelection(false, null);
      default -> new EngineSelection(false, lanes(engine));
    };
  }

  private static EngineChoice lanes(String engine) {
    Sha256Engines engines = Sha256Engines.discover();
    return engine.contains(":") ? engines.choose(engine) : engines.force(engine);
  }

  /** One for each worker, to be closed by it. */
  ChunkHasher open() {
    EngineChoice choice = lanes;
    return choice == null ? new PairHasher() : new LaneHasher(choice.open());
  }

  /** Whether another would be opened now. */
  boolean isOutdated(ChunkHasher hasher) {
    return hasher instanceof PairHasher && lanes != null;
  }

  /** Tells how much there is to do, as far as it is known. Called by one thread. */
  void found(long bytes) {
    if (automatic && !calibrating && bytes >= WORTH_CALIBRATING_BYTES) {
      calibrating = true;
      Thread.ofPlatform().daemon().name("calibration").start(this::calibrate);
    }
  }

  private void calibrate() {
    EngineChoice choice = Sha256Engines.discover().calibrate();
    if (pays(choice.report())) {
      lanes = choice;
    }
  }

  static boolean pays(CalibrationReport report) {
    return report.rows().stream()
        .anyMatch(row -> row.from().isPresent() && row.ratio() > PAIRS_GAIN);
  }
}
