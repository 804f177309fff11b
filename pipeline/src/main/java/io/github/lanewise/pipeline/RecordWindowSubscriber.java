package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;
import reactor.util.concurrent.Queues;
import reactor.util.context.Context;

/**
 * Records go through a queue to whoever drains, who alone touches the windows. Limits and time say
 * where a window ends, demand only when it leaves: one whose time is over while nobody asks for it
 * waits as it is, one whose time is not over is not cut short because somebody asks (as against
 * reactor-core #4377).
 */
final class RecordWindowSubscriber
    implements CoreSubscriber<HashedRecord>, Subscription, Scannable {

  private final CoreSubscriber<? super List<Sha256Digest>> downstream;
  private final WindowPolicy policy;
  private final Scheduler clock;
  private final int prefetch;
  private final int replenishAt;

  private final Queue<HashedRecord> arrived;
  private final AtomicLong requested = new AtomicLong();
  private final DrainLoop drain = new DrainLoop(this::drainOnce, this::subscriberThrew);

  /** The number of the last window whose time is over. */
  private final AtomicLong due = new AtomicLong(-1);

  private @Nullable Subscription upstream;
  private volatile boolean upstreamDone;
  private volatile boolean cancelled;
  private final AtomicReference<@Nullable Throwable> error = new AtomicReference<>();

  // All below is touched by the one that drains only.
  private final ArrayDeque<List<Sha256Digest>> ended = new ArrayDeque<>();
  private List<Sha256Digest> open = new ArrayList<>();
  private long openNumber;
  private long openBytes;
  private Disposable deadline = Disposables.disposed();
  private int taken;
  private boolean terminated;

  RecordWindowSubscriber(
      CoreSubscriber<? super List<Sha256Digest>> downstream,
      WindowPolicy policy,
      Scheduler clock,
      int prefetch) {
    this.downstream = downstream;
    this.policy = policy;
    this.clock = clock;
    this.prefetch = prefetch;
    this.replenishAt = prefetch - (prefetch >> 2);
    this.arrived = Queues.<HashedRecord>get(prefetch).get();
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    if (Operators.validate(upstream, subscription)) {
      upstream = subscription;
      downstream.onSubscribe(this);
      subscription.request(prefetch);
    }
  }

  @Override
  public void onNext(HashedRecord record) {
    if (upstreamDone || cancelled) {
      Operators.onNextDropped(record, currentContext());
    } else if (arrived.offer(record)) {
      drain.run();
    } else {
      fail(
          Exceptions.failWithOverflow(
              "upstream sent more than the " + prefetch + " records it was asked for"));
    }
  }

  @Override
  public void onError(Throwable throwable) {
    if (upstreamDone || cancelled || !error.compareAndSet(null, throwable)) {
      Operators.onErrorDropped(throwable, currentContext());
      return;
    }
    upstreamDone = true;
    drain.run();
  }

  @Override
  public void onComplete() {
    upstreamDone = true;
    drain.run();
  }

  @Override
  public void request(long n) {
    if (Operators.validate(n)) {
      requested.accumulateAndGet(n, Operators::addCap);
      drain.run();
    }
  }

  @Override
  public void cancel() {
    if (!cancelled) {
      cancelled = true;
      cancelUpstream();
      drain.run();
    }
  }

  @Override
  public Context currentContext() {
    return downstream.currentContext();
  }

  /** What came before is emitted, then the error. */
  private void fail(Throwable throwable) {
    cancelUpstream();
    onError(throwable);
  }

  private void cancelUpstream() {
    Subscription subscription = upstream;
    if (subscription != null) {
      subscription.cancel();
    }
  }

  /** A subscriber that throws counts as one that cancelled (Reactive Streams §2.13). */
  private void subscriberThrew(Throwable e) {
    cancel();
    letGo();
    Operators.onErrorDropped(e, currentContext());
  }

  private void drainOnce() {
    // In this order: what arrived before the end is taken before the end is seen.
    boolean last = upstreamDone;
    take();
    if (last && arrived.isEmpty() && !open.isEmpty()) {
      endWindow();
    }
    emitRequested();
    if (cancelled) {
      letGo();
    } else if (last && arrived.isEmpty() && ended.isEmpty()) {
      terminate();
    } else {
      replenish();
    }
  }

  /** Bounded by the prefetch: nothing more is asked for meanwhile. */
  private void take() {
    HashedRecord record;
    do {
      if (!open.isEmpty() && due.get() >= openNumber) {
        endWindow();
      }
      record = arrived.poll();
      if (record != null) {
        taken++;
        add(record);
      }
    } while (record != null && !cancelled);
  }

  private void add(HashedRecord record) {
    if (open.isEmpty()) {
      armDeadline();
    }
    open.add(record.digest());
    // Not above Long.MAX_VALUE, which is no limit.
    openBytes = Operators.addCap(openBytes, record.bytes());
    if (policy.isFull(open.size(), openBytes)) {
      endWindow();
    }
  }

  private void endWindow() {
    deadline.dispose();
    ended.add(open);
    open = new ArrayList<>();
    openBytes = 0;
    openNumber++;
  }

  private void armDeadline() {
    long window = openNumber;
    try {
      deadline =
          clock.schedule(
              () -> {
                // The highest: a deadline that was disposed too late must not undo a later one.
                due.accumulateAndGet(window, Math::max);
                drain.run();
              },
              policy.maxWait().toNanos(),
              TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException gone) {
      fail(gone);
    }
  }

  private void emitRequested() {
    long demand = requested.get();
    long emitted = 0;
    while (emitted != demand && !cancelled) {
      List<Sha256Digest> window = ended.poll();
      if (window == null) {
        break;
      }
      downstream.onNext(window);
      emitted++;
    }
    if (emitted != 0 && demand != Long.MAX_VALUE) {
      requested.addAndGet(-emitted);
    }
  }

  private void letGo() {
    deadline.dispose();
    arrived.clear();
    ended.clear();
    open = new ArrayList<>();
  }

  private void terminate() {
    if (terminated) {
      return;
    }
    terminated = true;
    Throwable failure = error.get();
    if (failure == null) {
      downstream.onComplete();
    } else {
      downstream.onError(failure);
    }
  }

  /** In portions, and not while a window waits for demand: that is what holds upstream back. */
  private void replenish() {
    Subscription subscription = upstream;
    if (taken >= replenishAt && ended.isEmpty() && !upstreamDone && subscription != null) {
      int left = taken;
      taken = 0;
      subscription.request(left);
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
      return arrived.size();
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
    if (key.equals(Attr.RUN_ON)) {
      return clock;
    }
    if (key.equals(Attr.RUN_STYLE)) {
      return Attr.RunStyle.ASYNC;
    }
    return null;
  }
}
