package io.github.lanewise.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** For what another thread does soon, with no signal to wait for. */
final class Eventually {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private Eventually() {}

  static void holds(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(condition.getAsBoolean()).as(what).isTrue();
  }
}
