package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.kernel.sha256.Sha256Stream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What stands in a lane: a message of some task, with a segment. Belongs to the task's worker. */
class LanePiece {

  private final LaneTask task;
  private final Sha256Stream stream;
  private long counted;

  /** The segment, if the message has no other. */
  private @Nullable ByteBuffer whole;

  private @Nullable Sha256Digest known;

  /** Kept by the worker: of the whole message, if it was looked for in the cache. */
  long fingerprint;

  /** Kept by the worker: the number of its calls of an engine when this entered a lane. */
  long enteredAt;

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

  /** Gives the next bytes of the message; see {@link Sha256Stream#segment(ByteBuffer, boolean)}. */
  final void segment(ByteBuffer bytes, boolean last) {
    boolean first = stream.byteCount() == 0;
    stream.segment(bytes, last);
    whole = first && last ? bytes : null;
  }

  /** The message, if all of it is in the segment. */
  final @Nullable ByteBuffer whole() {
    return whole;
  }

  /** The segment has been hashed. */
  final void dropSegment() {
    whole = null;
  }

  /** The digest is known without hashing the message. */
  final void resolve(Sha256Digest digest) {
    reset();
    known = digest;
  }

  final boolean isResolved() {
    return known != null;
  }

  final boolean isFinished() {
    return known != null || stream.isFinished();
  }

  final Sha256Digest digest() {
    Sha256Digest digest = known;
    return digest == null ? stream.digest() : digest;
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
    whole = null;
    known = null;
  }

  static LanePiece of(Sha256Stream stream) {
    if (stream.attachment() instanceof LanePiece piece) {
      return piece;
    }
    throw new IllegalStateException("a stream in a lane has no piece");
  }
}
