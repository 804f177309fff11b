package io.github.lanewise.web;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.ReactiveHttpInputMessage;
import org.springframework.web.reactive.function.BodyExtractor;
import reactor.core.publisher.Mono;

/**
 * Hashes the bodies of HTTP messages while they are read: of requests in functional routes, and of
 * responses to {@code WebClient}. Controllers get the same as parameters.
 *
 * <pre>{@code
 * route().PUT("/files", request -> {
 *   HashedBody body = request.body(hashing.toHashedBody());
 *   return files.write(body.buffers()).then(body.digest())
 *       .flatMap(digest -> ok().bodyValue(digest.hex()));
 * })
 * }</pre>
 *
 * <p>Safe for any number of threads; one serves an application.
 */
public final class BodyHashing {

  private final HashingPipeline pipeline;
  private final BufferAccess<DataBuffer> access;
  private final PartLimits partLimits;

  /**
   * @param partLimits of multipart bodies
   */
  public BodyHashing(
      HashingPipeline pipeline, BufferAccess<DataBuffer> access, PartLimits partLimits) {
    this.pipeline = pipeline;
    this.access = access;
    this.partLimits = partLimits;
  }

  /** The body of a message. Nothing is read before its buffers are subscribed. */
  public HashedBody hashedBody(ReactiveHttpInputMessage message) {
    // What is verified against a digest field is hashed there.
    return message instanceof VerifiedRequest verified
        ? new HashedBody(verified::body)
        : new HashedBody(onDigest -> message.getBody().transform(pipeline.tap(access, onDigest)));
  }

  /** The parts of a multipart body, each hashed while it is read. */
  public HashedParts hashedParts(ReactiveHttpInputMessage message) {
    return new HashedParts(message, pipeline, access, partLimits);
  }

  /** For {@code request.body(…)} and {@code response.body(…)}: the buffers and their digest. */
  public BodyExtractor<HashedBody, ReactiveHttpInputMessage> toHashedBody() {
    return (message, context) -> hashedBody(message);
  }

  /** For {@code request.body(…)} and {@code response.body(…)}: the digest alone. */
  public BodyExtractor<Mono<Sha256Digest>, ReactiveHttpInputMessage> toDigest() {
    return (message, context) -> hashedBody(message).hash();
  }

  /** For {@code request.body(…)}: the parts of a multipart body. */
  public BodyExtractor<HashedParts, ReactiveHttpInputMessage> toHashedParts() {
    return (message, context) -> hashedParts(message);
  }
}
