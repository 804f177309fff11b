package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import io.github.lanewise.kernel.sha256.Sha256Stream;
import java.nio.ByteBuffer;
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
 * <p>Once begun, what is in lanes goes on without waiting until all lanes are empty. A piece that
 * waits while all lanes are taken gets the lane of a longer one after that one's quantum; so what
 * is short waits for one quantum and not for the end of a long segment.
 */
final class WorkerLanes {

  /**
   * How much is hashed between two looks at the ring: what {@code MessageDigest} gets at a time, so
   * that a turn of small messages takes no longer than one quantum of a large one.
   */
  private static final long TURN_BYTES = 64 * 1024;

  /** And in how many steps: empty and tiny messages have hardly any bytes. */
  private static final int TURN_STEPS = 64;

  /** How many pieces are looked at beforehand, a turn, while lanes are taken by long ones. */
  private static final int LOOK_AHEAD = 64;

  /** After so many quanta in a stay, 1 MiB, a piece makes room for another long one. */
  private static final int LONG_STAY = 64;

  private final Supplier<EngineChoice> choices;
  private final int crossCheckEvery;
  private final WaitPolicy waiting;
  private final WholeMessages whole;
  private final LaneMeters meters;

  private final Set<LaneTask> open = new HashSet<>();
  private final PieceQueue queue = new PieceQueue(this::nothingNow);
  private final List<LanePiece> inLanes = new ArrayList<>();
  private final ShortPieces shortPieces;
  private final List<LanePiece> eaten = new ArrayList<>();
  private final List<LaneTask> toFlush = new ArrayList<>();
  private final Listener listener = new Listener();
  private @Nullable EngineChoice choice;
  private boolean usesLanes;
  private @Nullable MultiBufferSha256 lanes;
  private long tasksSeen;
  private int tasksInLanes;
  private boolean begun;
  private boolean holding;
  private long calls;

  /** Hashed, or found, in this turn. */
  private long turnBytes;

  /**
   * @param cache null for none
   */
  WorkerLanes(
      Supplier<EngineChoice> choices,
      int crossCheckEvery,
      WaitPolicy waiting,
      @Nullable RecentHashes cache,
      LaneMeters meters) {
    this.choices = choices;
    this.crossCheckEvery = crossCheckEvery;
    this.waiting = waiting;
    this.whole = new WholeMessages(cache, meters);
    this.shortPieces = new ShortPieces(whole, meters);
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
      task.number = ++tasksSeen;
      open.add(task);
      meters.opened();
    }
    queue.activate(task);
  }

  private void nothingNow(LaneTask task) {
    // Also where there is no piece: looking for one may have let go of a payload.
    noteForFlush(task);
    if (task.isOver()) {
      drop(task);
    }
  }

  private void drop(LaneTask task) {
    if (task.piecesInLanes > 0) {
      shortPieces.drop(task);
      leaveLanes(task);
      task.piecesInLanes = 0;
      tasksInLanes--;
    }
    queue.drop(task);
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

  private void leaveLanes(LaneTask task) {
    for (int i = inLanes.size() - 1; i >= 0; i--) {
      LanePiece piece = inLanes.get(i);
      if (piece.task().equals(task)) {
        if (lanes != null) {
          lanes.leave(piece.stream());
        }
        inLanes.remove(i);
      }
    }
  }

  /** Whether no task is open. */
  boolean isEmpty() {
    return open.isEmpty();
  }

  /**
   * One turn: fill, advance, pass on.
   *
   * @return whether anything was done; if not, there is nothing to do but wait
   */
  boolean turn() {
    MultiBufferSha256 sha256 = openLanes();
    turnBytes = 0;
    int steps = 0;
    boolean madeRoom = false;
    // Whoever got a lane in another's stead is told at once, not after more of the other.
    while (!madeRoom && steps < TURN_STEPS && turnBytes < TURN_BYTES && sha256.equals(lanes)) {
      holding = false;
      fill(sha256);
      madeRoom = makeRoom(sha256);
      if (nextBatch() > 0 && isDue(sha256)) {
        advance(sha256);
      } else if (eaten.isEmpty()) {
        break;
      }
      steps++;
      eaten.forEach(this::tell);
      eaten.clear();
    }
    passOn();
    return steps > 0;
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
      // The lanes that are given up may have made some of them.
      whole.forget();
    }
    current = latest.open(crossCheckEvery);
    choice = latest;
    usesLanes = latest.usesLanes();
    lanes = current;
    return current;
  }

  /** How many pieces the next batch has, so far. */
  private int nextBatch() {
    return inLanes.size() + shortPieces.size();
  }

  private void fill(MultiBufferSha256 sha256) {
    while (inLanes.size() < sha256.lanes() && !shortPieces.isFull() && turnBytes < TURN_BYTES) {
      LanePiece piece = queue.poll();
      if (piece == null) {
        return;
      }
      take(sha256, piece);
    }
  }

  private void take(MultiBufferSha256 sha256, LanePiece piece) {
    ByteBuffer message = piece.whole();
    // Even nothing at all takes a block's time.
    long bytes = message == null ? 0 : Math.max(message.remaining(), 64);
    if (message != null && whole.resolve(piece, message, usesLanes ? null : sha256)) {
      turnBytes += bytes;
      eaten.add(piece);
      return;
    }
    if (nextBatch() == 0) {
      begun = false;
      waiting.forget();
    }
    if (message != null && usesLanes && ShortPieces.takes(message)) {
      shortPieces.add(piece, message);
      turnBytes += bytes;
      joinBatch(piece.task());
    } else {
      enter(sha256, piece);
    }
  }

  private void enter(MultiBufferSha256 sha256, LanePiece piece) {
    LaneTask task = piece.task();
    try {
      sha256.enter(piece.prepared());
    } catch (Throwable e) {
      // Its memory cannot be read: that is one stream's trouble.
      task.fail(e);
      noteForFlush(task);
      return;
    }
    piece.enteredAt = calls;
    inLanes.add(piece);
    joinBatch(task);
  }

  private void joinBatch(LaneTask task) {
    if (task.piecesInLanes++ == 0) {
      tasksInLanes++;
      waiting.arrived(task.number);
    }
  }

  private void leaveBatch(LaneTask task) {
    if (--task.piecesInLanes == 0) {
      tasksInLanes--;
    }
  }

  /**
   * If all lanes are taken: puts pieces that wait where longer ones stand that have had a quantum.
   * A short one, of one quantum, always finds such a one; a long one finds one with more left than
   * it has itself, or one that has stayed long.
   */
  private boolean makeRoom(MultiBufferSha256 sha256) {
    if (inLanes.size() < sha256.lanes() || inLanes.getFirst().enteredAt == calls) {
      return false;
    }
    queue.lookAhead(LOOK_AHEAD);
    boolean any = false;
    LanePiece piece = queue.pollWaiting(true);
    while (piece != null && suspendOne(sha256, PieceQueue.QUANTUM_BYTES, false)) {
      any = true;
      take(sha256, piece);
      piece = inLanes.size() < sha256.lanes() ? null : queue.pollWaiting(true);
    }
    if (piece != null) {
      queue.add(piece);
      return any;
    }
    piece = queue.pollWaiting(false);
    if (piece != null) {
      if (suspendOne(sha256, piece.remaining(), true)) {
        any = true;
        take(sha256, piece);
      } else {
        queue.add(piece);
      }
    }
    return any;
  }

  private boolean suspendOne(MultiBufferSha256 sha256, long moreThan, boolean orLongStay) {
    for (int i = 0; i < inLanes.size(); i++) {
      LanePiece piece = inLanes.get(i);
      long stay = calls - piece.enteredAt;
      long least = orLongStay && stay >= LONG_STAY ? PieceQueue.QUANTUM_BYTES : moreThan;
      if (stay > 0 && sha256.suspend(piece.stream(), least + 1)) {
        inLanes.remove(i);
        leaveBatch(piece.task());
        queue.add(piece);
        return true;
      }
    }
    return false;
  }

  private boolean isDue(MultiBufferSha256 sha256) {
    if (!begun) {
      FlushReason reason = flushReason(sha256);
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

  private @Nullable FlushReason flushReason(MultiBufferSha256 sha256) {
    if (!usesLanes && nextBatch() < sha256.lanes()) {
      // A second message saves a quarter of its own time, and a timer costs more than most of that.
      return FlushReason.CANNOT_PAY;
    }
    int breakEven = choice == null ? 1 : choice.breakEven();
    return waiting.reason(nextBatch(), sha256.lanes(), breakEven, tasksInLanes, open.size());
  }

  private void advance(MultiBufferSha256 sha256) {
    try {
      if (calls++ % LaneMeters.TIMED_CALLS == 0) {
        long start = System.nanoTime();
        runBatch(sha256);
        meters.ranFor(LaneMeters.TIMED_CALLS * (System.nanoTime() - start));
      } else {
        runBatch(sha256);
      }
    } catch (Throwable e) {
      loseLanes(sha256, e);
    }
  }

  private void runBatch(MultiBufferSha256 sha256) {
    if (!shortPieces.isEmpty()) {
      shortPieces.hash(
          sha256,
          piece -> {
            leaveBatch(piece.task());
            eaten.add(piece);
          });
    }
    if (!inLanes.isEmpty()) {
      sha256.advance(listener);
    }
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
    try {
      if (!piece.isResolved()) {
        meters.segment(piece.takeByteCount());
        whole.remember(piece);
      }
      task.eaten(piece);
    } catch (Throwable e) {
      // Of the payload's access: the others in the batch have nothing to do with it.
      task.fail(e);
    }
    noteForFlush(task);
    queue.activate(task);
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
    queue.clear();
    toFlush.clear();
    whole.forget();
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
      leaveBatch(piece.task());
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
      if (!agreed) {
        whole.forget();
      }
    }
  }
}
