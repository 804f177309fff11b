package io.github.lanewise.web;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.Optional;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.codec.multipart.FormPartEvent;
import org.springframework.http.codec.multipart.PartEvent;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One part of a multipart body, while it is there: it can be read until the publisher that was made
 * of it for {@link HashedParts#each} ends. What is not read then is skipped.
 */
public final class HashedPart {

  private final PartEvent first;
  private final HashedBody body;

  HashedPart(PartEvent first, HashedBody body) {
    this.first = first;
    this.body = body;
  }

  /** The name of the form's field. */
  public String name() {
    return first.name();
  }

  /** The file's name as the client gives it: not a path to be trusted. Empty for a plain field. */
  public Optional<String> filename() {
    return Optional.ofNullable(first.headers().getContentDisposition().getFilename());
  }

  /** The part's own headers. */
  public HttpHeaders headers() {
    return first.headers();
  }

  /** The value of a plain text field, which has been read whole; empty for a file. */
  public Optional<String> value() {
    return first instanceof FormPartEvent field ? Optional.of(field.value()) : Optional.empty();
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
