package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import io.github.lanewise.kernel.sha256.Sha256Stream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

/**
 * Runs batches: takes tasks from its ring, lays their pieces in lanes, advances the lanes, and lets
 * the tasks pass on what came of it. One thread at a time, that of its scheduler, and only while
 * there is something to do.
 *
 * <p>A batch begins when every lane is taken, when nothing more can come (each open task has a
 * piece in a lane), or when the first piece has waited {@code maxWait}. Once begun it goes on
 * without waiting, and free lanes are filled from the ring before each quantum.
 */
final class LaneWorker {

  private static final Logger log = LoggerFactory.getLogger(LaneWorker.class);

  private static final int RING_CHUNK = 256;

  /** Some milliseconds of hashing. */
  private static final int CYCLES_PER_TURN = 64;

  private final Scheduler scheduler;
  private final Scheduler.Worker executor;
  private final Supplier<EngineChoice> choices;
  private final int crossCheckEvery;
  private final long maxWaitNanos;
  private final LaneMeters meters;

  private final Queue<LaneTask> ring = new MpscUnboundedVarHandleArrayQueue<>(RING_CHUNK);
  private final AtomicInteger wakeUps = new AtomicInteger();
  private final Sinks.Empty<Void> closed = Sinks.empty();
  private volatile boolean closing;

  // All below is touched by the duty cycle only.
  private final Set<LaneTask> open = new HashSet<>();
  private final ArrayDeque<LaneTask> active = new ArrayDeque<>();
  private final List<LanePiece> inLanes = new ArrayList<>();
  private final List<LaneTask> toFlush = new ArrayList<>();
  private final Listener listener = new Listener();
  private @Nullable EngineChoice choice;
  private @Nullable MultiBufferSha256 lanes;
  private int tasksInLanes;
  private boolean begun;
  private long firstPieceNanos;
  private boolean deadlineArmed;

  LaneWorker(
      Scheduler scheduler,
      Supplier<EngineChoice> choices,
      int crossCheckEvery,
      long maxWaitNanos,
      LaneMeters meters) {
    this.scheduler = scheduler;
    this.executor = scheduler.createWorker();
    this.choices = choices;
    this.crossCheckEvery = crossCheckEvery;
    this.maxWaitNanos = maxWaitNanos;
    this.meters = meters;
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
      try {
        executor.schedule(this::run);
      } catch (Throwable e) {
        // The count made this thread the only one in here.
        giveUp(e);
        run();
      }
    }
  }

  /**
   * Fails what is open, gives the working memory back and takes nothing any more; signals when that
   * is done.
   */
  Mono<Void> close() {
    closing = true;
    wake();
    return closed.asMono();
  }

  /** Whether it takes streams: it was not closed, and its scheduler serves it. */
  boolean isOpen() {
    return !closing;
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

  /** One round: take in, fill, advance, pass on. False when there is nothing to do but wait. */
  private boolean dutyCycle() {
    takeIn();
    if (closing) {
      shutDown();
      return false;
    }
    MultiBufferSha256 sha256 = openLanes();
    fill(sha256);
    boolean advance = !inLanes.isEmpty() && isDue(sha256);
    if (advance) {
      advance(sha256);
    }
    passOn();
    return advance || closing || !ring.isEmpty();
  }

  private void takeIn() {
    LaneTask task;
    while ((task = ring.poll()) != null) {
      // Before looking at the task: whatever happens to it from now on puts it in again.
      task.inRing.set(false);
      if (task.isOver()) {
        drop(task);
        continue;
      }
      if (!task.open) {
        task.open = true;
        open.add(task);
        meters.opened();
      }
      activate(task);
    }
  }

  private void activate(LaneTask task) {
    if (!task.active) {
      task.active = true;
      active.add(task);
    }
  }

  private void drop(LaneTask task) {
    if (task.piecesInLanes > 0 && lanes != null) {
      for (int i = inLanes.size() - 1; i >= 0; i--) {
        LanePiece piece = inLanes.get(i);
        if (piece.task().equals(task)) {
          lanes.leave(piece.stream());
          inLanes.remove(i);
        }
      }
      task.piecesInLanes = 0;
      tasksInLanes--;
    }
    if (task.open) {
      task.open = false;
      open.remove(task);
      meters.closed();
    }
    try {
      task.abandon();
    } catch (Throwable e) {
      // Of a payload's access, which must not throw. There is nobody left to tell.
      Operators.onErrorDropped(e, Context.empty());
    }
  }

  /** The lanes of the engine chosen last; changed between batches only. */
  private MultiBufferSha256 openLanes() {
    EngineChoice latest = choices.get();
    MultiBufferSha256 current = lanes;
    if (current != null && (latest.equals(choice) || !inLanes.isEmpty())) {
      return current;
    }
    if (current != null) {
      current.close();
    }
    current = latest.open(crossCheckEvery);
    choice = latest;
    lanes = current;
    return current;
  }

  /** Tasks take turns, piece by piece. */
  private void fill(MultiBufferSha256 sha256) {
    while (sha256.occupied() < sha256.lanes() && !active.isEmpty()) {
      LaneTask task = active.remove();
      LanePiece piece = task.isOver() ? null : nextOf(task);
      if (piece == null) {
        task.active = false;
        // Also where there is no piece: looking for one may have let go of a payload.
        noteForFlush(task);
        if (task.isOver()) {
          drop(task);
        }
        continue;
      }
      active.add(task);
      if (inLanes.isEmpty()) {
        begun = false;
        firstPieceNanos = scheduler.now(TimeUnit.NANOSECONDS);
      }
      sha256.enter(piece.stream());
      inLanes.add(piece);
      if (task.piecesInLanes++ == 0) {
        tasksInLanes++;
      }
    }
  }

  private static @Nullable LanePiece nextOf(LaneTask task) {
    try {
      return task.next();
    } catch (Throwable e) {
      // Of the payload's access, or its memory cannot be read: that is one stream's trouble.
      task.fail(e);
      return null;
    }
  }

  private boolean isDue(MultiBufferSha256 sha256) {
    if (begun || sha256.occupied() == sha256.lanes() || tasksInLanes == open.size()) {
      begun = true;
      return true;
    }
    // Not below 0, should the scheduler's clock step back.
    long waited = Math.max(0, scheduler.now(TimeUnit.NANOSECONDS) - firstPieceNanos);
    if (waited >= maxWaitNanos) {
      begun = true;
      return true;
    }
    armDeadline(maxWaitNanos - waited);
    return false;
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

  private void advance(MultiBufferSha256 sha256) {
    try {
      sha256.advance(listener);
    } catch (Throwable e) {
      // Memory went away under the engine: an arena closed meanwhile, a mapped file truncated. The
      // states of the whole batch are in doubt, so all its streams are told.
      sha256.close();
      lanes = null;
      List<LanePiece> lost = List.copyOf(inLanes);
      inLanes.clear();
      tasksInLanes = 0;
      for (LanePiece piece : lost) {
        piece.task().piecesInLanes = 0;
        piece.task().fail(e);
      }
    }
  }

  private void noteForFlush(LaneTask task) {
    if (!task.toFlush) {
      task.toFlush = true;
      toFlush.add(task);
    }
  }

  private void passOn() {
    for (LaneTask task : toFlush) {
      task.toFlush = false;
      try {
        task.flush();
      } catch (Throwable e) {
        // Of a hook, say: what downstream throws is caught where it is signalled.
        task.fail(e);
      }
    }
    toFlush.clear();
  }

  private void shutDown() {
    for (LaneTask task : List.copyOf(open)) {
      task.fail(new IllegalStateException("the hashing pipeline is closed"));
      drop(task);
    }
    active.clear();
    toFlush.clear();
    if (lanes != null) {
      lanes.close();
      lanes = null;
    }
    executor.dispose();
    closed.tryEmitEmpty();
  }

  /** Hears what the lanes did. */
  private final class Listener implements QuantumListener {

    @Override
    public void eaten(Sha256Stream stream) {
      LanePiece piece = LanePiece.of(stream);
      LaneTask task = piece.task();
      inLanes.remove(piece);
      if (--task.piecesInLanes == 0) {
        tasksInLanes--;
      }
      meters.segment(piece.takeByteCount(), stream.isFinished());
      try {
        task.eaten(piece);
      } catch (Throwable e) {
        // Of the payload's access: the others in the batch have nothing to do with it.
        task.fail(e);
      }
      noteForFlush(task);
      activate(task);
    }

    @Override
    public void ran(String engine, int used, int offered, long bytes) {
      meters.batch(used, offered);
    }

    @Override
    public void crossChecked(Sha256Stream stream, boolean agreed) {
      meters.crossChecked(agreed);
    }
  }
}
