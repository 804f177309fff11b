package io.github.lanewise.pipeline;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes all subscriptions of a pipeline may have under way together: what they asked for
 * and what has not left them. Safe from any thread.
 *
 * <p>How large a payload is shows only when it arrives, so demand is counted too, each payload as
 * large as the largest that the subscription got lately ({@link InFlightShare}). One half of the
 * budget is for whoever asks first; of the other half every open subscription may always have an
 * equal part, so that a newcomer finds some. With less than one payload's worth, it may have one
 * payload. What is charged therefore never passes the budget by more than a payload for each
 * subscription, plus what payloads are larger than those before them.
 *
 * <p>No subscription waits for another: one that has nothing under way may ask for one payload,
 * whatever is charged, and one that has something under way asks again when that has left. So
 * nothing can come to a standstill here, and nobody needs to be woken.
 */
final class InFlightBudget {

  /** The most that can be set: 1 TiB. With 2^22 subscriptions a sum still fits a {@code long}. */
  static final long MAX_BYTES = 1L << 40;

  /** The usual read of a socket or file, until there is experience. */
  private static final long FIRST_GUESS_BYTES = 64 * 1024;

  private final long half;
  private final AtomicLong charged = new AtomicLong();
  private final AtomicInteger open = new AtomicInteger();
  private volatile long typicalBytes = FIRST_GUESS_BYTES;

  InFlightBudget(long maxBytes) {
    this.half = Math.max(1, maxBytes / 2);
  }

  /** The share of a new subscription; see {@link InFlightShare#open}. */
  InFlightShare share(int prefetch) {
    return new InFlightShare(this, prefetch);
  }

  /** What is under way, in bytes, demand included. */
  long charged() {
    return charged.get();
  }

  void opened() {
    open.incrementAndGet();
  }

  /**
   * @param charge what it had
   */
  void closed(long charge) {
    open.decrementAndGet();
    charged.addAndGet(-charge);
  }

  /** Replaces a charge by another. */
  void recharge(long old, long now) {
    if (now != old) {
      charged.addAndGet(now - old);
    }
  }

  /**
   * Charges a subscription for as many payloads as it may have under way, or has.
   *
   * @param mine what it is charged for now
   * @param each what one of its payloads is counted as, at least 1
   * @param underWay how many it has
   * @param prefetch how many it may have at most
   * @return how many it may have, at least 1; its charge is now the {@link #cost} of these, or of
   *     those that are under way if they are more
   */
  int grant(long mine, long each, int underWay, int prefetch) {
    while (true) {
      long total = charged.get();
      int window = window(total - mine, each, prefetch);
      long now = cost(Math.max(underWay, window), each);
      if (charged.compareAndSet(total, total - mine + now)) {
        return window;
      }
    }
  }

  private int window(long others, long each, int prefetch) {
    long free = half - others;
    long share = Math.min(half / Math.max(1, open.get()), 2 * half - others);
    return Math.clamp(Math.max(free, share) / each, 1, prefetch);
  }

  /** What payloads are charged, at most {@link #MAX_BYTES}. */
  static long cost(int payloads, long each) {
    return each > MAX_BYTES / Math.max(1, payloads) ? MAX_BYTES : each * payloads;
  }

  /** What a payload of a subscription that has had none is counted as. */
  long typicalBytes() {
    return typicalBytes;
  }

  /**
   * Learns what payloads are like. A lost update among threads is no loss: it is a guess, which a
   * subscription's first payload corrects.
   */
  void learn(long bytes) {
    long before = typicalBytes;
    typicalBytes = Math.max(1, before + (bytes - before) / 8);
  }
}
