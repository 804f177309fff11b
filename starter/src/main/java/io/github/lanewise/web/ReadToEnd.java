package io.github.lanewise.web;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;

/**
 * A body whose end is waited for even if its reader goes: the rest is read, and released. So a
 * verdict about the whole body comes of a reader that stops at what it needs, as Spring's parser of
 * multipart bodies does at the last boundary.
 *
 * <p>The body is passed on buffer by buffer, without a queue: demand, thread and order are those of
 * the source while there is a reader. It can be read once.
 */
final class ReadToEnd {

  private enum State {
    UNREAD,
    READING,
    /** The reader went; the rest is read for the end's sake. */
    DRAINING,
    ENDED,
    STOPPED
  }

  /** As much as Tomcat swallows of a request that it refuses. */
  static final long SWALLOWED_BYTES = 2 * 1024 * 1024;

  private final Flux<DataBuffer> source;
  private final String name;
  private final long maxDrainedBytes;
  private final AtomicReference<State> state = new AtomicReference<>(State.UNREAD);
  private final Sinks.Empty<Void> ended = Sinks.empty();
  private final Body body = new Body();
  private volatile @Nullable Subscription upstream;

  /** Of what is read for the end's sake; touched by upstream's signals only. */
  private long drainedBytes;

  /**
   * @param name of the body, for messages
   */
  ReadToEnd(Flux<DataBuffer> source, String name) {
    this(source, name, Long.MAX_VALUE);
  }

  /**
   * @param name of the body, for messages
   * @param maxDrainedBytes how much is read at most when the reader has gone
   */
  ReadToEnd(Flux<DataBuffer> source, String name, long maxDrainedBytes) {
    this.source = source;
    this.name = name;
    this.maxDrainedBytes = maxDrainedBytes;
  }

  /**
   * Reads a body whose request is refused, up to {@value #SWALLOWED_BYTES} bytes. A client that is
   * still sending when its connection is closed does not see the answer: TCP drops what it has not
   * read.
   */
  static Mono<Void> swallow(Flux<DataBuffer> body) {
    return Mono.defer(() -> new ReadToEnd(body, "a body", SWALLOWED_BYTES).swallow());
  }

  /** As {@link #swallow(Flux)}, whoever reads or has read this. Does not end in an error. */
  Mono<Void> swallow() {
    return Mono.defer(
        () -> {
          if (state.get() == State.UNREAD) {
            body.subscribe(new Leave());
          }
          return isDraining() ? ended().onErrorComplete() : Mono.empty();
        });
  }

  Flux<DataBuffer> body() {
    return body;
  }

  /** Ends as the body does, before the reader is told; or in an error if it was stopped. */
  Mono<Void> ended() {
    return ended.asMono();
  }

  boolean isDraining() {
    return state.get() == State.DRAINING;
  }

  private IllegalStateException notRead() {
    return new IllegalStateException("the rest of " + name + " was not read");
  }

  /** Reads no further, if the reader went. */
  void stop() {
    if (state.compareAndSet(State.DRAINING, State.STOPPED)) {
      Subscription subscription = upstream;
      if (subscription != null) {
        subscription.cancel();
      }
      ended.tryEmitError(notRead());
    }
  }

  private final class Body extends Flux<DataBuffer> {

    @Override
    public void subscribe(CoreSubscriber<? super DataBuffer> actual) {
      if (state.compareAndSet(State.UNREAD, State.READING)) {
        source.subscribe(new Reading(actual));
      } else {
        Operators.error(
            actual, new IllegalStateException(name + " can be read once, and has been read"));
      }
    }
  }

  private final class Reading implements CoreSubscriber<DataBuffer>, Subscription {

    private final CoreSubscriber<? super DataBuffer> reader;

    Reading(CoreSubscriber<? super DataBuffer> reader) {
      this.reader = reader;
    }

    @Override
    public Context currentContext() {
      return reader.currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      upstream = subscription;
      reader.onSubscribe(this);
    }

    @Override
    public void onNext(DataBuffer buffer) {
      if (state.get() == State.READING) {
        reader.onNext(buffer);
        return;
      }
      drainedBytes += buffer.readableByteCount();
      DataBufferUtils.release(buffer);
      if (drainedBytes > maxDrainedBytes) {
        stop();
      }
    }

    @Override
    public void onError(Throwable error) {
      boolean read = state.getAndSet(State.ENDED) == State.READING;
      ended.tryEmitError(error);
      if (read) {
        reader.onError(error);
      }
    }

    @Override
    public void onComplete() {
      boolean read = state.getAndSet(State.ENDED) == State.READING;
      ended.tryEmitEmpty();
      if (read) {
        reader.onComplete();
      }
    }

    @Override
    public void request(long n) {
      Subscription subscription = upstream;
      if (subscription != null) {
        subscription.request(n);
      }
    }

    @Override
    public void cancel() {
      if (state.compareAndSet(State.READING, State.DRAINING)) {
        request(Long.MAX_VALUE);
      }
    }
  }

  /** Reads nothing, so that all is left to be drained. */
  private static final class Leave extends BaseSubscriber<DataBuffer> {

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      cancel();
    }
  }
}
