package io.github.lanewise.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * Fails a test class during which a Netty buffer was leaked.
 *
 * <p>Netty tells a leak only after a collection and a further allocation. So at the end one more
 * buffer is leaked on purpose, and the answer awaited is the report of that one: what else was
 * leaked before it has been reported by then, and a detector that sleeps is found out.
 */
public final class NoBufferLeaks implements BeforeAllCallback, AfterAllCallback {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Queue<String> leaks = new ConcurrentLinkedQueue<>();

  @Override
  public void beforeAll(ExtensionContext context) {
    assertThat(ResourceLeakDetector.getLevel())
        .as("-Dio.netty.leakDetection.level")
        .isEqualTo(ResourceLeakDetector.Level.PARANOID);
    ByteBufUtil.setLeakListener((type, records) -> leaks.add(type + " " + records));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    assertThat(collect()).isEmpty();
    ByteBufUtil.setLeakListener(null);
  }

  /** The leaks since the start, without the one on purpose. */
  List<String> collect() {
    String onPurpose = "leaked on purpose " + UUID.randomUUID();
    Logger logger = (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
    logger.setAdditive(false);
    try {
      leak(onPurpose);
      await()
          .atMost(LIMIT)
          .until(
              () -> {
                System.gc();
                allocateAndRelease();
                return leaks.stream().anyMatch(leak -> leak.contains(onPurpose));
              });
    } finally {
      logger.setAdditive(true);
    }
    return leaks.stream().filter(leak -> !leak.contains("leaked on purpose")).toList();
  }

  static void leak(String hint) {
    PooledByteBufAllocator.DEFAULT.buffer(16).touch(hint);
  }

  private static void allocateAndRelease() {
    for (int i = 0; i < 16; i++) {
      ByteBuf buffer = PooledByteBufAllocator.DEFAULT.buffer(16);
      buffer.release();
    }
  }
}
