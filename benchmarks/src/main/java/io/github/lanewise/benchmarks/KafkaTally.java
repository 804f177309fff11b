package io.github.lanewise.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.github.lanewise.kafka.RecordDigests;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Stands where the stage hashes, and takes the time: CPU of the process and of the hashing thread
 * while it hashes, from a tenth of the records on, so that joining the group does not count.
 */
final class KafkaTally implements RecordDigests {

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final RecordDigests digests;
  private final int records;
  private final CountDownLatch done = new CountDownLatch(1);

  // Of the one thread that polls, and read when the latch is open.
  private int seen;
  private int seenAtStart;
  private int counted;
  private long cpuAtStart;
  private long nanosAtStart;
  private long hashingNanos;
  private long cpuNanos;
  private long nanos;

  KafkaTally(RecordDigests digests, int records) {
    this.digests = digests;
    this.records = records;
  }

  @Override
  public List<Sha256Digest> digests(List<? extends ConsumerRecord<?, byte[]>> polled) {
    if (seenAtStart == 0 && seen >= records / 10) {
      seenAtStart = seen;
      hashingNanos = 0;
      cpuAtStart = SYSTEM.getProcessCpuTime();
      nanosAtStart = System.nanoTime();
    }
    // The last poll is the end: what it sends and commits would count only in part.
    if (seen + polled.size() >= records) {
      cpuNanos = SYSTEM.getProcessCpuTime() - cpuAtStart;
      nanos = System.nanoTime() - nanosAtStart;
      counted = seen - seenAtStart;
      List<Sha256Digest> last = digests.digests(polled);
      done.countDown();
      return last;
    }
    long before = THREADS.getCurrentThreadCpuTime();
    List<Sha256Digest> hashed = digests.digests(polled);
    hashingNanos += THREADS.getCurrentThreadCpuTime() - before;
    seen += polled.size();
    return hashed;
  }

  void await(Duration timeout) {
    try {
      if (!done.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("not all records came within " + timeout);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  double recordsPerCpuSecond() {
    return counted * 1e9 / cpuNanos;
  }

  double recordsPerSecond() {
    return counted * 1e9 / nanos;
  }

  /** Of the CPU time of the process. */
  double hashingShare() {
    return (double) hashingNanos / cpuNanos;
  }
}
