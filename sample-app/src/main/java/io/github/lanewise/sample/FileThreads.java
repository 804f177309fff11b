package io.github.lanewise.sample;

import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The threads that may block on the disk. All are started here, by the thread that starts the
 * application: where a pool starts its threads on demand, a hashing worker that hands it a write
 * starts one, and on Linux that inherits the one core to which the worker is pinned. Reactor's and
 * the JDK's own pools are of that kind, and the JDK's has no bound either.
 *
 * <p>The queue needs no bound: an upload has one task in it at a time.
 */
@Component
public class FileThreads implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(FileThreads.class);

  /** More than cores, because they wait for the disk; the store is not faster with more. */
  private static final int COUNT = Math.max(16, 4 * Runtime.getRuntime().availableProcessors());

  private static final long CLOSE_SECONDS = 10;

  private static final int READ_BYTES = 65_536;

  private final ThreadPoolExecutor executor;

  /** Starts them all. */
  public FileThreads() {
    AtomicInteger number = new AtomicInteger();
    executor =
        new ThreadPoolExecutor(
            COUNT,
            COUNT,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> new Thread(task, "blob-file-" + number.getAndIncrement()));
    executor.prestartAllCoreThreads();
  }

  /** An open file, written by these threads. */
  public AsynchronousFileChannel openForWriting(Path file) throws IOException {
    return AsynchronousFileChannel.open(file, Set.of(StandardOpenOption.WRITE), executor);
  }

  /** Bytes of a file, read as they are asked for; the subscriber releases the buffers. */
  public Flux<DataBuffer> read(Path file, long position, long count) {
    Flux<DataBuffer> fromThere =
        DataBufferUtils.readAsynchronousFileChannel(
            () -> AsynchronousFileChannel.open(file, Set.of(StandardOpenOption.READ), executor),
            position,
            DefaultDataBufferFactory.sharedInstance,
            Math.clamp(count, 1, READ_BYTES));
    return DataBufferUtils.takeUntilByteCount(fromThere, count);
  }

  /**
   * Writes a body from a position on, and emits each buffer when it is written; the subscriber
   * releases them. One buffer at a time: the next one is asked for when this one has been written.
   *
   * <p>An error of the body is told when the write under way has ended. Spring's writer does not
   * hear of it: where both come at the same moment it tells the error twice, and beside a cancel it
   * drops it with a word in the log.
   */
  public static Flux<DataBuffer> write(
      Flux<DataBuffer> body, AsynchronousFileChannel channel, long position) {
    return Flux.defer(
        () -> {
          AtomicReference<@Nullable Throwable> broken = new AtomicReference<>();
          Flux<DataBuffer> unbroken =
              body.onErrorResume(
                  error -> {
                    broken.set(error);
                    return Mono.empty();
                  });
          return DataBufferUtils.write(unbroken, channel, position)
              .concatWith(
                  Mono.defer(
                      () -> Mono.justOrEmpty(broken.get()).flatMap(Mono::<DataBuffer>error)));
        });
  }

  /**
   * Calls {@code work} on one of these threads, for each subscriber once. A cancel does not
   * interrupt it: half a rename is harder to clean up than a whole one, and an interrupt closes the
   * channel it meets. Whatever it throws is signalled, since nobody else would hear of it.
   */
  public <T> Mono<T> call(Callable<@Nullable T> work) {
    return Mono.create(
        sink ->
            executor.execute(
                () -> {
                  try {
                    sink.success(work.call());
                  } catch (Throwable e) {
                    sink.error(e);
                  }
                }));
  }

  /** Lets work end that has begun, so that the store is left as if it had been waited for. */
  @Override
  public void close() {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        log.warn("file work must end within {} s of the shutdown, some did not", CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
