package io.github.lanewise.pipeline;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When what has gathered in the lanes of one worker is begun: when every lane is taken, when
 * nothing more can come, or when it has waited {@code maxWait}. Confined to the worker.
 */
final class WaitPolicy {

  private final long maxWaitNanos;
  private final LongSupplier clock;
  private boolean waiting;
  private long since;
  private long waited;

  /**
   * @param clock in nanoseconds, of the worker's scheduler
   */
  WaitPolicy(long maxWaitNanos, LongSupplier clock) {
    this.maxWaitNanos = maxWaitNanos;
    this.clock = clock;
  }

  /**
   * Whether to begin with what is in the lanes, and why; null for waiting {@link #left} longer.
   *
   * @param pieces in lanes, at least one
   * @param tasks that they belong to
   * @param openTasks how many there are at all
   */
  @Nullable FlushReason reason(int pieces, int lanes, int tasks, int openTasks) {
    if (pieces >= lanes) {
      return begin(FlushReason.FULL);
    }
    if (tasks == openTasks) {
      return begin(FlushReason.NOTHING_MORE_CAN_COME);
    }
    long now = clock.getAsLong();
    if (!waiting) {
      waiting = true;
      since = now;
    }
    // Not below 0, should the scheduler's clock step back.
    waited = Math.max(0, now - since);
    return waited >= maxWaitNanos ? begin(FlushReason.DEADLINE) : null;
  }

  private FlushReason begin(FlushReason reason) {
    waited = waiting ? Math.max(0, clock.getAsLong() - since) : 0;
    waiting = false;
    return reason;
  }

  /** Nothing is in the lanes any more that could wait. */
  void forget() {
    waiting = false;
  }

  /** How long the first piece has waited, as of the last question. */
  long waited() {
    return waited;
  }

  /** How much longer it may wait. */
  long left() {
    return maxWaitNanos - waited;
  }
}
