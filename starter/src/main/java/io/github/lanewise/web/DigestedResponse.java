package io.github.lanewise.web;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A response that hashes what is written and has the digest in its head if the body is short enough
 * to be held back, else in its trailers, else not.
 */
final class DigestedResponse extends ServerHttpResponseDecorator {

  private static final Logger log = LoggerFactory.getLogger(ResponseDigestFilter.class);

  /**
   * @param content algorithm of {@code Content-Digest}; null for none
   * @param representation algorithm of {@code Repr-Digest}; null for none
   * @param trailers whether the client takes them
   */
  record Wanted(
      @Nullable DigestAlgorithm content,
      @Nullable DigestAlgorithm representation,
      boolean trailers) {}

  private final Wanted wanted;
  private final BodyHasher hasher;
  private final ResponseDigestOptions options;
  private final @Nullable MessageSigner signer;

  DigestedResponse(
      ServerHttpResponse response,
      Wanted wanted,
      BodyHasher hasher,
      ResponseDigestOptions options,
      @Nullable MessageSigner signer) {
    super(response);
    this.wanted = wanted;
    this.hasher = hasher;
    this.options = options;
    this.signer = signer;
  }

  @Override
  public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
    return Mono.defer(
        () -> {
          if (isCommitted() || !mayHaveDigest() || !hashesWhatIsSent()) {
            return getDelegate().writeWith(body);
          }
          Map<String, DigestAlgorithm> missing = missing();
          return missing.isEmpty()
              ? sign(null).then(getDelegate().writeWith(body))
              : hashed(Flux.from(body), missing);
        });
  }

  /** An end without a body, which has digests too: those of no bytes. */
  @Override
  public Mono<Void> setComplete() {
    return Mono.defer(
        () -> {
          if (isCommitted() || !mayHaveDigest()) {
            return getDelegate().setComplete();
          }
          setDigests(getHeaders(), missing(), BodyHasher.nothing());
          return sign(null).then(getDelegate().setComplete());
        });
  }

  private Mono<Void> hashed(Flux<? extends DataBuffer> body, Map<String, DigestAlgorithm> missing) {
    AtomicReference<@Nullable BodyDigests> digests = new AtomicReference<>();
    Flux<DataBuffer> tapped =
        hasher.tap(body.cast(DataBuffer.class), EnumSet.copyOf(missing.values()), digests::set);
    // A body that is known to be too long goes on with its first buffer.
    long limit =
        getHeaders().getContentLength() > options.bufferBytes() ? 0 : options.bufferBytes();
    return GatheredBody.gather(tapped, limit)
        // As the delegate does with errors that come before the response is committed.
        .doOnError(error -> getHeaders().clearContentHeaders())
        .flatMap(
            gathered ->
                (gathered.isWhole()
                        ? writeWhole(gathered, missing, digests)
                        : writeStream(gathered, missing, digests))
                    .doFinally(end -> gathered.dispose()));
  }

  private Mono<Void> writeWhole(
      GatheredBody gathered,
      Map<String, DigestAlgorithm> missing,
      AtomicReference<@Nullable BodyDigests> digests) {
    refuseCoding();
    setDigests(getHeaders(), missing, digests.get());
    getHeaders().remove(HttpHeaders.TRANSFER_ENCODING);
    if (!isNoContent()) {
      getHeaders().setContentLength(gathered.bytes());
    }
    return sign(null).then(Mono.defer(() -> getDelegate().writeWith(gathered.body())));
  }

  private Mono<Void> writeStream(
      GatheredBody gathered,
      Map<String, DigestAlgorithm> missing,
      AtomicReference<@Nullable BodyDigests> digests) {
    if (!wanted.trailers() || !options.trailers() || !ReactorNettyResponse.is(this)) {
      log.debug(
          "a body of more than {} bytes goes without digest, since its client takes no trailers",
          options.bufferBytes());
      return getDelegate().writeWith(gathered.body());
    }
    refuseCoding();
    // Trailers come with the chunked coding, which a length excludes (RFC 9112 §6.2).
    getHeaders().remove(HttpHeaders.CONTENT_LENGTH);
    List<String> names = new ArrayList<>(missing.keySet());
    if (signer != null) {
      names.addAll(List.of(MessageSigner.SIGNATURE_INPUT, MessageSigner.SIGNATURE));
    }
    getHeaders().set(HttpHeaders.TRAILER, String.join(", ", names));
    HttpHeaders trailers = new HttpHeaders();
    ReactorNettyResponse.trailers(this, trailers);
    Mono<DataBuffer> end =
        Mono.defer(
            () -> {
              setDigests(trailers, missing, digests.get());
              return sign(trailers).then(Mono.empty());
            });
    return getDelegate().writeWith(gathered.body().concatWith(end));
  }

  private static void setDigests(
      HttpHeaders fields, Map<String, DigestAlgorithm> algorithms, @Nullable BodyDigests digests) {
    if (digests == null) {
      throw new IllegalStateException("a body that has completed has digests");
    }
    algorithms.forEach(
        (name, algorithm) -> fields.set(name, DigestField.of(digests, algorithm).toString()));
  }

  /** Signs where a digest is: a signature without one would say nothing of the body. */
  private Mono<Void> sign(@Nullable HttpHeaders trailers) {
    HttpHeaders digests = trailers == null ? getHeaders() : trailers;
    boolean present =
        digests.containsHeader(DigestField.CONTENT_DIGEST)
            || digests.containsHeader(DigestField.REPR_DIGEST);
    return signer == null || !present
        ? Mono.empty()
        : signer.sign(status().value(), getHeaders(), trailers);
  }

  /** The fields that are wanted and that the handler has not set itself. */
  private Map<String, DigestAlgorithm> missing() {
    Map<String, DigestAlgorithm> missing = new LinkedHashMap<>();
    add(missing, DigestField.CONTENT_DIGEST, wanted.content());
    // Of a range the representation is more than what is written here.
    if (status().value() != HttpStatus.PARTIAL_CONTENT.value()
        && !getHeaders().containsHeader(HttpHeaders.CONTENT_RANGE)) {
      add(missing, DigestField.REPR_DIGEST, wanted.representation());
    }
    return missing;
  }

  private void add(
      Map<String, DigestAlgorithm> missing, String name, @Nullable DigestAlgorithm algorithm) {
    if (algorithm != null && !getHeaders().containsHeader(name)) {
      missing.put(name, algorithm);
    }
  }

  private HttpStatusCode status() {
    HttpStatusCode status = getStatusCode();
    return status == null ? HttpStatus.OK : status;
  }

  /**
   * 204 has no content, which can be signed too; the fields of 304 are those of another content.
   */
  private boolean mayHaveDigest() {
    HttpStatusCode status = status();
    return !status.is1xxInformational()
        && status.value() != HttpStatus.NOT_MODIFIED.value()
        && (signer != null || !isNoContent());
  }

  private boolean isNoContent() {
    return status().value() == HttpStatus.NO_CONTENT.value();
  }

  private boolean hashesWhatIsSent() {
    return !options.coded() || ReactorNettyResponse.is(this);
  }

  private void refuseCoding() {
    if (options.coded()) {
      ReactorNettyResponse.refuseCoding(this);
    }
  }
}
