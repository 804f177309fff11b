package io.github.lanewise.pipeline;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What a worker sees of a subscription. All methods are called on the worker, so the implementation
 * needs no lock for what it keeps between these calls.
 */
abstract class LaneTask {

  /** Whether the task stands in the ring: at most once, so that the ring needs no bound. */
  final AtomicBoolean inRing = new AtomicBoolean();

  // Kept by the worker for itself.
  boolean open;
  boolean active;
  boolean toFlush;
  int piecesInLanes;

  /** Those that have a segment and stand in no lane. */
  int piecesWaiting;

  /** From 1, in the order in which the worker first saw its tasks. */
  long number;

  /** The next piece that can go into a lane, with a segment; null if there is none now. */
  abstract @Nullable LanePiece next();

  /** The piece's segment has been hashed. */
  abstract void eaten(LanePiece piece);

  /** Passes on what came of the pieces eaten since the last time. */
  abstract void flush();

  /**
   * Whether the task is over, by its end, an error or cancellation: nothing more goes in a lane.
   */
  abstract boolean isOver();

  /** Lets go of all that the task still holds. May be called again if more came in. */
  abstract void abandon();

  /** Ends the task with an error, unless it is over. {@link #abandon} follows. */
  abstract void fail(Throwable error);
}
