package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Stream;

/** What stands in a lane: a message of some task, with a segment. Belongs to the task's worker. */
class LanePiece {

  private final LaneTask task;
  private final Sha256Stream stream;
  private long counted;

  LanePiece(LaneTask task) {
    this(task, new Sha256Stream());
  }

  /** A message that may have begun elsewhere. */
  LanePiece(LaneTask task, Sha256Stream stream) {
    this.task = task;
    this.stream = stream;
    this.counted = stream.byteCount();
    stream.attach(this);
  }

  final LaneTask task() {
    return task;
  }

  final Sha256Stream stream() {
    return stream;
  }

  /** How many bytes its stream got since this was asked last. */
  final long takeByteCount() {
    long bytes = stream.byteCount() - counted;
    counted += bytes;
    return bytes;
  }

  /** Makes it ready for another message. */
  final void reset() {
    stream.reset();
    counted = 0;
  }

  static LanePiece of(Sha256Stream stream) {
    if (stream.attachment() instanceof LanePiece piece) {
      return piece;
    }
    throw new IllegalStateException("a stream in a lane has no piece");
  }
}
