package io.github.lanewise.web;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * The beginning of a body, held back until it is known whether that is all of it: headers that tell
 * something of the whole body can then be written first. A body that is longer than the limit goes
 * on as a stream, its beginning first.
 *
 * <p>Demand: one buffer at a time while gathering, and then what downstream asks for. Whatever is
 * held on cancellation, on an error while gathering, or by {@link #dispose()}, is released.
 */
final class GatheredBody {

  private final Gatherer gatherer;
  private final boolean whole;
  private final long bytes;

  private GatheredBody(Gatherer gatherer, boolean whole, long bytes) {
    this.gatherer = gatherer;
    this.whole = whole;
    this.bytes = bytes;
  }

  /**
   * Gathers until the body ends or has more bytes than the limit. An error of the body that comes
   * before is that of the result.
   */
  static Mono<GatheredBody> gather(Flux<? extends DataBuffer> body, long limitBytes) {
    return Mono.<GatheredBody>create(
            sink -> {
              Gatherer gatherer = new Gatherer(sink, limitBytes);
              sink.onCancel(gatherer::cancelGathering);
              body.subscribe(gatherer);
            })
        .doOnDiscard(GatheredBody.class, GatheredBody::dispose);
  }

  /** Whether this is the whole body. */
  boolean isWhole() {
    return whole;
  }

  /** How many bytes have been gathered. */
  long bytes() {
    return bytes;
  }

  /** The body from its beginning; to be subscribed once. */
  Flux<DataBuffer> body() {
    return gatherer;
  }

  /** Gives up the body, if it has not been subscribed. */
  void dispose() {
    gatherer.dispose();
  }

  private static final class Gatherer extends Flux<DataBuffer>
      implements CoreSubscriber<DataBuffer>, Subscription {

    private final MonoSink<GatheredBody> sink;
    private final long limitBytes;
    private final Queue<DataBuffer> beginning = new ArrayDeque<>();
    private final AtomicLong requested = new AtomicLong();
    private final AtomicInteger draining = new AtomicInteger();
    private final AtomicBoolean subscribed = new AtomicBoolean();

    private long bytes;
    private volatile boolean gathered;
    private volatile boolean cancelled;
    private volatile boolean done;
    private volatile @Nullable Throwable error;
    private volatile @Nullable Subscription upstream;
    private volatile @Nullable CoreSubscriber<? super DataBuffer> downstream;
    private boolean terminated;

    Gatherer(MonoSink<GatheredBody> sink, long limitBytes) {
      this.sink = sink;
      this.limitBytes = limitBytes;
    }

    @Override
    public Context currentContext() {
      CoreSubscriber<? super DataBuffer> receiver = downstream;
      return receiver == null ? Context.of(sink.contextView()) : receiver.currentContext();
    }

    // Upstream's side.

    @Override
    public void onSubscribe(Subscription subscription) {
      if (Operators.validate(upstream, subscription)) {
        upstream = subscription;
        if (cancelled) {
          subscription.cancel();
        } else {
          subscription.request(1);
        }
      }
    }

    @Override
    public void onNext(DataBuffer buffer) {
      if (cancelled) {
        DataBufferUtils.release(buffer);
        return;
      }
      CoreSubscriber<? super DataBuffer> receiver = downstream;
      if (gathered && receiver != null) {
        receiver.onNext(buffer);
        return;
      }
      hold(buffer);
      bytes += buffer.readableByteCount();
      if (bytes > limitBytes) {
        gathered(false);
      } else {
        ask(1);
      }
    }

    /** Together with a cancellation, one of both sees the other. */
    private void hold(DataBuffer buffer) {
      synchronized (beginning) {
        beginning.add(buffer);
      }
      if (cancelled) {
        releaseHeld();
      }
    }

    @Override
    public void onError(Throwable throwable) {
      if (!gathered) {
        releaseHeld();
        sink.error(throwable);
        return;
      }
      error = throwable;
      done = true;
      drain();
    }

    @Override
    public void onComplete() {
      done = true;
      if (gathered) {
        drain();
      } else {
        gathered(true);
      }
    }

    private void gathered(boolean whole) {
      gathered = true;
      sink.success(new GatheredBody(this, whole, bytes));
    }

    void cancelGathering() {
      if (!gathered) {
        cancel();
      }
    }

    void dispose() {
      if (subscribed.compareAndSet(false, true)) {
        cancel();
      }
    }

    // Downstream's side.

    @Override
    public void subscribe(CoreSubscriber<? super DataBuffer> actual) {
      if (subscribed.compareAndSet(false, true)) {
        downstream = actual;
        actual.onSubscribe(this);
        drain();
      } else {
        Operators.error(actual, new IllegalStateException("a gathered body can be read once"));
      }
    }

    @Override
    public void request(long n) {
      if (Operators.validate(n)) {
        requested.accumulateAndGet(n, Operators::addCap);
        drain();
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
      Subscription subscription = upstream;
      if (subscription != null) {
        subscription.cancel();
      }
      releaseHeld();
    }

    private void ask(long n) {
      Subscription subscription = upstream;
      if (subscription != null) {
        subscription.request(n);
      }
    }

    private @Nullable DataBuffer poll() {
      synchronized (beginning) {
        return beginning.poll();
      }
    }

    private void releaseHeld() {
      DataBuffer buffer;
      while ((buffer = poll()) != null) {
        DataBufferUtils.release(buffer);
      }
    }

    private boolean holdsNothing() {
      synchronized (beginning) {
        return beginning.isEmpty();
      }
    }

    private void drain() {
      if (draining.getAndIncrement() != 0) {
        return;
      }
      int missed = 1;
      do {
        CoreSubscriber<? super DataBuffer> receiver = downstream;
        if (receiver != null) {
          drainTo(receiver);
        }
        missed = draining.addAndGet(-missed);
      } while (missed != 0);
    }

    private void drainTo(CoreSubscriber<? super DataBuffer> receiver) {
      while (!cancelled && requested.get() > 0) {
        DataBuffer buffer = poll();
        if (buffer == null) {
          break;
        }
        requested.updateAndGet(n -> n == Long.MAX_VALUE ? n : n - 1);
        receiver.onNext(buffer);
      }
      if (cancelled || terminated || !holdsNothing()) {
        return;
      }
      if (done) {
        terminated = true;
        Throwable failure = error;
        if (failure == null) {
          receiver.onComplete();
        } else {
          receiver.onError(failure);
        }
        return;
      }
      // Only now, so that what comes of it does not overtake what was held.
      long demand = requested.getAndSet(0);
      if (demand > 0) {
        ask(demand);
      }
    }
  }
}
