package io.github.lanewise.web;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/**
 * One part while it is there: its head, and its content, which can be subscribed once. No more is
 * read than is requested, and the end is told when more is requested than there was. Who cancels
 * loses nothing but the rest of this part.
 */
final class BodyPart extends Flux<DataBuffer> implements Subscription {

  private static final CoreSubscriber<Object> GONE = Operators.emptySubscriber();

  private final PartHead head;
  private final PartReader source;
  private final AtomicBoolean subscribed = new AtomicBoolean();
  private final AtomicLong wanted = new AtomicLong();

  /** Null before somebody reads, {@link #GONE} when nobody can any more. */
  private final AtomicReference<@Nullable CoreSubscriber<? super DataBuffer>> reader =
      new AtomicReference<>();

  private volatile boolean cancelled;

  BodyPart(PartHead head, PartReader source) {
    this.head = head;
    this.source = source;
  }

  PartHead head() {
    return head;
  }

  @Override
  public void subscribe(CoreSubscriber<? super DataBuffer> actual) {
    if (!subscribed.compareAndSet(false, true)) {
      Operators.error(
          actual, new IllegalStateException("a part can be read once, and this one has been read"));
      return;
    }
    // In this order, so that no other thread signals before it is subscribed.
    actual.onSubscribe(this);
    if (reader.compareAndSet(null, actual)) {
      source.drain();
    } else if (!cancelled) {
      actual.onError(over());
    }
  }

  private static IllegalStateException over() {
    return new IllegalStateException(
        "a part can be read until what the handler made of it has ended");
  }

  @Override
  public void request(long n) {
    if (Operators.validate(n)) {
      wanted.accumulateAndGet(n, Operators::addCap);
      source.drain();
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  // What follows is called by PartReader.drain(), so never by two threads at once.

  boolean isWanted() {
    return reader.get() != null && !cancelled && wanted.get() > 0;
  }

  void next(DataBuffer buffer) {
    CoreSubscriber<? super DataBuffer> actual = reader.get();
    if (actual != null) {
      wanted.getAndUpdate(PartReader::less);
      actual.onNext(buffer);
    }
  }

  void complete() {
    CoreSubscriber<? super DataBuffer> actual = reader.getAndSet(GONE);
    if (actual != null && !cancelled) {
      actual.onComplete();
    }
  }

  void fail(Throwable error) {
    CoreSubscriber<? super DataBuffer> actual = reader.getAndSet(GONE);
    if (actual != null && !cancelled) {
      actual.onError(error);
    }
  }

  /** The next part is asked for, or none is any more. */
  void leave() {
    fail(over());
  }
}
