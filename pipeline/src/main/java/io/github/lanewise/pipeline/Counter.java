package io.github.lanewise.pipeline;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A number that one thread at a time changes and any reads. No bus lock: a reader may see an older
 * value, never a torn one.
 */
final class Counter {

  private final AtomicLong value = new AtomicLong();

  void add(long more) {
    value.setOpaque(value.getPlain() + more);
  }

  long get() {
    return value.getOpaque();
  }
}
