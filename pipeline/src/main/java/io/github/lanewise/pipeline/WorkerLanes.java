package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import io.github.lanewise.kernel.sha256.Sha256Stream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * The lanes of one worker, the tasks that are open there, and the pieces of theirs that stand in
 * lanes. Confined to the worker.
 *
 * <p>Once begun, what is in lanes goes on without waiting until all lanes are empty.
 */
final class WorkerLanes {

  /**
   * How much is hashed between two looks at the ring: what {@code MessageDigest} and one lane get
   * at a time, so that a turn of small messages takes no longer than one quantum of a large one.
   */
  private static final long TURN_BYTES = 64 * 1024;

  /** And how many calls of the engine: empty and tiny messages have hardly any bytes. */
  private static final int TURN_QUANTA = 64;

  /** One call in so many is timed: two looks at the clock cost a tenth of a 200-byte message. */
  private static final int TIMED_CALLS = 8;

  private final Supplier<EngineChoice> choices;
  private final int crossCheckEvery;
  private final WaitPolicy waiting;
  private final LaneMeters meters;

  private final Set<LaneTask> open = new HashSet<>();
  private final ArrayDeque<LaneTask> active = new ArrayDeque<>();
  private final List<LanePiece> inLanes = new ArrayList<>();
  private final List<LanePiece> eaten = new ArrayList<>();
  private final List<LaneTask> toFlush = new ArrayList<>();
  private final Listener listener = new Listener();
  private @Nullable EngineChoice choice;
  private @Nullable MultiBufferSha256 lanes;
  private int tasksInLanes;
  private boolean begun;
  private boolean holding;
  private int calls;

  /** Hashed in this turn. */
  private long turnBytes;

  WorkerLanes(
      Supplier<EngineChoice> choices, int crossCheckEvery, WaitPolicy waiting, LaneMeters meters) {
    this.choices = choices;
    this.crossCheckEvery = crossCheckEvery;
    this.waiting = waiting;
    this.meters = meters;
  }

  /** A task is new, has work, or is over. */
  void accept(LaneTask task) {
    if (task.isOver()) {
      drop(task);
      return;
    }
    if (!task.open) {
      task.open = true;
      open.add(task);
      meters.opened();
    }
    activate(task);
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

  /**
   * One turn: fill, advance, pass on.
   *
   * @return whether anything was hashed; if not, there is nothing to do but wait
   */
  boolean turn() {
    MultiBufferSha256 sha256 = openLanes();
    turnBytes = 0;
    int quanta = 0;
    holding = false;
    fill(sha256);
    while (!inLanes.isEmpty() && isDue(sha256)) {
      quanta++;
      advance(sha256);
      if (turnBytes >= TURN_BYTES || quanta >= TURN_QUANTA || !sha256.equals(lanes)) {
        break;
      }
      fill(sha256);
    }
    passOn();
    return quanta > 0;
  }

  /** Whether pieces in lanes wait for others, for {@link WaitPolicy#left} at most. */
  boolean isHolding() {
    return holding;
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
    if (choice != null && !latest.equals(choice)) {
      meters.switchedEngines();
    }
    current = latest.open(crossCheckEvery);
    choice = latest;
    lanes = current;
    return current;
  }

  /** Tasks take turns, piece by piece. */
  private void fill(MultiBufferSha256 sha256) {
    while (inLanes.size() < sha256.lanes() && !active.isEmpty()) {
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
        waiting.forget();
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
    if (!begun) {
      FlushReason reason =
          waiting.reason(inLanes.size(), sha256.lanes(), tasksInLanes, open.size());
      begun = reason != null;
      holding = reason == null;
      if (reason != null) {
        meters.flushed(reason);
        if (waiting.waited() > 0) {
          meters.waited(waiting.waited());
        }
      }
    }
    return begun;
  }

  private void advance(MultiBufferSha256 sha256) {
    try {
      if (calls++ % TIMED_CALLS == 0) {
        long start = System.nanoTime();
        sha256.advance(listener);
        meters.ranFor(TIMED_CALLS * (System.nanoTime() - start));
      } else {
        sha256.advance(listener);
      }
    } catch (Throwable e) {
      loseLanes(sha256, e);
    }
    for (LanePiece piece : eaten) {
      tell(piece);
    }
    eaten.clear();
  }

  /**
   * Memory went away under the engine: an arena closed meanwhile, a mapped file truncated. The
   * states of the whole batch are in doubt, so all its streams are told.
   */
  private void loseLanes(MultiBufferSha256 sha256, Throwable cause) {
    sha256.close();
    lanes = null;
    List<LanePiece> lost = List.copyOf(inLanes);
    inLanes.clear();
    tasksInLanes = 0;
    for (LanePiece piece : lost) {
      piece.task().piecesInLanes = 0;
      piece.task().fail(cause);
    }
  }

  private void tell(LanePiece piece) {
    LaneTask task = piece.task();
    meters.segment(piece.takeByteCount());
    try {
      task.eaten(piece);
    } catch (Throwable e) {
      // Of the payload's access: the others in the batch have nothing to do with it.
      task.fail(e);
    }
    noteForFlush(task);
    activate(task);
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

  /** Fails all tasks and gives the working memory back. */
  void close(Supplier<? extends Throwable> error) {
    for (LaneTask task : List.copyOf(open)) {
      task.fail(error.get());
      drop(task);
    }
    active.clear();
    toFlush.clear();
    if (lanes != null) {
      lanes.close();
      lanes = null;
    }
  }

  /**
   * Hears what the lanes did, in the middle of it: that a piece is eaten is told afterwards, when
   * no engine's time passes meanwhile.
   */
  private final class Listener implements QuantumListener {

    @Override
    public void eaten(Sha256Stream stream) {
      LanePiece piece = LanePiece.of(stream);
      inLanes.remove(piece);
      if (--piece.task().piecesInLanes == 0) {
        tasksInLanes--;
      }
      eaten.add(piece);
    }

    @Override
    public void finished(Sha256Stream stream, String engine) {
      meters.message(engine);
    }

    @Override
    public void ran(String engine, int used, int offered, long bytes) {
      turnBytes += bytes;
      meters.batch(engine, used, offered, bytes);
    }

    @Override
    public void crossChecked(Sha256Stream stream, boolean agreed) {
      meters.crossChecked(agreed);
    }
  }
}
