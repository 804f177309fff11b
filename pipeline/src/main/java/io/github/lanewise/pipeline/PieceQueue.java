package io.github.lanewise.pipeline;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What comes next into the lanes of one worker: tasks that may have a piece, in turn, and pieces
 * that were taken from them and wait for a lane. Confined to the worker.
 */
final class PieceQueue {

  /** What a lane gets in one call of the engine: the kernel's bound of a run. */
  static final int QUANTUM_BYTES = 16 * 1024;

  /** Of so many pieces one is a long one, however many short ones there are. */
  private static final int LONG_TURN = 8;

  private final ArrayDeque<LaneTask> active = new ArrayDeque<>();
  private final Queue<LanePiece> shortPieces = new ArrayDeque<>();
  private final Queue<LanePiece> longPieces = new ArrayDeque<>();
  private final Consumer<LaneTask> nothingNow;
  private int turn;

  /**
   * @param nothingNow gets each task that had no piece when it was its turn, or is over
   */
  PieceQueue(Consumer<LaneTask> nothingNow) {
    this.nothingNow = nothingNow;
  }

  /** A task may have a piece. */
  void activate(LaneTask task) {
    if (!task.active) {
      task.active = true;
      active.add(task);
    }
  }

  /** The next piece for a lane; those that wait come first. */
  @Nullable LanePiece poll() {
    boolean longFirst = ++turn % LONG_TURN == 0;
    LanePiece piece = (longFirst ? longPieces : shortPieces).poll();
    if (piece == null) {
      piece = (longFirst ? shortPieces : longPieces).poll();
    }
    if (piece == null) {
      return fromTask();
    }
    piece.task().piecesWaiting--;
    return piece;
  }

  /** The next piece that waits and is short, or long. */
  @Nullable LanePiece pollWaiting(boolean isShort) {
    LanePiece piece = (isShort ? shortPieces : longPieces).poll();
    if (piece != null) {
      piece.task().piecesWaiting--;
    }
    return piece;
  }

  /** A piece with a segment waits. */
  void add(LanePiece piece) {
    piece.task().piecesWaiting++;
    (piece.remaining() <= QUANTUM_BYTES ? shortPieces : longPieces).add(piece);
  }

  /** Lets pieces of tasks wait, so that it is known how long they are. */
  void lookAhead(int pieces) {
    for (int i = 0; i < pieces; i++) {
      LanePiece piece = fromTask();
      if (piece == null) {
        return;
      }
      add(piece);
    }
  }

  /** Tasks take turns, piece by piece. */
  private @Nullable LanePiece fromTask() {
    LaneTask task;
    while ((task = active.poll()) != null) {
      LanePiece piece = task.isOver() ? null : nextOf(task);
      if (piece != null) {
        active.add(task);
        return piece;
      }
      task.active = false;
      nothingNow.accept(task);
    }
    return null;
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

  /** Nothing of a task waits any more. */
  void drop(LaneTask task) {
    if (task.piecesWaiting > 0) {
      shortPieces.removeIf(piece -> piece.task().equals(task));
      longPieces.removeIf(piece -> piece.task().equals(task));
      task.piecesWaiting = 0;
    }
  }

  void clear() {
    active.clear();
    shortPieces.clear();
    longPieces.clear();
  }
}
