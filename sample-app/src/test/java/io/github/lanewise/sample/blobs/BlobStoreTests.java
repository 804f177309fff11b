package io.github.lanewise.sample.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.sample.FileThreads;
import io.github.lanewise.sample.NoBufferLeaks;
import io.github.lanewise.sample.SampleProperties;
import io.github.lanewise.web.DataBufferAccess;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.util.unit.DataSize;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** What a body that does not come to its end leaves behind. */
@ExtendWith(NoBufferLeaks.class)
class BlobStoreTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final NettyDataBufferFactory factory =
      new NettyDataBufferFactory(PooledByteBufAllocator.DEFAULT);
  private final Queue<NettyDataBuffer> made = new ConcurrentLinkedQueue<>();

  private final Path root;
  private final FileThreads threads = new FileThreads();
  private final HashingPipeline pipeline = HashingPipeline.builder().build();
  private final BlobFolder folder;
  private final BlobStore store;

  BlobStoreTests(@TempDir Path root) throws IOException {
    this.root = root;
    folder =
        new BlobFolder(
            new SampleProperties(root, DataSize.ofMegabytes(1), 1, Duration.ofMinutes(1)));
    store = new BlobStore(folder, threads, pipeline, new DataBufferAccess());
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              assertThat(made).allMatch(buffer -> buffer.getNativeBuffer().refCnt() == 0);
              assertThat(files("tmp")).isEmpty();
            });
    threads.close();
    folder.close();
    pipeline.close();
  }

  @Test
  void aBodyThatFailsFailsTheUpload() throws IOException {
    Flux<DataBuffer> body =
        buffers(5).concatWith(Flux.error(new IllegalStateException("the body broke")));
    StepVerifier.create(store.store(body, ExpectedDigest.NONE))
        .expectErrorMessage("the body broke")
        .verify(LIMIT);
    assertThat(files("sha256")).isEmpty();
  }

  /** Cancelled before, at and after the first write, and when many buffers have been written. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 50})
  void aCancelledUploadLeavesNothing(int buffersBefore) throws IOException {
    Flux<DataBuffer> body = buffers(buffersBefore).concatWith(Flux.never());
    StepVerifier.create(store.store(body, ExpectedDigest.NONE))
        .expectSubscription()
        .then(() -> await().atMost(LIMIT).until(() -> made.size() == buffersBefore))
        .thenCancel()
        .verify(LIMIT);
    assertThat(files("sha256")).isEmpty();
  }

  /** Whatever the cancel meets: the opening, a write, the publication. */
  @Test
  void aCancelAtAnyMomentLeavesNoUpload() {
    for (int i = 0; i < 200; i++) {
      Disposable upload = store.store(buffers(3), ExpectedDigest.NONE).subscribe();
      for (int spin = 0; spin < i * 50; spin++) {
        Thread.onSpinWait();
      }
      upload.dispose();
    }
  }

  @Test
  void emptyBuffersAreNoEndOfTheBody() {
    Flux<DataBuffer> body =
        Flux.concat(buffers(1), Flux.defer(() -> Flux.just(buffer(0))), buffers(1));
    StepVerifier.create(store.store(body, ExpectedDigest.NONE))
        .assertNext(blob -> assertThat(blob.size()).isEqualTo(2 * 4_099))
        .expectComplete()
        .verify(LIMIT);
  }

  /** An error, as of too little memory, would otherwise leave the subscriber waiting for ever. */
  @Test
  void fileWorkSignalsErrorsToo() {
    StepVerifier.create(
            threads.call(
                () -> {
                  throw new NoClassDefFoundError("none");
                }))
        .expectError(NoClassDefFoundError.class)
        .verify(LIMIT);
  }

  private Flux<DataBuffer> buffers(int count) {
    return Flux.range(0, count).map(i -> buffer(4_099));
  }

  private DataBuffer buffer(int size) {
    NettyDataBuffer buffer = factory.allocateBuffer(Math.max(1, size));
    buffer.write(new byte[size]);
    made.add(buffer);
    return buffer;
  }

  private List<Path> files(String name) throws IOException {
    try (Stream<Path> files = Files.walk(root.resolve(name))) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
