package io.github.lanewise.pipeline;

/**
 * What one subscription has under way, and what that is counted as in the {@link InFlightBudget}:
 * payloads that were asked for and have not left, each as large as the largest since the demand
 * before the last. Payloads leave in the order in which they came, so those that are here are among
 * them.
 *
 * <p>Upstream's thread tells of arrivals, whoever drains asks, any thread closes.
 */
final class InFlightShare {

  private final InFlightBudget budget;
  private final int prefetch;

  // Guarded by this. Taken once for some payloads, not for each.
  private boolean open;
  private boolean closed;
  private int underWay;
  private long charge;

  /** The largest since the last demand; 0 if none came. Written by upstream's thread, and reset. */
  private volatile long recent;

  /** The largest before that; 0 if none came. */
  private long before;

  /** From this size on, an arrival changes the charge. */
  private volatile long counted = Long.MAX_VALUE;

  private volatile int askAgainAt = 1;

  InFlightShare(InFlightBudget budget, int prefetch) {
    this.budget = budget;
    this.prefetch = prefetch;
  }

  /** Takes part from now on, until {@link #close}. */
  synchronized void open() {
    if (!closed && !open) {
      open = true;
      budget.opened();
    }
  }

  /** How many payloads have to leave before {@link #ask} is worth a call. */
  int askAgainAt() {
    return askAgainAt;
  }

  /**
   * Charges for more payloads.
   *
   * @param left how many have left since the last call
   * @return how many to ask upstream for; 0 if it is none for now, or for ever
   */
  synchronized int ask(int left) {
    if (!open) {
      return 0;
    }
    underWay -= left;
    long newest = recent;
    if (newest > 0) {
      before = newest;
      // A larger one that comes at this very moment is counted when the next one comes.
      recent = 0;
      budget.learn(newest);
    }
    long each = each();
    int window = budget.grant(charge, each, underWay, prefetch);
    int more = Math.max(0, window - underWay);
    underWay += more;
    charge = InFlightBudget.cost(underWay, each);
    counted = each;
    askAgainAt = Math.max(1, underWay - window / 4);
    return more;
  }

  /** A payload has come. From upstream's thread, one at a time. */
  void arrived(long bytes) {
    if (bytes > recent) {
      recent = bytes;
      if (bytes > counted) {
        grow();
      }
    }
  }

  private synchronized void grow() {
    if (open) {
      counted = each();
      long now = InFlightBudget.cost(underWay, counted);
      budget.recharge(charge, now);
      charge = now;
    }
  }

  private long each() {
    long largest = Math.max(before, recent);
    return largest > 0 ? Math.min(largest, InFlightBudget.MAX_BYTES) : budget.typicalBytes();
  }

  /** Nothing of it is under way any more. Any number of times. */
  synchronized void close() {
    closed = true;
    if (open) {
      open = false;
      budget.closed(charge);
      charge = 0;
    }
  }
}
