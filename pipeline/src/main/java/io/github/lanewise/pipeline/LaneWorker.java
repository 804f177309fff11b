package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.EngineChoice;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/**
 * Runs batches: takes tasks from its ring, lays their pieces in lanes, advances the lanes, and lets
 * the tasks pass on what came of it. One thread at a time, that of its scheduler, and only while
 * there is something to do. {@link WaitPolicy} says when a batch begins, {@link WorkerLanes} runs
 * it; here is what decides that somebody does.
 */
final class LaneWorker {

  private static final Logger log = LoggerFactory.getLogger(LaneWorker.class);

  private static final int RING_CHUNK = 256;

  /** Some milliseconds of hashing. */
  private static final int CYCLES_PER_TURN = 64;

  private final Scheduler.Worker executor;
  private final LaneMeters meters = new LaneMeters();
  private final Queue<LaneTask> ring = new MpscUnboundedVarHandleArrayQueue<>(RING_CHUNK);
  private final AtomicInteger wakeUps = new AtomicInteger();

  /** When it was last woken; written and read by turns, with {@link #wakeUps} in between. */
  private long wokenAt;

  private final Sinks.Empty<Void> closed = Sinks.empty();

  /** Negative until the worker is to be closed. */
  private volatile long graceNanos = -1;

  private volatile boolean closing;

  // Touched by the duty cycle only.
  private final WaitPolicy waiting;
  private final WorkerLanes lanes;
  private final IdleSpin spin = new IdleSpin();
  private boolean deadlineArmed;
  private boolean graceArmed;
  private boolean graceOver;

  LaneWorker(
      Scheduler scheduler,
      Supplier<EngineChoice> choices,
      int crossCheckEvery,
      long maxWaitNanos,
      long cacheBytes) {
    this.executor = scheduler.createWorker();
    this.waiting = new WaitPolicy(maxWaitNanos, () -> scheduler.now(TimeUnit.NANOSECONDS));
    RecentHashes cache = cacheBytes == 0 ? null : new RecentHashes(cacheBytes, meters);
    this.lanes = new WorkerLanes(choices, crossCheckEvery, waiting, cache, meters);
  }

  /** Tells that a task is new, has work, or is over. From any thread, any number of times. */
  void signal(LaneTask task) {
    if (task.inRing.compareAndSet(false, true)) {
      ring.add(task);
      wake();
    }
  }

  private void wake() {
    if (wakeUps.getAndIncrement() == 0) {
      wokenAt = System.nanoTime();
      try {
        executor.schedule(this::wokenUp);
      } catch (Throwable e) {
        // The count made this thread the only one in here.
        giveUp(e);
        run();
      }
    }
  }

  /** What it has done, from any thread. */
  PipelineStatistics statistics() {
    return meters.snapshot(ring.size());
  }

  /** How many streams it has opened so far, from any thread. */
  long streamsOpened() {
    return meters.streamsOpened();
  }

  /** Whether it has no stream now, from any thread. */
  boolean isIdle() {
    return meters.openStreams() == 0 && ring.isEmpty();
  }

  /** Whether streams are to be refused that begin now. */
  boolean isClosing() {
    return graceNanos >= 0 || closing;
  }

  /**
   * Lets what is open end by itself, within the grace period, and fails what has not; then gives
   * the working memory back and takes nothing any more. Signals when that is done.
   */
  Mono<Void> close(long withinNanos) {
    if (graceNanos < 0) {
      graceNanos = withinNanos;
    }
    wake();
    return closed.asMono();
  }

  /** Whether it takes streams: it was not closed, and its scheduler serves it. */
  boolean isOpen() {
    return !isClosing();
  }

  private void wokenUp() {
    spin.woken(System.nanoTime() - wokenAt);
    run();
  }

  private void run() {
    int missed = wakeUps.get();
    do {
      int cycles = 0;
      while (safeDutyCycle()) {
        if (++cycles == CYCLES_PER_TURN && yieldToOthers()) {
          return;
        }
      }
      int seen = missed;
      spin.await(() -> wakeUps.get() != seen);
      missed = wakeUps.addAndGet(-missed);
    } while (missed != 0);
  }

  /**
   * Lets other tasks of the scheduler have a turn. The count stays, so nobody else gets in here.
   */
  private boolean yieldToOthers() {
    try {
      executor.schedule(this::run);
      return true;
    } catch (Throwable e) {
      giveUp(e);
      return false;
    }
  }

  /**
   * Without a thread nothing will ever be hashed: streams fail, rather than hang without a word.
   */
  private void giveUp(Throwable cause) {
    closing = true;
    if (!(cause instanceof RejectedExecutionException)) {
      log.error("A worker fails all its streams, since it cannot be scheduled", cause);
    }
  }

  private boolean safeDutyCycle() {
    try {
      return dutyCycle();
    } catch (Throwable e) {
      // Each call into a task is guarded. Whatever got through, the count must go down and the
      // streams must end, or they and all later ones would hang without a word.
      log.error("A worker fails all its streams after an error outside of any of them", e);
      closing = true;
      shutDown();
      return false;
    }
  }

  /** One round: take in, hash, pass on. False when there is nothing to do but wait. */
  private boolean dutyCycle() {
    takeIn();
    if (graceNanos >= 0 && !closing) {
      endIfDone();
    }
    if (closing) {
      shutDown();
      return false;
    }
    boolean hashed = lanes.turn();
    if (lanes.isHolding()) {
      armDeadline(waiting.left());
    }
    boolean done = graceNanos >= 0 && lanes.isEmpty();
    return hashed || closing || done || !ring.isEmpty();
  }

  private void takeIn() {
    LaneTask task;
    while ((task = ring.poll()) != null) {
      // Before looking at the task: whatever happens to it from now on puts it in again.
      task.inRing.set(false);
      lanes.accept(task);
    }
  }

  /** Closes at once if nothing is open, and when the grace period is over. */
  private void endIfDone() {
    if (lanes.isEmpty() && ring.isEmpty()) {
      closing = true;
    } else if (!graceArmed) {
      graceArmed = true;
      waiting.hurry();
      armGrace();
    }
  }

  private void armGrace() {
    if (graceNanos == 0) {
      closing = true;
      return;
    }
    try {
      executor.schedule(this::onGraceOver, graceNanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // The scheduler is gone, or has no clock: nobody would end the period.
      closing = true;
    }
  }

  private void onGraceOver() {
    graceOver = true;
    closing = true;
    wake();
  }

  private void armDeadline(long nanos) {
    if (deadlineArmed) {
      return;
    }
    try {
      executor.schedule(this::onDeadline, nanos, TimeUnit.NANOSECONDS);
      deadlineArmed = true;
    } catch (RejectedExecutionException e) {
      // The scheduler is gone: nothing would ever wake this worker again.
      closing = true;
    }
  }

  private void onDeadline() {
    deadlineArmed = false;
    wake();
  }

  private void shutDown() {
    lanes.close(this::closedError);
    executor.dispose();
    closed.tryEmitEmpty();
  }

  /** What streams get that cannot be hashed any more. */
  IllegalStateException closedError() {
    return new IllegalStateException(
        graceOver
            ? "the hashing pipeline is closed, and the stream has not ended within "
                + Duration.ofNanos(graceNanos)
            : "the hashing pipeline is closed");
  }
}
