package io.github.lanewise.web;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.BufferAccess.Segments;
import io.github.lanewise.pipeline.HashingPipeline;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.publisher.Flux;

/** Hashes bodies while they pass: SHA-256 in the pipeline, SHA-512 with the JDK. */
final class BodyHasher {

  private final HashingPipeline pipeline;
  private final BufferAccess<DataBuffer> access;

  BodyHasher(HashingPipeline pipeline, BufferAccess<DataBuffer> access) {
    this.pipeline = pipeline;
    this.access = access;
  }

  /** Passes a body on and tells its digests just before it completes, once per subscription. */
  Flux<DataBuffer> tap(
      Flux<DataBuffer> body, Set<DigestAlgorithm> algorithms, Consumer<BodyDigests> onDigests) {
    if (!algorithms.contains(DigestAlgorithm.SHA_512)) {
      return body.transform(
          pipeline.tap(access, sha256 -> onDigests.accept(new BodyDigests(sha256, null))));
    }
    return Flux.defer(() -> tapBoth(body, sha512(), onDigests));
  }

  /** Behind the tap, which passes buffers on from its worker: an event loop should not hash. */
  private Flux<DataBuffer> tapBoth(
      Flux<DataBuffer> body, MessageDigest sha512, Consumer<BodyDigests> onDigests) {
    return body.transform(
            pipeline.tap(
                access, sha256 -> onDigests.accept(new BodyDigests(sha256, sha512.digest()))))
        .doOnNext(buffer -> update(sha512, buffer));
  }

  private void update(MessageDigest digest, DataBuffer buffer) {
    try (Segments segments = access.segments(buffer)) {
      segments.forEachRemaining(digest::update);
    }
  }

  /** The digests of no bytes. */
  static BodyDigests nothing() {
    return new BodyDigests(Sha256Digest.of(sha256().digest()), sha512().digest());
  }

  static MessageDigest sha256() {
    return jdk("SHA-256");
  }

  private static MessageDigest sha512() {
    return jdk("SHA-512");
  }

  private static MessageDigest jdk(String name) {
    try {
      return MessageDigest.getInstance(name);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + name, e);
    }
  }
}
