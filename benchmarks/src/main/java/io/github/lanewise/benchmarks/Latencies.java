package io.github.lanewise.benchmarks;

import java.util.Arrays;

/** Times in nanoseconds, from any thread. */
final class Latencies {

  private long[] nanos = new long[1 << 16];
  private volatile int count;

  synchronized void add(long latency) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count] = latency;
    count = count + 1;
  }

  int count() {
    return count;
  }

  synchronized double percentile(int percent) {
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return sorted[(int) Math.min(count - 1L, (long) count * percent / 100)];
  }
}
