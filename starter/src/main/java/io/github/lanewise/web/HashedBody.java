package io.github.lanewise.web;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * A body that is hashed while it is read: its buffers, and the digest of them all.
 *
 * <pre>{@code
 * @PutMapping("/files/{name}")
 * Mono<String> store(@PathVariable String name, HashedBody body) {
 *   return files.write(name, body.buffers()).then(body.digest()).map(Sha256Digest::hex);
 * }
 * }</pre>
 *
 * <p><b>Once.</b> There is one body, so {@link #buffers()} or {@link #hash()} can be subscribed
 * once; the second subscription ends in an {@link IllegalStateException}. {@link #digest()} can be
 * subscribed as often as is liked.
 */
public final class HashedBody {

  private final Flux<DataBuffer> buffers;
  private final Sinks.One<Sha256Digest> digest = Sinks.one();
  private final AtomicBoolean read = new AtomicBoolean();

  /** Whether somebody holds the buffers, so that a digest may be expected. */
  private volatile boolean taken;

  /**
   * @param hashing the body, which tells its digest just before it completes
   */
  HashedBody(Function<Consumer<Sha256Digest>, Flux<DataBuffer>> hashing) {
    this.buffers =
        Flux.defer(
            () ->
                read.compareAndSet(false, true)
                    ? hashing
                        .apply(digest::tryEmitValue)
                        .doOnError(digest::tryEmitError)
                        .doOnCancel(() -> digest.tryEmitError(cancelled()))
                    : Flux.error(
                        new IllegalStateException(
                            "a body can be read once, and this one has been read")));
  }

  /**
   * The buffers, in order, each after it was hashed. Whoever subscribes releases them, as those of
   * {@code @RequestBody Flux<DataBuffer>}. Demand, threads and discarding are those of {@link
   * io.github.lanewise.pipeline.HashingPipeline#tap}.
   */
  public Flux<DataBuffer> buffers() {
    taken = true;
    return buffers;
  }

  /**
   * The digest of all buffers, as soon as {@link #buffers()} has completed. Ends in the error that
   * the buffers end in, and in an {@link IllegalStateException} if they are cancelled before their
   * end, or if it is subscribed before {@link #buffers()} has been called: nobody would read the
   * body, and the digest would never come.
   */
  public Mono<Sha256Digest> digest() {
    return Mono.defer(() -> taken ? digest.asMono() : Mono.error(notTaken()));
  }

  /** The digest alone: reads the body, and releases its buffers. */
  public Mono<Sha256Digest> hash() {
    // Not left to then(): in a context with a discard hook that releases what it ignores, too.
    return Mono.defer(
        () ->
            buffers()
                .<Void>handle((buffer, sink) -> DataBufferUtils.release(buffer))
                .then(digest.asMono()));
  }

  private static IllegalStateException notTaken() {
    return new IllegalStateException(
        "the digest of a body is known when its buffers have been read, and buffers() was not"
            + " called; hash() reads the body for its digest alone");
  }

  private static IllegalStateException cancelled() {
    return new IllegalStateException(
        "a body has a digest when it was read to its end; it was cancelled before");
  }
}
