package io.github.lanewise.stress;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.SignalType;

/** Downstream: counts signals, those that overlap, and ends. Requests what it is told to. */
final class Receiver<T> extends BaseSubscriber<T> {

  private final long first;
  private final Consumer<? super T> consumer;
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger overlaps = new AtomicInteger();
  private final AtomicInteger results = new AtomicInteger();
  private final AtomicInteger ends = new AtomicInteger();
  private volatile @Nullable Throwable error;

  /**
   * @param first what is requested at once
   */
  Receiver(long first, Consumer<? super T> consumer) {
    this.first = first;
    this.consumer = consumer;
  }

  @Override
  protected void hookOnSubscribe(Subscription subscription) {
    if (first > 0) {
      request(first);
    }
  }

  @Override
  protected void hookOnNext(T result) {
    enter();
    consumer.accept(result);
    results.incrementAndGet();
    inside.decrementAndGet();
  }

  @Override
  protected void hookOnError(Throwable throwable) {
    error = throwable;
  }

  @Override
  protected void hookFinally(SignalType type) {
    if (type != SignalType.CANCEL) {
      enter();
      ends.incrementAndGet();
      inside.decrementAndGet();
    }
  }

  private void enter() {
    if (inside.getAndIncrement() != 0) {
      overlaps.incrementAndGet();
    }
  }

  int results() {
    return results.get();
  }

  int ends() {
    return ends.get();
  }

  int overlaps() {
    return overlaps.get();
  }

  boolean failed() {
    return error != null;
  }
}
