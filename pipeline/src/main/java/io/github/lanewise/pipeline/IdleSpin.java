package io.github.lanewise.pipeline;

import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Lets a worker that has nothing to do look out for more for a moment before its thread is parked.
 * Confined to the worker.
 *
 * <p>Being woken takes ten microseconds on one machine and a hundred on another, a virtual one
 * whose idle CPUs are given back. Who waits actively for as long as that, and parks then, never
 * takes more than twice of what the best choice would have cost (Karlin, Li, Manasse and Owicki
 * 1991). Where it was in vain lately it is tried only now and then, so that a worker with rare work
 * takes no time for it.
 */
final class IdleSpin {

  private static final long MIN_NANOS = 10_000;
  private static final long MAX_NANOS = 100_000;

  /** The median of so many times tells what being woken takes. */
  private static final int WAKES = 16;

  /** In vain so often in a row, and it is no longer worth while. */
  private static final int PATIENCE = 4;

  /** Then it is tried once in so many times. */
  private static final int RETRY = 16;

  private long nanos = MIN_NANOS;
  private final long[] wakes = new long[WAKES];
  private int wakesSeen;
  private int inVain;
  private int skipped;

  /** The thread was woken, and that took so long. */
  void woken(long tookNanos) {
    wakes[wakesSeen++] = tookNanos;
    if (wakesSeen == WAKES) {
      Arrays.sort(wakes);
      nanos = Math.clamp(wakes[WAKES / 2], MIN_NANOS, MAX_NANOS);
      wakesSeen = 0;
    }
  }

  /** How long it waits, in nanoseconds. */
  long nanos() {
    return nanos;
  }

  /** Waits for a moment, if that is worth while, until something has come. */
  void await(BooleanSupplier hasCome) {
    if (hasCome.getAsBoolean() || (inVain >= PATIENCE && ++skipped % RETRY != 0)) {
      return;
    }
    long start = System.nanoTime();
    while (!hasCome.getAsBoolean()) {
      if (System.nanoTime() - start >= nanos) {
        inVain++;
        return;
      }
      Thread.onSpinWait();
    }
    inVain = 0;
  }
}
