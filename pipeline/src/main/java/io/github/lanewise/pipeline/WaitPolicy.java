package io.github.lanewise.pipeline;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When what has gathered in the lanes of one worker is begun: when every lane is taken, when
 * nothing more can come, when it has waited {@code maxWait}, or when waiting cannot pay. Confined
 * to the worker.
 *
 * <p>Waiting cannot pay if, at the rate at which pieces came lately, fewer than the break-even
 * would be there when the time is over; where the break-even is reached already, if not a single
 * one more would be. Only pieces of another task than the one before count: more of the same stream
 * does not fill another lane. So a stream that is alone waits once, as long as nothing is known of
 * the rate, and then no more.
 */
final class WaitPolicy {

  /** A new gap between arrivals counts as one in so many. */
  private static final long MEMORY = 8;

  private final LongSupplier clock;
  private long maxWaitNanos;
  private boolean waiting;
  private long since;
  private long waited;

  private long lastTask;
  private int arrivals;
  private boolean anyArrival;
  private long lastArrival;
  private long meanGap;

  /**
   * @param clock in nanoseconds, of the worker's scheduler
   */
  WaitPolicy(long maxWaitNanos, LongSupplier clock) {
    this.maxWaitNanos = maxWaitNanos;
    this.clock = clock;
  }

  /**
   * A task that had nothing in a lane has a piece in one now.
   *
   * @param task its number
   */
  void arrived(long task) {
    if (task != lastTask) {
      lastTask = task;
      arrivals++;
    }
  }

  /**
   * Whether to begin with what is in the lanes, and why; null for waiting {@link #left} longer.
   *
   * @param pieces in lanes, at least one
   * @param lanes how many there are
   * @param breakEven from how many pieces on lanes are worth while
   * @param tasks that the pieces belong to
   * @param openTasks how many there are at all
   */
  @Nullable FlushReason reason(int pieces, int lanes, int breakEven, int tasks, int openTasks) {
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
    learn(now);
    // Not below 0, should the scheduler's clock step back.
    waited = Math.max(0, now - since);
    if (waited >= maxWaitNanos) {
      return begin(FlushReason.DEADLINE);
    }
    int missing = Math.max(breakEven - pieces, 1);
    // Nobody has come since the last arrival: so the gap is at least that.
    long gap = Math.max(meanGap, now - lastArrival);
    return gap > left() / missing ? begin(FlushReason.CANNOT_PAY) : null;
  }

  private void learn(long now) {
    if (arrivals == 0) {
      return;
    }
    if (anyArrival) {
      // A long silence says no more than that waiting does not pay, and must be forgotten soon.
      long gap = Math.clamp((now - lastArrival) / arrivals, 0, MEMORY * maxWaitNanos);
      meanGap += (gap - meanGap) * Math.min(arrivals, MEMORY) / MEMORY;
    }
    anyArrival = true;
    lastArrival = now;
    arrivals = 0;
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

  /** From now on nothing waits. */
  void hurry() {
    maxWaitNanos = 0;
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
