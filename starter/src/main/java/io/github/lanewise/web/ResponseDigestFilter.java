package io.github.lanewise.web;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.util.StringUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Gives responses {@code Content-Digest} and {@code Repr-Digest} (RFC 9530), answering {@code
 * Want-Content-Digest} and {@code Want-Repr-Digest}, and signs them (RFC 9421) if it has a signer.
 *
 * <p>The fields are in the head if the body is no longer than what may be held back; of a longer
 * one they are in the trailers, if the client takes those ({@code TE: trailers}) and Reactor Netty
 * serves; else they are left out. A field that the handler has set stays as it is. {@code
 * Repr-Digest} of a range is left to the handler, who knows the whole. Streams that are flushed by
 * element, as events are, and answers to {@code HEAD} go without.
 *
 * <p>What is hashed is what leaves: a content coding that the application applies is part of it,
 * and the server's own is switched off for a response that gets a digest.
 */
public final class ResponseDigestFilter implements WebFilter, Ordered {

  private final BodyHasher hasher;
  private final ResponseDigestOptions options;
  private final @Nullable MessageSigner signer;

  /**
   * @param signer signs all responses that have a digest, and then all get one; null for none
   */
  public ResponseDigestFilter(
      HashingPipeline pipeline,
      BufferAccess<DataBuffer> access,
      ResponseDigestOptions options,
      @Nullable MessageSigner signer) {
    this.hasher = new BodyHasher(pipeline, access);
    this.options = options;
    this.signer = signer;
  }

  /** The response of the first filter is the last that a body passes. */
  @Override
  public int getOrder() {
    return RequestDigestFilter.ORDER;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    ServerHttpRequest request = exchange.getRequest();
    DigestedResponse.Wanted wanted = wanted(request.getHeaders());
    if (request.getMethod().equals(HttpMethod.HEAD)
        || (wanted.content() == null && wanted.representation() == null)) {
      return chain.filter(exchange);
    }
    return chain.filter(
        exchange
            .mutate()
            .response(new DigestedResponse(exchange.getResponse(), wanted, hasher, options, signer))
            .build());
  }

  private DigestedResponse.Wanted wanted(HttpHeaders headers) {
    boolean answers = options.digests() != ResponseDigests.NEVER;
    boolean always = options.digests() == ResponseDigests.ALWAYS || signer != null;
    Optional<DigestAlgorithm> content =
        answers ? WantedDigest.read(headers, DigestField.WANT_CONTENT_DIGEST) : Optional.empty();
    Optional<DigestAlgorithm> representation =
        answers ? WantedDigest.read(headers, DigestField.WANT_REPR_DIGEST) : Optional.empty();
    return new DigestedResponse.Wanted(
        content.orElse(always ? DigestAlgorithm.SHA_256 : null),
        representation.orElse(null),
        takesTrailers(headers));
  }

  /** RFC 9110 §10.1.4. */
  private static boolean takesTrailers(HttpHeaders headers) {
    return headers.getOrDefault(HttpHeaders.TE, List.of()).stream()
        .flatMap(line -> Arrays.stream(StringUtils.tokenizeToStringArray(line, ",")))
        .anyMatch(coding -> coding.equalsIgnoreCase("trailers"));
  }
}
