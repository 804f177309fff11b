package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.merkle.MerkleTree;
import io.github.lanewise.kernel.merkle.WindowStatement;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Windows, trees, signatures, in this order; see {@link RsaSigner#windows}. Trees are built one
 * after the other, since each statement repeats the hash of the one before; signatures overlap.
 */
final class WindowSigning implements Function<Flux<HashedRecord>, Flux<SignedWindow>> {

  /** Windows are large, so fewer are on their way than digests would be. */
  private static final int SIGNED_AHEAD = 4;

  private final RsaSigner signer;
  private final WindowPolicy policy;
  private final WindowChain chain;

  WindowSigning(RsaSigner signer, WindowPolicy policy, WindowChain chain) {
    this.signer = signer;
    this.policy = policy;
    this.chain = chain;
  }

  @Override
  public Flux<SignedWindow> apply(Flux<HashedRecord> records) {
    return Flux.defer(() -> signed(records));
  }

  /** For one subscription. */
  private Flux<SignedWindow> signed(Flux<HashedRecord> records) {
    WindowChain.Links links = chain.open();
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    return new FluxRecordWindows(records, policy, Schedulers.parallel())
        // Put aside, or it would overtake the windows that are under way.
        .onErrorComplete(
            error -> {
              failure.set(error);
              return true;
            })
        .concatMap(digests -> signer.onWorker(() -> build(digests, links)), 1)
        .flatMapSequential(this::sign, SIGNED_AHEAD, 1)
        .onErrorMap(Exceptions::isMultiple, RsaSigner::first)
        .concatWith(Mono.defer(() -> endOf(failure)));
  }

  private static Mono<SignedWindow> endOf(AtomicReference<@Nullable Throwable> failure) {
    Throwable error = failure.get();
    return error == null ? Mono.empty() : Mono.error(error);
  }

  private record UnsignedWindow(
      WindowStatement statement, List<Sha256Digest> digests, MerkleTree tree) {}

  private UnsignedWindow build(List<Sha256Digest> digests, WindowChain.Links links) {
    MerkleTree tree = MerkleTree.of(digests, policy.engine());
    return new UnsignedWindow(links.next(tree), digests, tree);
  }

  private Mono<SignedWindow> sign(UnsignedWindow window) {
    return signer
        .sign(window.statement().digest())
        .map(
            signature ->
                new SignedWindow(
                    new SignedRoot(window.statement(), signature),
                    window.digests(),
                    window.tree()));
  }
}
