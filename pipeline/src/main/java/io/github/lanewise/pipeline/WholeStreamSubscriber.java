package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.BufferAccess.Segments;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;

/** Hashes all payloads of a subscription as one message, one segment after the other. */
abstract class WholeStreamSubscriber<B, R> extends HashSubscriber<B, R> {

  private final LanePiece piece = new LanePiece(this);
  private @Nullable B current;
  private @Nullable Segments segments;

  WholeStreamSubscriber(
      CoreSubscriber<? super R> downstream, BufferAccess<B> access, LaneDispatcher dispatcher) {
    super(downstream, access, dispatcher);
  }

  /** The payload has been hashed. */
  abstract void hashed(B payload);

  /** The stream has ended well. */
  abstract void ended(Sha256Digest digest);

  @Override
  final @Nullable LanePiece next() {
    if (piece.hasSegment() || piece.isResolved()) {
      return null;
    }
    while (true) {
      Segments pieces = segments;
      if (pieces != null && pieces.hasNext()) {
        ByteBuffer segment = pieces.next();
        piece.segment(segment, !pieces.hasNext() && isLastPolled());
        return piece;
      }
      letGo();
      B payload = poll();
      if (payload != null) {
        current = payload;
        segments = access.segments(payload);
      } else if (!isExhausted()) {
        return null;
      } else if (hasFailed()) {
        finish();
        return null;
      } else {
        piece.segment(NOTHING, true);
        return piece;
      }
    }
  }

  @Override
  final void eaten(LanePiece eaten) {
    if (segments != null && !segments.hasNext()) {
      letGo();
    }
    if (piece.isFinished()) {
      ended(piece.digest());
      finish();
    }
  }

  private void letGo() {
    // Held until its segments are closed: should that throw, it is given back with the stream.
    closeSegments();
    B payload = current;
    current = null;
    if (payload != null) {
      hashed(payload);
    }
  }

  /** Forgets them first: closing is code of others. */
  private void closeSegments() {
    Segments open = segments;
    segments = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  final void releaseHeld() {
    piece.reset();
    B payload = current;
    current = null;
    try {
      closeSegments();
    } finally {
      if (payload != null) {
        access.discard(payload, currentContext());
      }
    }
  }
}
