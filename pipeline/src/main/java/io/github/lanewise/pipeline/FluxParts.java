package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Midstate;
import io.github.lanewise.kernel.sha256.Sha256Stream;
import io.github.lanewise.pipeline.BufferAccess.Segments;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;

/** Payloads go on with the midstate after each; see {@link HashingPipeline#parts}. */
final class FluxParts<B> extends FluxOperator<B, HashedPart<B>> {

  private final BufferAccess<B> access;
  private final @Nullable Sha256Midstate from;
  private final LaneDispatcher dispatcher;

  FluxParts(
      Flux<B> source,
      BufferAccess<B> access,
      @Nullable Sha256Midstate from,
      LaneDispatcher dispatcher) {
    super(source);
    this.access = access;
    this.from = from;
    this.dispatcher = dispatcher;
  }

  @Override
  public int getPrefetch() {
    return dispatcher.prefetch();
  }

  @Override
  public void subscribe(CoreSubscriber<? super HashedPart<B>> actual) {
    source.subscribe(new PartSubscriber<>(actual, access, from, dispatcher));
  }

  /** As {@link WholeStreamSubscriber}, but for the end: no segment is ever the message's last. */
  private static final class PartSubscriber<B> extends HashSubscriber<B, HashedPart<B>> {

    private final LanePiece piece;
    private @Nullable B current;
    private @Nullable Segments segments;

    PartSubscriber(
        CoreSubscriber<? super HashedPart<B>> downstream,
        BufferAccess<B> access,
        @Nullable Sha256Midstate from,
        LaneDispatcher dispatcher) {
      super(downstream, access, dispatcher);
      this.piece =
          new LanePiece(this, from == null ? Sha256Stream.exportable() : Sha256Stream.resume(from));
    }

    @Override
    @Nullable LanePiece next() {
      if (piece.stream().hasSegment()) {
        return null;
      }
      while (true) {
        Segments pieces = segments;
        if (pieces != null && pieces.hasNext()) {
          piece.segment(pieces.next(), false);
          return piece;
        }
        letGo();
        B payload = poll();
        if (payload == null) {
          if (isExhausted()) {
            finish();
          }
          return null;
        }
        current = payload;
        segments = access.segments(payload);
      }
    }

    @Override
    void eaten(LanePiece eaten) {
      if (segments != null && !segments.hasNext()) {
        letGo();
      }
    }

    private void letGo() {
      // Held until its segments are closed: should that throw, it is given back with the stream.
      closeSegments();
      B payload = current;
      if (payload != null) {
        Sha256Midstate after = piece.stream().midstate();
        current = null;
        emit(new HashedPart<>(payload, after));
      }
    }

    private void closeSegments() {
      Segments open = segments;
      segments = null;
      if (open != null) {
        open.close();
      }
    }

    @Override
    void passing(HashedPart<B> part) {
      payloadLeft();
    }

    @Override
    void releaseHeld() {
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

    @Override
    void discardResult(HashedPart<B> part) {
      access.discard(part.payload(), currentContext());
    }
  }
}
