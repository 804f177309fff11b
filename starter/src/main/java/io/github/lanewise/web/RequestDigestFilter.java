package io.github.lanewise.web;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Holds the body of a request against its {@code Content-Digest} and {@code Repr-Digest} (RFC 9530)
 * while the handler reads it. Of several digests all must be right whose algorithm is {@code
 * sha-256} or {@code sha-512}; others are ignored.
 *
 * <p>A wrong one is a {@link DigestMismatchException} at the end of the body, in place of its
 * completion. A handler that takes it for nothing has its response refused all the same, unless
 * that is an error itself; if the response is on its way already, its connection is broken. A body
 * that nobody reads is not verified; of one that the handler left before its end the rest is read
 * before a response without error leaves.
 *
 * <p>Goes before other filters, so that what it hashes is the content as it was transferred, with
 * its content coding.
 */
public final class RequestDigestFilter implements WebFilter, Ordered {

  /** Before filters that change a body; behind those that tell who asks and that observe. */
  static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 1_000;

  private final BodyHasher hasher;
  private final ServerCodecConfigurer codecs;

  /**
   * @param codecs read forms and parts from the verified body
   */
  public RequestDigestFilter(
      HashingPipeline pipeline, BufferAccess<DataBuffer> access, ServerCodecConfigurer codecs) {
    this.hasher = new BodyHasher(pipeline, access);
    this.codecs = codecs;
  }

  @Override
  public int getOrder() {
    return ORDER;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    HttpHeaders headers = exchange.getRequest().getHeaders();
    DigestVerification verification;
    try {
      verification =
          DigestVerification.of(headers, headers.containsHeader(HttpHeaders.CONTENT_RANGE));
    } catch (InvalidFieldException e) {
      return ReadToEnd.swallow(exchange.getRequest().getBody()).then(Mono.error(e));
    }
    return verification.isEmpty()
        ? chain.filter(exchange)
        : verified(exchange, chain, verification);
  }

  private Mono<Void> verified(
      ServerWebExchange exchange, WebFilterChain chain, DigestVerification verification) {
    VerifiedRequest request = new VerifiedRequest(exchange.getRequest(), verification, hasher);
    ServerHttpResponse response = exchange.getResponse();
    response.beforeCommit(() -> verdict(response, request));
    VerifiedExchange verified = new VerifiedExchange(exchange, request, codecs);
    return chain
        .filter(verified)
        // What began to answer while it read, and stopped before the end, was not held up.
        .then(Mono.defer(() -> verdict(response, request)))
        .onErrorMap(error -> instead(error, request))
        .onErrorResume(error -> verified.cleanupMultipart().then(Mono.error(error)))
        .then(Mono.defer(verified::cleanupMultipart))
        .doFinally(end -> request.stop());
  }

  /** An error need not wait: what it answers is not taken for a result. */
  private static Mono<Void> verdict(ServerHttpResponse response, VerifiedRequest request) {
    HttpStatusCode status = response.getStatusCode();
    return status != null && status.isError()
        ? Mono.fromRunnable(request::stop)
        : request.verdict();
  }

  /** A codec or a handler may have made an error of its own out of the mismatch. */
  private static Throwable instead(Throwable error, VerifiedRequest request) {
    DigestMismatchException mismatch = request.mismatch();
    if (mismatch == null || error == mismatch) {
      return error;
    }
    mismatch.addSuppressed(error);
    return mismatch;
  }
}
