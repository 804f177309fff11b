package io.github.lanewise.web;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One part of a multipart body, while it is there: it can be read until the publisher that was made
 * of it for {@link HashedParts#each} ends. What is not read then is skipped.
 */
public final class HashedPart {

  private final PartHead head;
  private final @Nullable String value;
  private final HashedBody body;

  /**
   * @param value of a plain text field; null for everything else
   */
  HashedPart(PartHead head, @Nullable String value, HashedBody body) {
    this.head = head;
    this.value = value;
    this.body = body;
  }

  /** The name of the form's field. */
  public String name() {
    return head.name();
  }

  /** The file's name as the client gives it: not a path to be trusted. Empty for a plain field. */
  public Optional<String> filename() {
    return Optional.ofNullable(head.filename());
  }

  /** The part's own headers. They cannot be changed. */
  public HttpHeaders headers() {
    return head.headers();
  }

  /**
   * The value of a plain text field, which has been read whole; empty for a part that has a
   * filename or is of another type than {@code text/plain}. Read as UTF-8 unless the part's {@code
   * Content-Type} has another charset; its digest is that of the bytes as they came.
   */
  public Optional<String> value() {
    return Optional.ofNullable(value);
  }

  /** As {@link HashedBody#buffers()}, of the part's content. */
  public Flux<DataBuffer> buffers() {
    return body.buffers();
  }

  /** As {@link HashedBody#digest()}, of the part's content. */
  public Mono<Sha256Digest> digest() {
    return body.digest();
  }

  /** As {@link HashedBody#hash()}, of the part's content. */
  public Mono<Sha256Digest> hash() {
    return body.hash();
  }
}
