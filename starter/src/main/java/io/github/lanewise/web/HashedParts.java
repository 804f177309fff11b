package io.github.lanewise.web;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ReactiveHttpInputMessage;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The parts of a {@code multipart/form-data} body (RFC 7578), one after the other as they arrive,
 * each hashed while it is read. Nothing is written to a file, and no more is held in memory than
 * the pipeline's prefetch, one buffer of the body, and a plain text field whole.
 *
 * <pre>{@code
 * @PostMapping("/uploads")
 * Flux<String> upload(HashedParts parts) {
 *   return parts.each(
 *       part -> files.write(part.name(), part.buffers()).then(part.digest()).map(Sha256Digest::hex));
 * }
 * }</pre>
 */
public final class HashedParts {

  private final HttpHeaders headers;
  private final HashingPipeline pipeline;
  private final BufferAccess<DataBuffer> access;
  private final PartLimits limits;
  private final ReadToEnd body;
  private final AtomicBoolean read = new AtomicBoolean();

  HashedParts(
      ReactiveHttpInputMessage message,
      HashingPipeline pipeline,
      BufferAccess<DataBuffer> access,
      PartLimits limits) {
    this.headers = message.getHeaders();
    this.pipeline = pipeline;
    this.access = access;
    this.limits = limits;
    this.body = new ReadToEnd(message.getBody(), "a multipart body", ReadToEnd.SWALLOWED_BYTES);
  }

  /**
   * Gives each part to a handler, in order, the next when what the handler made of the one before
   * has completed and the rest of it is skipped. Emits what the handler's publishers emit. Can be
   * subscribed once.
   *
   * <p>Ends in an error of the handler; in a {@link ContentLimitException} at the first byte, or
   * part, above a limit, whatever the handler makes of it; in a {@link MalformedMultipartException}
   * if the body breaks the format.
   */
  public <T> Flux<T> each(Function<? super HashedPart, ? extends Publisher<T>> handler) {
    return Flux.defer(
        () ->
            read.compareAndSet(false, true)
                ? Flux.defer(() -> this.<T>parts(handler))
                    .onErrorResume(HttpBodyException.class, e -> body.swallow().then(Mono.error(e)))
                : Flux.error(
                    new IllegalStateException(
                        "a multipart body can be read once, and this one has been read")));
  }

  private <T> Flux<T> parts(Function<? super HashedPart, ? extends Publisher<T>> handler) {
    if (headers.getContentLength() > limits.maxTotalBytes()) {
      return Flux.error(PartMeter.tooLarge(limits));
    }
    byte[] delimiter = MultipartBoundary.delimiter(headers);
    return new BodyParts(body.body(), () -> new PartScanner(delimiter, limits))
        .concatMap(part -> hashed(part).flatMapMany(handler), 0);
  }

  private Mono<HashedPart> hashed(BodyPart part) {
    PartHead head = part.head();
    Charset charset = head.charset();
    if (charset == null) {
      return Mono.just(new HashedPart(head, null, body(part)));
    }
    return bytes(part)
        .map(bytes -> new HashedPart(head, new String(bytes, charset), body(buffers(bytes))));
  }

  private HashedBody body(Flux<DataBuffer> content) {
    return new HashedBody(onDigest -> content.transform(pipeline.tap(access, onDigest)));
  }

  /** All of a field, which the meter of the parts limits. */
  private static Mono<byte[]> bytes(Flux<DataBuffer> content) {
    return Mono.defer(
        () -> {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          return content
              .<Void>handle((buffer, sink) -> append(buffer, bytes))
              .then(Mono.fromSupplier(bytes::toByteArray));
        });
  }

  private static void append(DataBuffer buffer, ByteArrayOutputStream bytes) {
    byte[] read = new byte[buffer.readableByteCount()];
    buffer.read(read);
    DataBufferUtils.release(buffer);
    bytes.writeBytes(read);
  }

  private static Flux<DataBuffer> buffers(byte[] bytes) {
    return bytes.length == 0
        ? Flux.empty()
        : Flux.defer(() -> Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(bytes)));
  }
}
