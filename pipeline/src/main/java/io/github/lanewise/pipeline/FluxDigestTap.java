package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;

/** Payloads go on after they are hashed; see {@link HashingPipeline#tap}. */
final class FluxDigestTap<B> extends FluxOperator<B, B> {

  private final BufferAccess<B> access;
  private final Consumer<? super Sha256Digest> onDigest;
  private final LaneDispatcher dispatcher;

  FluxDigestTap(
      Flux<B> source,
      BufferAccess<B> access,
      Consumer<? super Sha256Digest> onDigest,
      LaneDispatcher dispatcher) {
    super(source);
    this.access = access;
    this.onDigest = onDigest;
    this.dispatcher = dispatcher;
  }

  @Override
  public int getPrefetch() {
    return dispatcher.prefetch();
  }

  @Override
  public void subscribe(CoreSubscriber<? super B> actual) {
    source.subscribe(new TapSubscriber<>(actual, access, onDigest, dispatcher));
  }

  private static final class TapSubscriber<B> extends WholeStreamSubscriber<B, B> {

    private final Consumer<? super Sha256Digest> onDigest;
    private volatile @Nullable Sha256Digest digest;

    TapSubscriber(
        CoreSubscriber<? super B> downstream,
        BufferAccess<B> access,
        Consumer<? super Sha256Digest> onDigest,
        LaneDispatcher dispatcher) {
      super(downstream, access, dispatcher);
      this.onDigest = onDigest;
    }

    @Override
    void hashed(B payload) {
      emit(payload);
    }

    @Override
    void ended(Sha256Digest streamDigest) {
      digest = streamDigest;
    }

    @Override
    void passing(B payload) {
      payloadLeft();
    }

    @Override
    void completing() {
      Sha256Digest streamDigest = digest;
      if (streamDigest != null) {
        onDigest.accept(streamDigest);
      }
    }

    @Override
    void discardResult(B payload) {
      access.discard(payload, currentContext());
    }
  }
}
