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

  /** Whether the stream has had a segment of this message. */
  private boolean begun;

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

  /**
   * Gives the next bytes of the message. They come to its stream when it is {@link #prepared}: a
   * message that is whole may get its digest without one.
   *
   * @param bytes from position to limit
   * @param last whether the message ends with them
   */
  final void segment(ByteBuffer bytes, boolean last) {
    if (last && stream.byteCount() == 0) {
      whole = bytes;
    } else {
      begun = true;
      stream.segment(bytes, last);
    }
  }

  /** The stream, with the segment; it stands in a lane next. */
  final Sha256Stream prepared() {
    ByteBuffer message = whole;
    if (message != null && !stream.hasSegment()) {
      begun = true;
      stream.segment(message, true);
    }
    return stream;
  }

  /** Whether there is a segment that is not hashed. */
  final boolean hasSegment() {
    return whole != null || stream.hasSegment();
  }

  /** How many bytes of the segment are not hashed; exact while it stands in no lane. */
  final long remaining() {
    ByteBuffer message = whole;
    return message != null && !stream.hasSegment() ? message.remaining() : stream.remaining();
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
    if (begun) {
      stream.reset();
      begun = false;
    }
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
