package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.digestOf;
import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.pipeline.Payloads.Tracked;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** What enters leaves once: downstream, or given back. */
class DiscardTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Payloads payloads = new Payloads();

  private static Function<Flux<Tracked>, ? extends Publisher<?>> operator(
      String name, HashingPipeline pipeline, Payloads access) {
    return switch (name) {
      case "digest" -> pipeline.digest(access);
      case "tap" ->
          flux -> flux.transform(pipeline.tap(access, digest -> {})).doOnNext(Tracked::release);
      case "messages" ->
          flux ->
              flux.transform(pipeline.messages(access))
                  .doOnNext(hashed -> hashed.message().release());
      case "chunks" -> pipeline.chunks(access, 700);
      case "parts" ->
          flux ->
              flux.transform(pipeline.parts(access, null))
                  .doOnNext(part -> part.payload().release());
      default -> throw new IllegalArgumentException(name);
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"digest", "tap", "messages", "chunks", "parts"})
  void cancelBeforeTheWorkerLookedGivesBackTheWholeQueue(String name) {
    // As against reactor-core #4396, where a queue cancelled before its drain starts is forgotten.
    ManualScheduler worker = new ManualScheduler();
    HashingPipeline pipeline = onOne(worker);
    TestPublisher<Tracked> upstream = TestPublisher.create();
    StepVerifier.create(upstream.flux().as(operator(name, pipeline, payloads)))
        .then(() -> upstream.next(payloads.of(random(9, 1)), payloads.of(random(9, 2))))
        .thenCancel()
        .verify(LIMIT);
    upstream.assertCancelled();
    worker.runAll();
    assertThat(payloads.settled()).isEqualTo(2);
  }

  @Test
  void cancelGivesBackWhatIsHashedButWasNotAskedFor() {
    ManualScheduler worker = new ManualScheduler();
    HashingPipeline pipeline = onOne(worker);
    TestPublisher<Tracked> upstream = TestPublisher.create();
    StepVerifier.create(
            upstream
                .flux()
                .transform(pipeline.tap(payloads, digest -> {}))
                .doOnNext(Tracked::release),
            1)
        .then(() -> upstream.next(payloads.of(random(9, 1)), payloads.of(random(9, 2))))
        .then(worker::runAll)
        .expectNextCount(1)
        .thenCancel()
        .verify(LIMIT);
    worker.runAll();
    assertThat(payloads.settled()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"digest", "tap", "messages", "chunks", "parts"})
  void anErrorComesAfterWhatPrecededItAndLeavesNothing(String name) {
    ManualScheduler worker = new ManualScheduler();
    HashingPipeline pipeline = onOne(worker);
    TestPublisher<Tracked> upstream = TestPublisher.create();
    long results = name.equals("digest") || name.equals("chunks") ? 0 : 2;
    StepVerifier.create(upstream.flux().as(operator(name, pipeline, payloads)))
        .then(() -> upstream.next(payloads.of(random(9, 1)), payloads.of(random(9, 2))))
        .then(() -> upstream.error(new IOException("broke off")))
        .then(worker::runAll)
        .expectNextCount(results)
        .expectErrorMessage("broke off")
        .verify(LIMIT);
    worker.runAll();
    assertThat(payloads.settled()).isEqualTo(2);
    assertThat(pipeline.statistics().openStreams()).isZero();
  }

  @Test
  void aPayloadThatCannotBeReadFailsItsStreamAlone() {
    ManualScheduler worker = new ManualScheduler();
    HashingPipeline pipeline = onOne(worker);
    IllegalStateException broken = new IllegalStateException("broken payload");
    BufferAccess<Tracked> breaking =
        new BufferAccess<>() {
          @Override
          public Segments segments(Tracked payload) {
            throw broken;
          }

          @Override
          public long size(Tracked payload) {
            return 1;
          }

          @Override
          public void release(Tracked payload) {
            payload.release();
          }
        };
    byte[] good = random(5_000, 3);
    Mono<?> bad =
        Flux.just(payloads.of(good)).as(pipeline.digest(breaking)).onErrorReturn(digestOf());
    StepVerifier.create(Flux.merge(bad, Flux.just(payloads.of(good)).as(pipeline.digest(payloads))))
        .then(worker::runAll)
        .expectNextCount(2)
        .expectComplete()
        .verify(LIMIT);
    assertThat(payloads.settled()).isEqualTo(2);
  }

  @Test
  void droppedByteBuffersGoToTheDiscardHook() {
    ManualScheduler worker = new ManualScheduler();
    HashingPipeline pipeline = onOne(worker);
    Queue<ByteBuffer> discarded = new ConcurrentLinkedQueue<>();
    TestPublisher<ByteBuffer> upstream = TestPublisher.create();
    ByteBuffer buffer = ByteBuffer.allocate(10);
    StepVerifier.create(
            upstream
                .flux()
                .as(pipeline.digest(BufferAccess.byteBuffers()))
                .doOnDiscard(ByteBuffer.class, discarded::add))
        .then(() -> upstream.next(buffer))
        .thenCancel()
        .verify(LIMIT);
    worker.runAll();
    assertThat(discarded).containsExactly(buffer);
  }

  @Test
  void cancelAndCloseWhileAPieceIsLookedForGiveBackWhatWasJustLetGo() {
    ManualScheduler worker = new ManualScheduler();
    HashingPipeline pipeline = onOne(worker);
    TestPublisher<Tracked> upstream = TestPublisher.create();
    AtomicReference<Disposable> subscription = new AtomicReference<>();
    Runnable cancelAndClose =
        () -> {
          subscription.get().dispose();
          Thread closing = Thread.startVirtualThread(pipeline::close);
          Eventually.holds(
              "close() waits for the worker",
              () -> closing.getState().equals(Thread.State.WAITING));
        };
    subscription.set(
        upstream
            .flux()
            .transform(pipeline.tap(new Closing(cancelAndClose), digest -> {}))
            .subscribe(Tracked::release));
    // The first has no segments: it is let go of on the way to the second, and the cancellation
    // comes just before it is in the queue for downstream. The second fills the only lane, and is
    // not hashed in one quantum, so that the worker's next look finds the end of both.
    upstream.next(payloads.of(), payloads.of(random(200_000, 1)));
    worker.runAll();
    assertThat(payloads.settled()).isEqualTo(2);
    assertThat(pipeline.statistics().openStreams()).isZero();
  }

  /** Does something whenever segments are closed. */
  private record Closing(Runnable then) implements BufferAccess<Tracked> {

    @Override
    public Segments segments(Tracked payload) {
      Segments segments = new Payloads().segments(payload);
      return new Segments() {
        @Override
        public boolean hasNext() {
          return segments.hasNext();
        }

        @Override
        public ByteBuffer next() {
          return segments.next();
        }

        @Override
        public void close() {
          segments.close();
          then.run();
        }
      };
    }

    @Override
    public long size(Tracked payload) {
      return new Payloads().size(payload);
    }

    @Override
    public void release(Tracked payload) {
      payload.release();
    }
  }

  private static HashingPipeline onOne(ManualScheduler worker) {
    return HashingPipeline.builder().engine("scalar").schedulers(List.of(worker)).build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"digest", "tap", "messages", "chunks", "parts"})
  void whateverBreaksOffWheneverNothingIsLostAndNothingGivenBackTwice(String name) {
    try (HashingPipeline pipeline = HashingPipeline.builder().workers(2).prefetch(5).build()) {
      int streams = 3_000;
      StepVerifier.create(
              Flux.range(0, streams)
                  .flatMap(
                      i ->
                          Flux.from(source(i).as(operator(name, pipeline, payloads)))
                              .take(Duration.ofNanos(ThreadLocalRandom.current().nextInt(400_000)))
                              .onErrorComplete()
                              .then(Mono.just(i)),
                      100)
                  .count())
          .expectNext((long) streams)
          .expectComplete()
          .verify(LIMIT);
      Eventually.holds("every payload is settled", () -> payloads.settled() == payloads.made());
      Eventually.holds("every stream is closed", () -> pipeline.statistics().openStreams() == 0);
    }
    assertThat(payloads.mostReleases()).isEqualTo(1);
  }

  /** Some parts, from another thread, and sometimes an error. */
  private Flux<Tracked> source(int seed) {
    Random random = new Random(seed);
    int parts = random.nextInt(12);
    Flux<Tracked> flux =
        Flux.range(0, parts).map(part -> payloads.of(random(random.nextInt(3_000), part)));
    return (random.nextInt(3) == 0
            ? flux.concatWith(Mono.error(new IOException("broke off")))
            : flux)
        .subscribeOn(Schedulers.parallel());
  }
}
