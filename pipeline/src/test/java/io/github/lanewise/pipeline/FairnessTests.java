package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.digestOf;
import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.Payloads.Tracked;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.publisher.TestPublisher;

/**
 * Who waits for whom, in calls of the engine, with one lane and with four. The worker is run by
 * hand, some calls at a time.
 */
class FairnessTests {

  private static final int LANES = 4;

  private static final byte[] MEBIBYTE = random(1 << 20, 1);

  /** One piece of memory that is larger than what a test would want to hash. */
  private static final ByteBuffer GIANT = ByteBuffer.allocateDirect(64 << 20);

  private static final byte[] RECORD = random(200, 2);

  private final ManualScheduler worker = new ManualScheduler();
  private final Payloads payloads = new Payloads();
  private final List<Sha256Digest> digests = new ArrayList<>();
  private HashingPipeline pipeline =
      HashingPipeline.builder().engine("jdk").schedulers(List.of(worker)).build();

  private void open(String engine) {
    pipeline = HashingPipeline.builder().engine(engine).schedulers(List.of(worker)).build();
  }

  @AfterEach
  void close() {
    Thread closing = Thread.startVirtualThread(pipeline::close);
    while (closing.isAlive()) {
      worker.runAll();
      Thread.onSpinWait();
    }
  }

  private void subscribeGiant() {
    Flux.just(GIANT.duplicate())
        .concatWith(Flux.never())
        .as(pipeline.digest(BufferAccess.byteBuffers()))
        .subscribe(digest -> {}, e -> {});
  }

  private long batches() {
    return pipeline.statistics().batches();
  }

  /** How many calls of the engine there are from now on until a record has its digest. */
  private long batchesForARecord() {
    long before = batches();
    List<Long> at = new ArrayList<>();
    Mono<Sha256Digest> digest = Flux.just(RECORD).as(pipeline.digest(BufferAccess.byteArrays()));
    digest.subscribe(
        result -> {
          assertThat(result).isEqualTo(digestOf(RECORD));
          at.add(batches() - before);
        });
    for (int i = 0; i < 100 && at.isEmpty(); i++) {
      worker.runOne();
    }
    return at.getFirst();
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk", "jdk-pairs", "vector-128"})
  void aRecordWaitsForOneQuantumOfAHugeStreamAtMost(String engine) {
    open(engine);
    for (int i = 0; i < LANES; i++) {
      subscribeGiant();
    }
    worker.runOne();
    assertThat(batches()).isPositive();
    // One that hashes the record, and what else stands in lanes goes on beside it.
    assertThat(batchesForARecord()).isLessThanOrEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk", "jdk-pairs", "vector-128"})
  void itIsSoHoweverManyHugeStreamsThereAre(String engine) {
    open(engine);
    for (int i = 0; i < 40; i++) {
      subscribeGiant();
    }
    worker.runOne();
    for (int i = 0; i < 10; i++) {
      assertThat(batchesForARecord()).isLessThanOrEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk", "jdk-pairs", "vector-128"})
  void recordsDoNotKeepAHugeStreamFromItsTurn(String engine) {
    open(engine);
    TestPublisher<Tracked> large = TestPublisher.create();
    large.flux().as(pipeline.digest(payloads)).subscribe(digests::add, e -> {});
    large.emit(payloads.of(MEBIBYTE));
    Flux.generate(
            () -> 0,
            (i, sink) -> {
              sink.next(RECORD);
              return i + 1;
            })
        .cast(byte[].class)
        .transform(pipeline.messages(BufferAccess.byteArrays()))
        .subscribe(result -> {}, e -> {});
    for (int i = 0; i < 1_000 && digests.isEmpty(); i++) {
      worker.runOne();
    }
    assertThat(digests).containsExactly(digestOf(MEBIBYTE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk", "jdk-pairs", "vector-128"})
  void hugeStreamsTakeTurns(String engine) {
    open(engine);
    for (int i = 0; i < 3 * LANES; i++) {
      TestPublisher<Tracked> stream = TestPublisher.create();
      stream.flux().as(pipeline.digest(payloads)).subscribe(digests::add, e -> {});
      stream.emit(payloads.of(MEBIBYTE));
    }
    worker.runAll();
    assertThat(digests).hasSize(3 * LANES).containsOnly(digestOf(MEBIBYTE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk", "jdk-pairs", "vector-128"})
  void streamsThatStallInMidMessageHoldNoLane(String engine) {
    open(engine);
    List<TestPublisher<Tracked>> stalled = new ArrayList<>();
    for (int i = 0; i < 2 * LANES; i++) {
      TestPublisher<Tracked> stream = TestPublisher.create();
      stream.flux().as(pipeline.digest(payloads)).subscribe(digests::add, e -> {});
      stream.next(payloads.of(random(1_000, i)));
      stalled.add(stream);
    }
    worker.runAll();
    assertThat(payloads.settled()).isEqualTo(2L * LANES);
    // All lanes are there for others: a full batch of them runs at once.
    for (int i = 0; i < LANES; i++) {
      Flux.just(payloads.of(random(1_000, i))).as(pipeline.digest(payloads)).subscribe();
    }
    worker.runAll();
    assertThat(payloads.settled()).isEqualTo(3L * LANES);
    stalled.forEach(TestPublisher::complete);
    worker.runAll();
    assertThat(digests).hasSize(2 * LANES);
  }
}
