package io.github.lanewise.pipeline;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.publisher.Operators;
import reactor.util.concurrent.Queues;
import reactor.util.context.Context;

/**
 * What all hashing operators share: the queue of payloads from upstream to the worker, the queue of
 * results from the worker to downstream, demand on both sides, and the ends.
 *
 * @param <B> the payload
 * @param <R> what comes of it
 */
abstract class HashSubscriber<B, R> extends LaneTask
    implements CoreSubscriber<B>, Subscription, Scannable {

  /** The segment of what has no bytes, and of an end that comes by itself. */
  static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  final BufferAccess<B> access;
  private final CoreSubscriber<? super R> downstream;
  private final LaneWorker worker;
  private final int prefetch;
  private final InFlightShare share;

  private final Queue<B> payloads;
  private final Queue<R> results;
  private final AtomicLong requested = new AtomicLong();
  private final DrainLoop drain = new DrainLoop(this::drainOnce, this::subscriberThrew);

  /** Payloads that left since upstream was last asked. */
  private final AtomicInteger left = new AtomicInteger();

  private @Nullable Subscription upstream;
  private volatile boolean upstreamDone;
  private volatile boolean cancelled;

  /** No more results will come of the worker. */
  private volatile boolean finished;

  /** What follows the results instead of a good end: the first that went wrong. */
  private final AtomicReference<@Nullable Throwable> error = new AtomicReference<>();

  private boolean terminated;
  private boolean exhausted;

  HashSubscriber(
      CoreSubscriber<? super R> downstream, BufferAccess<B> access, LaneDispatcher dispatcher) {
    this.downstream = downstream;
    this.access = access;
    this.worker = dispatcher.assignWorker();
    this.prefetch = dispatcher.prefetch();
    this.share = dispatcher.budget().share(prefetch);
    this.payloads = Queues.<B>get(prefetch).get();
    // It grows by links of this size, the first of which is allocated here.
    this.results = Queues.<R>unbounded(Math.min(prefetch, Queues.SMALL_BUFFER_SIZE)).get();
  }

  // Upstream's side.

  @Override
  public final void onSubscribe(Subscription subscription) {
    if (Operators.validate(upstream, subscription)) {
      upstream = subscription;
      share.open();
      downstream.onSubscribe(this);
      if (worker.isClosing()) {
        fail(worker.closedError());
        return;
      }
      // Only now: a worker that is closed fails the stream at once.
      worker.signal(this);
      ask(subscription, share.ask(0));
    }
  }

  private void ask(Subscription subscription, int more) {
    if (more == 0) {
      return;
    }
    try {
      subscription.request(more);
    } catch (Throwable e) {
      // An event loop that is gone, say: neither a payload nor an end would come of it.
      cancelUpstream();
      onError(e);
    }
  }

  @Override
  public final void onNext(B payload) {
    if (upstreamDone || cancelled) {
      access.discard(payload, currentContext());
      return;
    }
    try {
      share.arrived(access.size(payload));
    } catch (Throwable e) {
      refuse(payload, e);
      return;
    }
    if (payloads.offer(payload)) {
      worker.signal(this);
    } else {
      refuse(
          payload,
          Exceptions.failWithOverflow(
              "upstream sent more than the " + prefetch + " payloads it was asked for"));
    }
  }

  private void refuse(B payload, Throwable why) {
    access.discard(payload, currentContext());
    cancelUpstream();
    onError(why);
  }

  @Override
  public final void onError(Throwable throwable) {
    if (upstreamDone || cancelled || !error.compareAndSet(null, throwable)) {
      Operators.onErrorDropped(throwable, currentContext());
      return;
    }
    upstreamDone = true;
    worker.signal(this);
  }

  @Override
  public final void onComplete() {
    upstreamDone = true;
    worker.signal(this);
  }

  // Downstream's side.

  @Override
  public final void request(long n) {
    if (Operators.validate(n)) {
      requested.accumulateAndGet(n, Operators::addCap);
      drain.run();
    }
  }

  @Override
  public final void cancel() {
    if (!cancelled) {
      cancelled = true;
      cancelUpstream();
      worker.signal(this);
      drain.run();
    }
  }

  @Override
  public final Context currentContext() {
    return downstream.currentContext();
  }

  // The worker's side.

  /**
   * The next payload; null if there is none, and then {@link #isExhausted} tells whether for good.
   */
  final @Nullable B poll() {
    // In this order: what was offered before the end is seen by a poll after it.
    exhausted = upstreamDone;
    B payload = payloads.poll();
    exhausted &= payload == null;
    return payload;
  }

  /** Whether the last poll found the end of the stream. */
  final boolean isExhausted() {
    return exhausted;
  }

  /** Whether the stream is known to end well after what was polled. */
  final boolean isLastPolled() {
    return upstreamDone && !hasFailed() && payloads.isEmpty();
  }

  /** Whether upstream failed. */
  final boolean hasFailed() {
    return error.get() != null;
  }

  /** Queues a result for downstream. */
  final void emit(R result) {
    results.add(result);
  }

  /** A payload is no longer held, by this operator or for downstream. */
  final void payloadLeft() {
    left.incrementAndGet();
  }

  /** No more results: what is queued goes out, then the end. */
  final void finish() {
    finished = true;
  }

  @Override
  final void flush() {
    drain.run();
  }

  @Override
  final boolean isOver() {
    return finished || cancelled;
  }

  @Override
  final void fail(Throwable throwable) {
    if (isOver()) {
      return;
    }
    if (!error.compareAndSet(null, throwable)) {
      Operators.onErrorDropped(throwable, currentContext());
    }
    upstreamDone = true;
    finished = true;
    cancelUpstream();
    worker.signal(this);
    drain.run();
  }

  @Override
  final void abandon() {
    releaseHeld();
    B payload;
    while ((payload = payloads.poll()) != null) {
      access.discard(payload, currentContext());
    }
    // A result may have come after the drain of the cancellation, and without another to follow.
    drain.run();
  }

  /** Discards what is neither in the queue of payloads nor in that of results. */
  abstract void releaseHeld();

  // Between worker and downstream.

  /** Called just before a result is signalled, on the thread that signals it. */
  void passing(R result) {}

  /** Called just before a good end is signalled; what it throws is signalled instead. */
  void completing() {}

  /** Discards a result that downstream will not get. */
  abstract void discardResult(R result);

  /** A subscriber that throws counts as one that cancelled (Reactive Streams §2.13). */
  private void subscriberThrew(Throwable e) {
    cancel();
    discardResults();
    Operators.onErrorDropped(e, currentContext());
  }

  private void drainOnce() {
    emitRequested();
    if (cancelled) {
      discardResults();
      share.close();
    } else if (!terminated && finished && results.isEmpty()) {
      terminated = true;
      share.close();
      terminate();
    } else {
      replenish();
    }
  }

  private void emitRequested() {
    long demand = requested.get();
    long emitted = 0;
    while (emitted != demand && !cancelled) {
      R result = results.poll();
      if (result == null) {
        break;
      }
      passing(result);
      downstream.onNext(result);
      emitted++;
    }
    if (emitted != 0 && demand != Long.MAX_VALUE) {
      requested.addAndGet(-emitted);
    }
  }

  private void discardResults() {
    R result;
    while ((result = results.poll()) != null) {
      discardResult(result);
    }
  }

  private void terminate() {
    Throwable failure = error.get();
    if (failure == null) {
      try {
        completing();
      } catch (RuntimeException e) {
        failure = e;
      }
    }
    if (failure == null) {
      downstream.onComplete();
    } else {
      downstream.onError(failure);
    }
  }

  /**
   * Asks for as many payloads as left, or fewer where the budget is short; in portions, and not
   * while results pile up.
   */
  private void replenish() {
    Subscription subscription = upstream;
    if (left.get() >= share.askAgainAt()
        && results.size() <= prefetch
        && !upstreamDone
        && subscription != null) {
      ask(subscription, share.ask(left.getAndSet(0)));
    }
  }

  private void cancelUpstream() {
    Subscription subscription = upstream;
    if (subscription != null) {
      try {
        subscription.cancel();
      } catch (Throwable e) {
        // An event loop that is gone, say. This stream has to end all the same.
        Operators.onErrorDropped(e, currentContext());
      }
    }
  }

  @Override
  @SuppressWarnings("rawtypes") // Reactor's own signature.
  public @Nullable Object scanUnsafe(Attr key) {
    if (key.equals(Attr.PARENT)) {
      return upstream;
    }
    if (key.equals(Attr.ACTUAL)) {
      return downstream;
    }
    if (key.equals(Attr.PREFETCH)) {
      return prefetch;
    }
    if (key.equals(Attr.BUFFERED)) {
      return payloads.size() + results.size();
    }
    if (key.equals(Attr.REQUESTED_FROM_DOWNSTREAM)) {
      return requested.get();
    }
    if (key.equals(Attr.CANCELLED)) {
      return cancelled;
    }
    if (key.equals(Attr.TERMINATED)) {
      return terminated;
    }
    if (key.equals(Attr.ERROR)) {
      return error.get();
    }
    if (key.equals(Attr.RUN_STYLE)) {
      return Attr.RunStyle.ASYNC;
    }
    return null;
  }
}
