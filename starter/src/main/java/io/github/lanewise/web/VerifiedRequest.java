package io.github.lanewise.web;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A request whose body is verified while it is read. */
final class VerifiedRequest extends ServerHttpRequestDecorator {

  private final ReadToEnd body;
  private final AtomicReference<@Nullable DigestMismatchException> mismatch =
      new AtomicReference<>();
  private volatile Consumer<Sha256Digest> onDigest = digest -> {};

  VerifiedRequest(ServerHttpRequest request, DigestVerification verification, BodyHasher hasher) {
    super(request);
    this.body =
        new ReadToEnd(
            verification
                .verify(request.getBody(), hasher, digests -> onDigest.accept(digests.sha256()))
                .doOnError(DigestMismatchException.class, mismatch::set),
            "the body of a request");
  }

  @Override
  public Flux<DataBuffer> getBody() {
    return body.body();
  }

  /** The body, and its digest just before it completes: what is verified is not hashed again. */
  Flux<DataBuffer> body(Consumer<Sha256Digest> consumer) {
    return Flux.defer(
        () -> {
          onDigest = consumer;
          return body.body();
        });
  }

  /** Null if the body is as its fields say, as far as it was read. */
  @Nullable DigestMismatchException mismatch() {
    return mismatch.get();
  }

  /**
   * Whether a response that is no error may be committed: an error if it is known that the body was
   * not what its fields say. Waits for the rest of a body that the handler left before its end; not
   * for one that is being read, since its reader may be what writes the response.
   */
  Mono<Void> verdict() {
    return Mono.defer(
        () -> {
          // In this order: a body that ends in between has left its mismatch before.
          if (body.isDraining()) {
            return body.ended();
          }
          DigestMismatchException wrong = mismatch.get();
          return wrong == null ? Mono.empty() : Mono.error(wrong);
        });
  }

  /** No verdict is needed any more. */
  void stop() {
    body.stop();
  }
}
