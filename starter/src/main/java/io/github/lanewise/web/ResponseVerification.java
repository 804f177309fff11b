package io.github.lanewise.web;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A response on the side of the client, held against its digests and its signature: at once as far
 * as the headers tell, and at the end of the body.
 *
 * @param required whether a response that is no error must have a digest
 * @param verifier null if signatures are not looked at
 */
record ResponseVerification(
    HttpStatusCode status,
    HttpHeaders headers,
    BodyHasher hasher,
    boolean required,
    @Nullable MessageVerifier verifier) {

  /** What a body is hashed by that has its digest in the trailers: what was asked for. */
  private static final Set<DigestAlgorithm> OF_TRAILERS = EnumSet.of(DigestAlgorithm.SHA_256);

  /**
   * Verifies what the headers tell.
   *
   * @return what verifies the body
   * @throws HttpBodyException if a digest is missing or malformed
   * @throws InvalidSignatureException if the signature is not right
   */
  Function<Flux<DataBuffer>, Flux<DataBuffer>> begin(Mono<HttpHeaders> trailers) {
    DigestVerification verification = DigestVerification.of(headers, isPartial());
    if (verification.isEmpty() && hasDigestTrailers()) {
      return body -> verifyByTrailers(body, trailers);
    }
    check(verification, EnumSet.allOf(DigestAlgorithm.class), null);
    return verification.isEmpty()
        ? body -> body
        : body -> verification.verify(body, hasher, digests -> {});
  }

  private boolean hasDigestTrailers() {
    return headers.getOrDefault(HttpHeaders.TRAILER, List.of()).stream()
        .map(line -> line.toLowerCase(Locale.ROOT))
        .anyMatch(line -> line.contains("content-digest") || line.contains("repr-digest"));
  }

  private Flux<DataBuffer> verifyByTrailers(Flux<DataBuffer> body, Mono<HttpHeaders> trailers) {
    return Flux.defer(
        () -> {
          AtomicReference<@Nullable BodyDigests> computed = new AtomicReference<>();
          return hasher
              .tap(body, OF_TRAILERS, computed::set)
              .concatWith(
                  trailers
                      .defaultIfEmpty(HttpHeaders.EMPTY)
                      .flatMap(fields -> checkTrailers(fields, computed.get())));
        });
  }

  private <T> Mono<T> checkTrailers(HttpHeaders trailers, @Nullable BodyDigests computed) {
    return Mono.fromRunnable(
        () -> {
          DigestVerification verification = DigestVerification.of(trailers, isPartial());
          check(verification, OF_TRAILERS, trailers);
          if (computed != null) {
            verification.check(computed);
          }
        });
  }

  private void check(
      DigestVerification verification,
      Set<DigestAlgorithm> hashed,
      @Nullable HttpHeaders trailers) {
    HttpHeaders fields = trailers == null ? headers : trailers;
    if (required && !status.isError() && verification.isEmpty()) {
      throw new InvalidFieldException(
          DigestField.CONTENT_DIGEST, "there is none by sha-256 or sha-512", null);
    }
    if (verifier == null || (status.isError() && !MessageVerifier.isSigned(fields))) {
      return;
    }
    Set<String> covered = verifier.verify(status.value(), headers, trailers);
    if (!verification.verifiesOneOf(covered, hashed)) {
      throw new InvalidSignatureException(
          "the signature of a response must cover a digest that its body can be held against,"
              + " covers "
              + covered);
    }
  }

  /** Then {@code Repr-Digest} is of more than the body. */
  private boolean isPartial() {
    return status.value() == HttpStatus.PARTIAL_CONTENT.value()
        || headers.containsHeader(HttpHeaders.CONTENT_RANGE);
  }
}
