package io.github.lanewise.web;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ReactiveHttpInputMessage;
import org.springframework.http.codec.multipart.PartEvent;
import org.springframework.http.codec.multipart.PartEventHttpMessageReader;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The parts of a {@code multipart/form-data} body (RFC 7578), one after the other as they arrive,
 * each hashed while it is read. They are made of Spring's {@link PartEvent}s: nothing is written to
 * a file, and no more is held in memory than the pipeline's prefetch, and a plain text field whole.
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

  private static final ResolvableType EVENTS = ResolvableType.forClass(PartEvent.class);

  private final ReactiveHttpInputMessage message;
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
    this.message = message;
    this.pipeline = pipeline;
    this.access = access;
    this.limits = limits;
    this.body = new ReadToEnd(message.getBody(), "a multipart body", ReadToEnd.SWALLOWED_BYTES);
  }

  private static ContentLimitException tooLarge(long limit) {
    return new ContentLimitException(
        "a multipart body must have at most %d bytes, has more".formatted(limit), null);
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
                ? this.<T>checkedParts(handler)
                    .onErrorResume(HttpBodyException.class, e -> body.swallow().then(Mono.error(e)))
                : Flux.error(
                    new IllegalStateException(
                        "a multipart body can be read once, and this one has been read")));
  }

  private <T> Flux<T> checkedParts(Function<? super HashedPart, ? extends Publisher<T>> handler) {
    return message.getHeaders().getContentLength() > limits.maxTotalBytes()
        ? Flux.error(tooLarge(limits.maxTotalBytes()))
        // The parser stops at the last boundary, and a body that is verified has its verdict later.
        : this.<T>parts(handler).concatWith(body.rest().then(Mono.empty()));
  }

  private <T> Flux<T> parts(Function<? super HashedPart, ? extends Publisher<T>> handler) {
    AtomicInteger count = new AtomicInteger();
    return events()
        .windowUntil(PartEvent::isLast, false, 1)
        .concatMap(
            window ->
                window.switchOnFirst(
                    (signal, part) -> {
                      PartEvent first = signal.get();
                      if (first == null) {
                        return part.thenMany(Flux.empty());
                      }
                      ReadToEnd content = content(part);
                      if (count.incrementAndGet() > limits.maxParts()) {
                        content.discard();
                        return Flux.error(tooMany());
                      }
                      return handled(first, content, handler);
                    }),
            0)
        .doOnDiscard(PartEvent.class, event -> DataBufferUtils.release(event.content()));
  }

  private ContentLimitException tooMany() {
    return new ContentLimitException(
        "a multipart body must have at most %d parts, has more".formatted(limits.maxParts()), null);
  }

  private static ReadToEnd content(Flux<PartEvent> events) {
    return new ReadToEnd(events.map(PartEvent::content), "a part");
  }

  /**
   * What nobody has begun to read is discarded here: {@code switchOnFirst} keeps a first event, and
   * does not let go of it, if the window has ended with it and the result ends in an error.
   */
  private <T> Flux<T> handled(
      PartEvent first,
      ReadToEnd content,
      Function<? super HashedPart, ? extends Publisher<T>> handler) {
    HashedBody hashed =
        new HashedBody(onDigest -> content.body().transform(pipeline.tap(access, onDigest)));
    return Flux.<T>defer(() -> handler.apply(new HashedPart(first, hashed)))
        .doOnError(error -> content.discard())
        .doOnCancel(content::discard)
        .concatWith(content.drain().then(Mono.empty()));
  }

  private Flux<PartEvent> events() {
    PartEventHttpMessageReader reader = new PartEventHttpMessageReader();
    return reader
        .read(EVENTS, new LimitedMessage(message, body.body(), limits.maxTotalBytes()), Map.of())
        .onErrorMap(
            DataBufferLimitException.class,
            e -> new ContentLimitException(String.valueOf(e.getMessage()), e))
        .onErrorMap(
            DecodingException.class,
            e -> new MalformedMultipartException(String.valueOf(e.getMessage()), e));
  }

  private static Flux<DataBuffer> atMost(
      long limit, Flux<DataBuffer> content, LongFunction<ContentLimitException> error) {
    return Flux.defer(
        () -> {
          AtomicLong bytes = new AtomicLong();
          return content.handle(
              (buffer, sink) -> {
                if (bytes.addAndGet(buffer.readableByteCount()) > limit) {
                  DataBufferUtils.release(buffer);
                  sink.error(error.apply(limit));
                } else {
                  sink.next(buffer);
                }
              });
        });
  }

  private record LimitedMessage(ReactiveHttpInputMessage message, Flux<DataBuffer> body, long limit)
      implements ReactiveHttpInputMessage {

    @Override
    public HttpHeaders getHeaders() {
      return message.getHeaders();
    }

    @Override
    public Flux<DataBuffer> getBody() {
      return atMost(limit, body, HashedParts::tooLarge);
    }
  }
}
