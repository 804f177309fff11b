package io.github.lanewise.kernel.sha256;

import org.jspecify.annotations.Nullable;

/**
 * Which messages that begin go into lanes, and which to {@code jdk}, when more than their number is
 * known. Lanes become empty as the shorter messages end, and a batch takes the same time for the
 * few that are left: one long message among short ones would crawl through the rest of its bytes at
 * the speed of a lane.
 *
 * <p>So the longest of them, none to all, go to {@code jdk}: as many as make the total the least.
 * The total is that of one thread, on which lanes and {@code jdk} take turns: what is in lanes
 * costs, from the end of one message to that of the next longer one, a batch for as many as there
 * are then; what is with {@code jdk} costs its length.
 */
final class LanePlacement {

  /** A stream that goes on after its segment, nobody knows how long. */
  static final long OPEN_ENDED = -1;

  private final EngineTable table;
  private final @Nullable Sha256Stream[] beginning;
  private final long[] lengths;
  private final long[] inLanes;
  private int count;
  private int next;

  LanePlacement(EngineTable table) {
    int lanes = table.lanes();
    this.table = table;
    this.beginning = new Sha256Stream[lanes];
    this.lengths = new long[lanes];
    this.inLanes = new long[lanes];
  }

  /** Takes one that could go anywhere. */
  void add(Sha256Stream stream) {
    beginning[count] = stream;
    lengths[count] = stream.isLast() ? stream.current().remaining() : OPEN_ENDED;
    count++;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Takes the longest of those that are left out; any, before {@link #longestForJdk}. */
  Sha256Stream remove() {
    Sha256Stream first = beginning[next];
    if (first == null) {
      throw new IllegalStateException("nothing is left");
    }
    beginning[next++] = null;
    if (next == count) {
      next = 0;
      count = 0;
    }
    return first;
  }

  int count() {
    return count;
  }

  /**
   * Whether their number says all: they have one length, and no others are in lanes, or they are
   * short.
   *
   * @param shortBytes what does not count
   * @param others how many are in lanes
   */
  boolean isLevel(int shortBytes, int others) {
    long shortest = Long.MAX_VALUE;
    long longest = 0;
    for (int i = 0; i < count; i++) {
      long length = lengths[i] == OPEN_ENDED ? Long.MAX_VALUE : lengths[i];
      shortest = Math.min(shortest, length);
      longest = Math.max(longest, length);
    }
    return longest <= shortBytes || (others == 0 && longest - shortest <= shortBytes);
  }

  /**
   * How many of the longest are better with {@code jdk}.
   *
   * @param atLeast how many of them find no lane
   */
  int longestForJdk(LaneSchedule schedule, int atLeast) {
    int occupied = schedule.remaining(inLanes);
    long longest = Math.max(max(inLanes, occupied), max(lengths, count));
    closeOpenEnds(inLanes, occupied, longest);
    closeOpenEnds(lengths, count, longest);
    sort(inLanes, occupied);
    sortBeginning();
    int best = atLeast;
    double least = Double.POSITIVE_INFINITY;
    double withJdk = 0;
    for (int taken = 0; taken <= count; taken++) {
      double total = withJdk + inLanes(occupied, taken);
      if (taken >= atLeast && total < least) {
        least = total;
        best = taken;
      }
      withJdk += taken < count ? (double) lengths[taken] : 0;
    }
    return best;
  }

  /** What lanes cost for those in them and all that begin but the longest. */
  private double inLanes(int occupied, int taken) {
    double total = 0;
    long reached = 0;
    int here = occupied;
    int left = count;
    while (here > 0 || left > taken) {
      // Both are sorted, longest first: the next to end is the shorter of two last ones.
      long end;
      int running = here + left - taken;
      if (left == taken || (here > 0 && inLanes[here - 1] <= lengths[left - 1])) {
        end = inLanes[--here];
      } else {
        end = lengths[--left];
      }
      total += (double) (end - reached) * table.impliedCost(running);
      reached = end;
    }
    return total;
  }

  private static long max(long[] values, int count) {
    long max = 0;
    for (int i = 0; i < count; i++) {
      max = Math.max(max, values[i]);
    }
    return max;
  }

  /** Of two that nobody knows the length of, neither is the longer. */
  private static void closeOpenEnds(long[] values, int count, long length) {
    for (int i = 0; i < count; i++) {
      if (values[i] == OPEN_ENDED) {
        values[i] = length;
      }
    }
  }

  // By insertion: they are few, and often of one length.

  private static void sort(long[] values, int count) {
    for (int i = 1; i < count; i++) {
      long value = values[i];
      int at = i;
      for (; at > 0 && values[at - 1] < value; at--) {
        values[at] = values[at - 1];
      }
      values[at] = value;
    }
  }

  private void sortBeginning() {
    for (int i = 1; i < count; i++) {
      long length = lengths[i];
      @Nullable Sha256Stream stream = beginning[i];
      int at = i;
      for (; at > 0 && lengths[at - 1] < length; at--) {
        lengths[at] = lengths[at - 1];
        beginning[at] = beginning[at - 1];
      }
      lengths[at] = length;
      beginning[at] = stream;
    }
  }
}
