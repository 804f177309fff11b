package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What Netty's leak detector reports while this is open. It reports a leak only after a collection
 * and a further allocation: the answer awaited is that to a leak on purpose, so that a detector
 * that sleeps is found out.
 */
final class BufferLeaks implements AutoCloseable {

  private final Queue<String> reports = new ConcurrentLinkedQueue<>();

  BufferLeaks() {
    assertThat(ResourceLeakDetector.getLevel())
        .as("-Dio.netty.leakDetection.level")
        .isEqualTo(ResourceLeakDetector.Level.PARANOID);
    ByteBufUtil.setLeakListener((type, records) -> reports.add(type + " " + records));
  }

  /** All but the one on purpose. */
  List<String> collect() {
    String purpose = "leaked on purpose " + UUID.randomUUID();
    leak(purpose);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              System.gc();
              for (int i = 0; i < 16; i++) {
                PooledByteBufAllocator.DEFAULT.buffer(16).release();
              }
              return reports.stream().anyMatch(report -> report.contains(purpose));
            });
    return reports.stream().filter(report -> !report.contains("leaked on purpose")).toList();
  }

  static void leak(String hint) {
    PooledByteBufAllocator.DEFAULT.buffer(16).touch(hint);
  }

  @Override
  public void close() {
    ByteBufUtil.setLeakListener(null);
  }
}
