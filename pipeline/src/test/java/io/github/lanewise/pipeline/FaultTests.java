package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.digestOf;
import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.Payloads.Tracked;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** One stream's trouble, in one batch with another stream that must not feel it. */
@Isolated
class FaultTests {

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final byte[] GOOD = random(5_000, 3);

  private final ManualScheduler worker = new ManualScheduler();
  private final Payloads payloads = new Payloads();
  private final HashingPipeline pipeline =
      HashingPipeline.builder().engine("vector-128").schedulers(List.of(worker)).build();
  private final Queue<Throwable> dropped = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void collectDroppedErrors() {
    Hooks.onErrorDropped(dropped::add);
  }

  @AfterEach
  void everythingIsOverAndTheWorkerServes() {
    worker.runAll();
    assertThat(pipeline.statistics().openStreams()).isZero();
    assertThat(payloads.settled()).isEqualTo(payloads.made());
    StepVerifier.create(neighbour())
        .then(worker::runAll)
        .expectNext(digestOf(GOOD))
        .expectComplete()
        .verify(LIMIT);
    Hooks.resetOnErrorDropped();
  }

  private Mono<Sha256Digest> neighbour() {
    return Flux.just(payloads.of(GOOD)).as(pipeline.digest(payloads));
  }

  /** Both subscribed before the worker looks, so that they share a batch. */
  private void besideANeighbour(Mono<?> faulty, String message) {
    besideANeighbour(faulty, message, worker::runAll);
  }

  private void besideANeighbour(Mono<?> faulty, String message, Runnable work) {
    StepVerifier.create(
            Flux.merge(
                    faulty.map(Object::toString).onErrorResume(e -> Mono.just(e.toString())),
                    neighbour().map(Sha256Digest::hex))
                .collectList())
        .then(work)
        .assertNext(
            results ->
                assertThat(results)
                    .hasSize(2)
                    .contains(digestOf(GOOD).hex())
                    .anySatisfy(result -> assertThat(result).contains(message)))
        .expectComplete()
        .verify(LIMIT);
  }

  /** An access of which one method throws. */
  private enum Broken implements BufferAccess<Tracked> {
    SIZE,
    SEGMENTS,
    NEXT,
    CLOSE,
    RELEASE;

    private void breakIf(Broken place) {
      if (this.equals(place)) {
        throw new IllegalStateException("broken " + place);
      }
    }

    @Override
    public Segments segments(Tracked payload) {
      breakIf(SEGMENTS);
      return new Segments() {
        private boolean taken;

        @Override
        public boolean hasNext() {
          return !taken;
        }

        @Override
        public ByteBuffer next() {
          breakIf(NEXT);
          taken = true;
          return ByteBuffer.wrap(GOOD);
        }

        @Override
        public void close() {
          breakIf(CLOSE);
        }
      };
    }

    @Override
    public long size(Tracked payload) {
      breakIf(SIZE);
      return GOOD.length;
    }

    @Override
    public void release(Tracked payload) {
      payload.release();
      breakIf(RELEASE);
    }
  }

  @Test
  void aPayloadThatCannotBeOpenedOrRead() {
    for (Broken access : List.of(Broken.SIZE, Broken.SEGMENTS, Broken.NEXT)) {
      besideANeighbour(
          Flux.just(payloads.of(GOOD)).as(pipeline.digest(access)), "broken " + access);
      besideANeighbour(
          Flux.just(payloads.of(GOOD)).transform(pipeline.messages(access)).next(),
          "broken " + access);
      besideANeighbour(
          Flux.just(payloads.of(GOOD)).transform(pipeline.chunks(access, 100)).last(),
          "broken " + access);
    }
  }

  @Test
  void anAccessThatThrowsWhereItMustNot() {
    besideANeighbour(
        Flux.just(payloads.of(GOOD)).as(pipeline.digest(Broken.RELEASE)), "broken RELEASE");
    besideANeighbour(
        Flux.just(payloads.of(GOOD)).transform(pipeline.chunks(Broken.RELEASE, 100)).last(),
        "broken RELEASE");
  }

  @Test
  void segmentsThatCannotBeClosed() {
    besideANeighbour(
        Flux.just(payloads.of(GOOD))
            .transform(pipeline.messages(Broken.CLOSE))
            .doOnNext(hashed -> hashed.message().release())
            .next(),
        "broken CLOSE");
    besideANeighbour(
        Flux.just(payloads.of(GOOD)).as(pipeline.digest(Broken.CLOSE)), "broken CLOSE");
    besideANeighbour(
        Flux.just(payloads.of(GOOD))
            .transform(pipeline.tap(Broken.CLOSE, digest -> {}))
            .doOnNext(Tracked::release)
            .then(),
        "broken CLOSE");
    besideANeighbour(
        Flux.just(payloads.of(GOOD)).transform(pipeline.chunks(Broken.CLOSE, 100)).last(),
        "broken CLOSE");
  }

  @Test
  void memoryThatWasFreed() {
    ByteBuffer gone;
    try (Arena arena = Arena.ofConfined()) {
      gone = arena.allocate(10_000).asByteBuffer();
    }
    besideANeighbour(
        Flux.just(gone).as(pipeline.digest(BufferAccess.byteBuffers())),
        "a segment must be alive and accessible to the thread that hashes it");
  }

  @Test
  void memoryOfAShortMessageThatWasFreed() {
    List<ByteBuffer> messages = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      messages.add(ByteBuffer.wrap(random(100 + i, i)));
    }
    try (Arena arena = Arena.ofConfined()) {
      messages.set(4, arena.allocate(200).asByteBuffer());
    }
    List<String> results = new ArrayList<>();
    for (ByteBuffer message : messages) {
      // Streams of their own, which all are in one batch.
      Flux.just(message)
          .transform(pipeline.messages(BufferAccess.byteBuffers()))
          .subscribe(hashed -> results.add(hashed.digest().hex()), e -> results.add("failed"));
    }
    worker.runAll();
    List<String> expected =
        IntStream.range(0, 6)
            .mapToObj(i -> i == 4 ? "failed" : digestOf(random(100 + i, i)).hex())
            .toList();
    assertThat(results).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void aStreamThatIsCancelledWhileItsShortMessageWaits() {
    TestPublisher<Tracked> silent = TestPublisher.create();
    Disposable waiting = silent.flux().as(pipeline.digest(payloads)).subscribe();
    Disposable cancelled =
        Flux.just(payloads.of(random(100, 1)))
            .transform(pipeline.messages(payloads))
            .subscribe(hashed -> hashed.message().release());
    worker.runOne();
    cancelled.dispose();
    waiting.dispose();
    worker.runAll();
    assertThat(payloads.settled()).isEqualTo(payloads.made());
  }

  @Test
  void memoryOfAnotherThread() {
    try (Arena arena = Arena.ofConfined()) {
      ByteBuffer mine = arena.allocate(10_000).asByteBuffer();
      besideANeighbour(
          Flux.just(mine).as(pipeline.digest(BufferAccess.byteBuffers())),
          "a segment must be alive and accessible to the thread that hashes it",
          this::workElsewhere);
    }
  }

  private void workElsewhere() {
    Thread elsewhere = Thread.ofPlatform().start(worker::runAll);
    Eventually.holds("the work is done", () -> !elsewhere.isAlive());
  }

  @Test
  void aSubscriberThatThrowsIsCancelledAndToldToNobodyElse() {
    for (Throwable thrown :
        List.of(
            new IllegalArgumentException("on purpose"), new NoClassDefFoundError("on purpose"))) {
      TestPublisher<Tracked> upstream = TestPublisher.create();
      upstream.flux().transform(pipeline.messages(payloads)).subscribe(new Thrower(thrown));
      for (int i = 0; i < 8; i++) {
        upstream.next(payloads.of(random(100, i)));
      }
      StepVerifier.create(neighbour())
          .then(worker::runAll)
          .expectNext(digestOf(GOOD))
          .expectComplete()
          .verify(LIMIT);
      upstream.assertCancelled();
      assertThat(dropped).contains(thrown);
    }
  }

  /** A subscriber that breaks rule 2.13; what it was given it has given back. */
  private static final class Thrower implements CoreSubscriber<HashedMessage<Tracked>> {

    private final Throwable thrown;

    Thrower(Throwable thrown) {
      this.thrown = thrown;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(HashedMessage<Tracked> hashed) {
      hashed.message().release();
      throwUnchecked(thrown);
    }

    @Override
    public void onError(Throwable e) {
      throw new AssertionError("a subscriber that threw is told nothing more", e);
    }

    @Override
    public void onComplete() {
      throw new AssertionError("a subscriber that threw is told nothing more");
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void throwUnchecked(Throwable thrown) throws E {
      throw (E) thrown;
    }
  }

  @Test
  void anUpstreamThatThrowsWhenItIsCancelled() {
    Flux<Tracked> upstream =
        Flux.from(
            subscriber ->
                subscriber.onSubscribe(
                    new Subscription() {
                      @Override
                      public void request(long n) {
                        subscriber.onNext(payloads.of(GOOD));
                      }

                      @Override
                      public void cancel() {
                        throw new IllegalStateException("event executor terminated");
                      }
                    }));
    besideANeighbour(
        upstream.transform(pipeline.messages(payloads)).take(1).next().map(this::give), "given");
    assertThat(dropped).hasSize(1);
  }

  @Test
  void anUpstreamThatThrowsWhenItIsAskedForMore() {
    Flux<Tracked> upstream =
        Flux.from(
            subscriber ->
                subscriber.onSubscribe(
                    new Subscription() {
                      private boolean asked;

                      @Override
                      public void request(long n) {
                        if (asked) {
                          throw new IllegalStateException("event executor terminated");
                        }
                        asked = true;
                        for (int i = 0; i < n; i++) {
                          subscriber.onNext(payloads.of(GOOD));
                        }
                      }

                      @Override
                      public void cancel() {}
                    }));
    besideANeighbour(upstream.as(pipeline.digest(payloads)), "event executor terminated");
  }

  private String give(HashedMessage<Tracked> hashed) {
    hashed.message().release();
    return "given";
  }
}
