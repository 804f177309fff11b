package io.github.lanewise.kernel.sha256;

import java.util.function.LongSupplier;

/**
 * The last runs of one open engine, as parts of the time that each was allowed. Belongs to one
 * instance, so it needs no lock.
 */
final class SpeedWindow {

  /** Two readings of the clock are less than a hundredth of such a run. */
  static final int LONG_RUN_BLOCKS = 16;

  /** One of so many shorter runs is timed. */
  private static final int SHORT_RUNS_PER_SAMPLE = 8;

  /** How many timed runs are judged together. */
  static final int SAMPLES = 64;

  private final SpeedWatch watch;
  private final String engine;
  private final double nanosPerBlock;
  private final LongSupplier clock;
  private int shortRuns;
  private int samples;
  private double fastest = Double.POSITIVE_INFINITY;

  SpeedWindow(SpeedWatch watch, String engine, double nanosPerBlock, LongSupplier clock) {
    this.watch = watch;
    this.engine = engine;
    this.nanosPerBlock = nanosPerBlock;
    this.clock = clock;
  }

  /** Whether a run is to be timed. */
  boolean wants(int blocks) {
    return blocks >= LONG_RUN_BLOCKS || ++shortRuns % SHORT_RUNS_PER_SAMPLE == 0;
  }

  long now() {
    return clock.getAsLong();
  }

  /** A run took so long. */
  void took(long nanos, int blocks) {
    // What a run costs beside its blocks is less than four of them.
    fastest = Math.min(fastest, nanos / (nanosPerBlock * (blocks + 4)));
    if (++samples == SAMPLES) {
      if (fastest > SpeedWatch.SLOWDOWN) {
        watch.collapsed(engine, fastest);
      }
      samples = 0;
      fastest = Double.POSITIVE_INFINITY;
    }
  }
}
