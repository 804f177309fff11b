package io.github.lanewise.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.reactivestreams.Subscriber;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Operators;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** A body that is written while it breaks. */
@Isolated
class FileWritingTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Queue<Throwable> dropped = new ConcurrentLinkedQueue<>();
  @TempDir private Path folder;
  private FileThreads threads;

  @BeforeEach
  void open() {
    threads = new FileThreads();
    Hooks.onErrorDropped(dropped::add);
  }

  @AfterEach
  void close() {
    Hooks.resetOnErrorDropped();
    threads.close();
  }

  private static DataBuffer buffer(int bytes) {
    return DefaultDataBufferFactory.sharedInstance.wrap(new byte[bytes]);
  }

  @Test
  void buffersComeOutInOrderAndAreInTheFile() throws IOException {
    List<DataBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      buffers.add(buffer(i));
    }
    Path file = Files.write(folder.resolve("file"), new byte[] {1, 2, 3});
    try (AsynchronousFileChannel channel = threads.openForWriting(file)) {
      StepVerifier.create(FileThreads.write(Flux.fromIterable(buffers), channel, 2).collectList())
          .expectNext(buffers)
          .expectComplete()
          .verify(LIMIT);
    }
    assertThat(Files.readAllBytes(file)).startsWith(1, 2, 0).hasSize(2 + 99 * 100 / 2);
  }

  /** The error comes at any moment of the write, its end included. */
  @Test
  void anErrorIsToldOnceWheneverItComes() throws IOException {
    Random random = new Random(1);
    Path file = Files.createFile(folder.resolve("file"));
    try (AsynchronousFileChannel channel = threads.openForWriting(file)) {
      for (int i = 0; i < 3_000; i++) {
        TestPublisher<DataBuffer> body = TestPublisher.create();
        IOException reset = new IOException("reset");
        long until = random.nextInt(60_000);
        StepVerifier.create(FileThreads.write(body.flux(), channel, 0).then())
            .then(() -> body.next(buffer(1_000)))
            .then(() -> spin(until))
            .then(() -> body.error(reset))
            .expectErrorSatisfies(error -> assertThat(error).isSameAs(reset))
            .verify(LIMIT);
      }
    }
    assertThat(dropped).isEmpty();
  }

  /** A connection that breaks ends its body and cancels who reads it, from two threads. */
  @Test
  void anErrorBesideACancelIsNobodysTrouble() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    try (AsynchronousFileChannel channel = threads.openForWriting(file)) {
      AtomicReference<Subscriber<? super DataBuffer>> reader = new AtomicReference<>();
      Flux<DataBuffer> body =
          Flux.from(
              subscriber -> {
                reader.set(subscriber);
                subscriber.onSubscribe(Operators.emptySubscription());
              });
      FileThreads.write(body, channel, 0).subscribe().dispose();
      reader.get().onError(new IOException("reset"));
    }
    assertThat(dropped).isEmpty();
  }

  private static void spin(long nanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
  }
}
