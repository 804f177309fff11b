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

  /**
   * Verifies what the headers tell.
   *
   * @return what verifies the body
   * @throws HttpBodyException if a digest is missing or malformed
   * @throws InvalidSignatureException if the signature is not right
   */
  Function<Flux<DataBuffer>, Flux<DataBuffer>> begin(Mono<HttpHeaders> trailers) {
    DigestVerification verification = DigestVerification.of(headers, isPartial());
    if (hasTrailers() && !MessageVerifier.isSigned(headers)) {
      return body -> verifyByTrailers(verification, body, trailers);
    }
    check(verification, verification.algorithms(), null);
    return verification.isEmpty()
        ? body -> body
        : body -> verification.verify(body, hasher, digests -> {});
  }

  private boolean hasTrailers() {
    return headers.getOrDefault(HttpHeaders.TRAILER, List.of()).stream()
        .map(line -> line.toLowerCase(Locale.ROOT))
        .anyMatch(line -> line.contains("content-digest") || line.contains("repr-digest"));
  }

  /** Holds the body against the digests of the headers, too, if there are any. */
  private Flux<DataBuffer> verifyByTrailers(
      DigestVerification ofHeaders, Flux<DataBuffer> body, Mono<HttpHeaders> trailers) {
    return Flux.defer(
        () -> {
          // Which algorithm the trailers will have is not known yet: what was asked for.
          Set<DigestAlgorithm> hashed = EnumSet.of(DigestAlgorithm.SHA_256);
          hashed.addAll(ofHeaders.algorithms());
          AtomicReference<@Nullable BodyDigests> computed = new AtomicReference<>();
          return hasher
              .tap(body, hashed, computed::set)
              .concatWith(
                  trailers
                      .defaultIfEmpty(HttpHeaders.EMPTY)
                      .flatMap(fields -> checkTrailers(ofHeaders, fields, hashed, computed.get())));
        });
  }

  private <T> Mono<T> checkTrailers(
      DigestVerification ofHeaders,
      HttpHeaders trailers,
      Set<DigestAlgorithm> hashed,
      @Nullable BodyDigests computed) {
    return Mono.fromRunnable(
        () -> {
          DigestVerification ofTrailers = DigestVerification.of(trailers, isPartial());
          check(ofTrailers, hashed, trailers);
          if (computed != null) {
            ofHeaders.check(computed);
            ofTrailers.check(computed);
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
