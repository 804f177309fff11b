package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.digestOf;
import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.Payloads.Tracked;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * What went wrong elsewhere, in code of this kind, must not happen here. Each test names its
 * reference; those that other classes tell in passing are not told again.
 */
class KnownFaultsTests {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Payloads payloads = new Payloads();

  static Stream<String> engines() {
    return OperatorTests.engines();
  }

  // reactor-core #4396: publishOn, cancelled before its drain starts, forgets its queue.

  @Test
  void whatComesAfterACancellationInOnSubscribeIsGivenBack() {
    ManualScheduler worker = new ManualScheduler();
    HashingPipeline pipeline = onOne("jdk", worker);
    TestPublisher<Tracked> upstream =
        TestPublisher.createNoncompliant(
            TestPublisher.Violation.CLEANUP_ON_TERMINATE, TestPublisher.Violation.REQUEST_OVERFLOW);
    upstream
        .flux()
        .transform(pipeline.tap(payloads, digest -> {}))
        .subscribe(
            new BaseSubscriber<>() {
              @Override
              protected void hookOnSubscribe(Subscription subscription) {
                subscription.cancel();
              }
            });
    upstream.next(payloads.of(random(9, 1)));
    worker.runAll();
    upstream.next(payloads.of(random(9, 2)));
    worker.runAll();
    assertThat(payloads.settled()).isEqualTo(2);
    assertThat(pipeline.statistics().openStreams()).isZero();
  }

  // reactor-core #1557: bufferTimeout emits without demand when requests, a full buffer and its
  // timer meet.

  @ParameterizedTest
  @ValueSource(strings = {"tap", "messages", "chunks"})
  void noMoreIsEmittedThanWasRequestedHoweverTheyMeet(String name) {
    try (HashingPipeline pipeline =
        HashingPipeline.builder().engine("jdk").workers(2).prefetch(4).build()) {
      int streams = 200;
      AtomicInteger ended = new AtomicInteger();
      AtomicInteger overruns = new AtomicInteger();
      for (int i = 0; i < streams; i++) {
        Flux<byte[]> source = Flux.range(0, 50).map(part -> random(part * 7, part));
        Flux<?> results =
            switch (name) {
              case "tap" -> source.transform(pipeline.tap(BufferAccess.byteArrays(), d -> {}));
              case "messages" -> source.transform(pipeline.messages(BufferAccess.byteArrays()));
              default -> source.transform(pipeline.chunks(BufferAccess.byteArrays(), 100));
            };
        results.subscribe(new Sparing(ended, overruns));
      }
      Eventually.holds("every stream ends", () -> ended.get() == streams);
      assertThat(overruns).hasValue(0);
    }
  }

  /** Requests one or a few at a time from another thread, and counts what comes beyond. */
  private static final class Sparing extends BaseSubscriber<Object> {

    private final AtomicLong requested = new AtomicLong();
    private final AtomicInteger ended;
    private final AtomicInteger overruns;
    private long received;

    Sparing(AtomicInteger ended, AtomicInteger overruns) {
      this.ended = ended;
      this.overruns = overruns;
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      requestSome(1);
    }

    private void requestSome(int n) {
      requested.addAndGet(n);
      request(n);
    }

    @Override
    protected void hookOnNext(Object result) {
      received++;
      if (received > requested.get()) {
        overruns.incrementAndGet();
      }
      if (received == requested.get()) {
        int more = 1 + (int) (received % 3);
        Schedulers.parallel().schedule(() -> requestSome(more));
      }
    }

    @Override
    protected void hookOnComplete() {
      ended.incrementAndGet();
    }
  }

  // reactor-core #4377: demand that comes back flushes a buffer that is neither full nor timed out.

  @Test
  void demandThatResumesDoesNotHurryAPartlyFilledBatch() {
    Duration maxWait = Duration.ofMillis(5);
    VirtualTimeScheduler time = VirtualTimeScheduler.create();
    try (HashingPipeline pipeline =
        HashingPipeline.builder()
            .engine("vector-128")
            .maxWait(maxWait)
            .schedulers(List.of(time))
            .shutdownGrace(Duration.ZERO)
            .build()) {
      for (int idle = 0; idle < 4; idle++) {
        Flux.<Tracked>never().as(pipeline.digest(payloads)).subscribe(digest -> {}, e -> {});
      }
      TestPublisher<Tracked> upstream = TestPublisher.create();
      List<HashedMessage<Tracked>> results = new ArrayList<>();
      BaseSubscriber<HashedMessage<Tracked>> subscriber =
          new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {}

            @Override
            protected void hookOnNext(HashedMessage<Tracked> result) {
              results.add(result);
            }
          };
      upstream.flux().transform(pipeline.messages(payloads)).subscribe(subscriber);
      upstream.next(payloads.of(random(64, 1)));
      time.advanceTimeBy(maxWait.dividedBy(2));
      subscriber.request(1);
      subscriber.request(5);
      time.advanceTimeBy(maxWait.dividedBy(2).minusNanos(1));
      assertThat(pipeline.statistics().batches()).isZero();
      time.advanceTimeBy(Duration.ofNanos(1));
      assertThat(pipeline.statistics().batches()).isOne();
      assertThat(results).hasSize(1);
      subscriber.cancel();
    } finally {
      time.dispose();
    }
  }

  // reactor-core #4185: sizes near Integer.MAX_VALUE overflow into a prefetch below zero, and the
  // sequence hangs.

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 20_000_000, 1 << 30, Integer.MAX_VALUE - 1, Integer.MAX_VALUE})
  void anyPrefetchServes(int prefetch) {
    try (HashingPipeline pipeline =
        HashingPipeline.builder().engine("jdk").workers(1).prefetch(prefetch).build()) {
      StepVerifier.create(
              Flux.range(0, 1_000)
                  .map(i -> payloads.of(random(i % 100, i)))
                  .transform(pipeline.messages(payloads))
                  .doOnNext(hashed -> hashed.message().release())
                  .count())
          .expectNext(1_000L)
          .expectComplete()
          .verify(LIMIT);
    }
    assertThat(payloads.settled()).isEqualTo(1_000);
  }

  @Test
  void requestsWhoseSumPassesTheLargestLongAreUnbounded() {
    ManualScheduler worker = new ManualScheduler();
    HashingPipeline pipeline = onOne("jdk", worker);
    TestPublisher<Tracked> upstream = TestPublisher.create();
    StepVerifier.create(upstream.flux().transform(pipeline.messages(payloads)), 0)
        .thenRequest(Long.MAX_VALUE - 1)
        .then(() -> upstream.next(payloads.of(random(1, 1))))
        .then(worker::runAll)
        .expectNextCount(1)
        .thenRequest(Long.MAX_VALUE - 1)
        .thenRequest(Long.MAX_VALUE / 2)
        .then(() -> upstream.next(payloads.of(random(1, 2)), payloads.of(random(1, 3))))
        .then(worker::runAll)
        .expectNextCount(2)
        .then(upstream::complete)
        .then(worker::runAll)
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void nothingIsCountedInTooFewBits() {
    // 2 GiB and a little more, so that no count of bytes fits 32 bits, signed.
    byte[] part = random(1 << 24, 1);
    int parts = 129;
    long bytes = (long) part.length * parts;
    byte[][] all = new byte[parts][];
    Arrays.fill(all, part);
    AtomicReference<Sha256Digest> whole = new AtomicReference<>();
    try (HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(2).build()) {
      StepVerifier.create(
              Flux.fromArray(all)
                  .transform(pipeline.tap(BufferAccess.byteArrays(), whole::set))
                  .transform(pipeline.chunks(BufferAccess.byteArrays(), part.length))
                  .last())
          .expectNext(new HashedChunk(bytes - part.length, part.length, digestOf(part)))
          .expectComplete()
          .verify(LIMIT);
      assertThat(whole.get()).isEqualTo(digestOf(all));
      assertThat(pipeline.statistics().bytes()).isEqualTo(2 * bytes);
    }
  }

  // minio/md5-simd #12: the lanes keep a caller's buffer after the call that gave it has returned.

  @ParameterizedTest
  @MethodSource("engines")
  void aBufferMayBeOverwrittenAsSoonAsItLeaves(String engine) {
    // Lengths around a block: what does not fill one waits in the stream for the next segment.
    List<byte[]> parts =
        IntStream.of(1, 63, 64, 65, 3, 127, 128, 129, 4_095, 4_096, 4_097, 20_000, 0, 55, 7)
            .mapToObj(length -> random(length, length))
            .toList();
    Sha256Digest expected = digestOf(parts.toArray(byte[][]::new));
    try (HashingPipeline pipeline =
        HashingPipeline.builder().engine(engine).workers(2).prefetch(4).build()) {
      Flux<Boolean> streams =
          Flux.range(0, 200)
              .flatMap(
                  i -> {
                    Flux<byte[]> source =
                        Flux.fromIterable(parts)
                            .map(byte[]::clone)
                            .subscribeOn(Schedulers.parallel());
                    return i % 2 == 0 ? released(source, pipeline) : passedOn(source, pipeline);
                  },
                  32)
              .map(expected::equals);
      StepVerifier.create(streams.filter(right -> right).count())
          .expectNext(200L)
          .expectComplete()
          .verify(LIMIT);
    }
  }

  private static Mono<Sha256Digest> released(Flux<byte[]> source, HashingPipeline pipeline) {
    return source.as(pipeline.digest(new Overwriting()));
  }

  private static Mono<Sha256Digest> passedOn(Flux<byte[]> source, HashingPipeline pipeline) {
    AtomicReference<Sha256Digest> digest = new AtomicReference<>();
    return source
        .transform(pipeline.tap(BufferAccess.byteArrays(), digest::set))
        .doOnNext(Overwriting::overwrite)
        .then(Mono.fromSupplier(digest::get));
  }

  /** Gives memory back to somebody who writes into it at once. */
  private static final class Overwriting implements BufferAccess<byte[]> {

    @Override
    public Segments segments(byte[] payload) {
      return BufferAccess.byteArrays().segments(payload);
    }

    @Override
    public long size(byte[] payload) {
      return payload.length;
    }

    @Override
    public void release(byte[] payload) {
      overwrite(payload);
    }

    static void overwrite(byte[] payload) {
      Arrays.fill(payload, (byte) 0xA5);
    }
  }

  // aws-sdk-java-v2 #5836: a checksum goes on where the attempt before it stood, or where another
  // stream does.

  @ParameterizedTest
  @MethodSource("engines")
  void aStreamThatIsTriedAgainBeginsAnewAmongManyOthers(String engine) {
    int streams = 300;
    try (HashingPipeline pipeline =
        HashingPipeline.builder().engine(engine).workers(2).prefetch(4).build()) {
      StepVerifier.create(
              Flux.range(0, streams)
                  .flatMap(i -> triedAgain(i, pipeline), 64)
                  .filter(right -> right)
                  .count())
          .expectNext((long) streams)
          .expectComplete()
          .verify(LIMIT);
      Eventually.holds("no stream is open", () -> pipeline.statistics().openStreams() == 0);
    }
    assertThat(payloads.settled()).isEqualTo(payloads.made());
    assertThat(payloads.mostReleases()).isEqualTo(1);
  }

  /** Breaks off twice in its middle, by an error and by a subscriber that has had enough. */
  private Mono<Boolean> triedAgain(int i, HashingPipeline pipeline) {
    byte[][] parts =
        IntStream.range(0, 2 + i % 9)
            .mapToObj(part -> random(part * 101 + i, i * 31L + part))
            .toArray(byte[][]::new);
    AtomicInteger attempts = new AtomicInteger();
    Mono<Sha256Digest> attempt =
        Mono.defer(
            () -> {
              int number = attempts.getAndIncrement();
              Flux<Tracked> whole = Flux.fromArray(parts).map(payloads::of);
              Flux<Tracked> source =
                  switch (number) {
                    case 0 ->
                        whole.take(1 + i % 2).concatWith(Mono.error(new IOException("broke off")));
                    case 1 -> whole.take(parts.length - 1).concatWith(Flux.never());
                    default -> whole;
                  };
              Mono<Sha256Digest> digest =
                  source.subscribeOn(Schedulers.parallel()).as(pipeline.digest(payloads));
              return number == 1 ? digest.timeout(Duration.ofMillis(5)) : digest;
            });
    return attempt.retry(2).map(digestOf(parts)::equals);
  }

  private static HashingPipeline onOne(String engine, ManualScheduler worker) {
    return HashingPipeline.builder().engine(engine).schedulers(List.of(worker)).build();
  }
}
