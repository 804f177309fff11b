package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;

/** The digest of a whole stream, as its only element; see {@link HashingPipeline#digest}. */
final class FluxDigest<B> extends FluxOperator<B, Sha256Digest> {

  private final BufferAccess<B> access;
  private final LaneDispatcher dispatcher;

  FluxDigest(Flux<B> source, BufferAccess<B> access, LaneDispatcher dispatcher) {
    super(source);
    this.access = access;
    this.dispatcher = dispatcher;
  }

  @Override
  public int getPrefetch() {
    return dispatcher.prefetch();
  }

  @Override
  public void subscribe(CoreSubscriber<? super Sha256Digest> actual) {
    source.subscribe(new DigestSubscriber<>(actual, access, dispatcher));
  }

  private static final class DigestSubscriber<B> extends WholeStreamSubscriber<B, Sha256Digest> {

    DigestSubscriber(
        CoreSubscriber<? super Sha256Digest> downstream,
        BufferAccess<B> access,
        LaneDispatcher dispatcher) {
      super(downstream, access, dispatcher);
    }

    @Override
    void hashed(B payload) {
      access.release(payload);
      payloadLeft();
    }

    @Override
    void ended(Sha256Digest digest) {
      emit(digest);
    }

    @Override
    void discardResult(Sha256Digest digest) {}
  }
}
