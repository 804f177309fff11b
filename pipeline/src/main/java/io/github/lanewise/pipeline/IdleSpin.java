package io.github.lanewise.pipeline;

import java.util.function.BooleanSupplier;

/**
 * Lets a worker that has nothing to do look out for more for a moment before its thread is parked.
 * Confined to the worker.
 *
 * <p>Being woken costs both sides some ten microseconds. Who waits actively for as long as that,
 * and parks then, never takes more than twice of what the best choice would have cost (Karlin, Li,
 * Manasse and Owicki 1991). Where it was in vain lately it is tried only now and then, so that a
 * worker with rare work takes no time for it.
 */
final class IdleSpin {

  private static final long NANOS = 10_000;

  /** In vain so often in a row, and it is no longer worth while. */
  private static final int PATIENCE = 4;

  /** Then it is tried once in so many times. */
  private static final int RETRY = 16;

  private int inVain;
  private int skipped;

  /** Waits for a moment, if that is worth while, until something has come. */
  void await(BooleanSupplier hasCome) {
    if (hasCome.getAsBoolean() || (inVain >= PATIENCE && ++skipped % RETRY != 0)) {
      return;
    }
    long start = System.nanoTime();
    while (!hasCome.getAsBoolean()) {
      if (System.nanoTime() - start >= NANOS) {
        inVain++;
        return;
      }
      Thread.onSpinWait();
    }
    inVain = 0;
  }
}
