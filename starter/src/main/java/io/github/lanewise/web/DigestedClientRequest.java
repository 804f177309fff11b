package io.github.lanewise.web;

import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpRequestDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A request that has the digest of its body in its head, if the body can be held back. */
final class DigestedClientRequest extends ClientHttpRequestDecorator {

  private final BodyHasher hasher;
  private final long bufferBytes;

  DigestedClientRequest(ClientHttpRequest request, BodyHasher hasher, long bufferBytes) {
    super(request);
    this.hasher = hasher;
    this.bufferBytes = bufferBytes;
  }

  @Override
  public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
    return Mono.defer(
        () -> {
          if (isCommitted()
              || getHeaders().containsHeader(DigestField.CONTENT_DIGEST)
              || getHeaders().getContentLength() > bufferBytes) {
            return getDelegate().writeWith(body);
          }
          AtomicReference<@Nullable BodyDigests> digests = new AtomicReference<>();
          Flux<DataBuffer> tapped =
              hasher.tap(
                  Flux.from(body).cast(DataBuffer.class),
                  EnumSet.of(DigestAlgorithm.SHA_256),
                  digests::set);
          return GatheredBody.gather(tapped, bufferBytes)
              .flatMap(
                  gathered -> write(gathered, digests.get()).doFinally(end -> gathered.dispose()));
        });
  }

  private Mono<Void> write(GatheredBody gathered, @Nullable BodyDigests digests) {
    if (gathered.isWhole() && digests != null) {
      getHeaders().set(DigestField.CONTENT_DIGEST, DigestField.of(digests.sha256()).toString());
      getHeaders().remove(HttpHeaders.TRANSFER_ENCODING);
      getHeaders().setContentLength(gathered.bytes());
    }
    return getDelegate().writeWith(gathered.body());
  }
}
