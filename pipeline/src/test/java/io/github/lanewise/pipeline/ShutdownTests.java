package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.digestOf;
import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.Payloads.Tracked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.test.scheduler.VirtualTimeScheduler;

/** What becomes of streams that are under way when the pipeline is closed; in virtual time. */
class ShutdownTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration MAX_WAIT = Duration.ofSeconds(60);

  private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
  private final Payloads payloads = new Payloads();
  private final List<Sha256Digest> digests = new ArrayList<>();
  private final AtomicReference<Throwable> error = new AtomicReference<>();

  private HashingPipeline pipeline(String engine) {
    return HashingPipeline.builder()
        .engine(engine)
        .maxWait(MAX_WAIT)
        .shutdownGrace(GRACE)
        .schedulers(List.of(time))
        .build();
  }

  private TestPublisher<Tracked> stream(HashingPipeline pipeline) {
    TestPublisher<Tracked> upstream = TestPublisher.create();
    upstream.flux().as(pipeline.digest(payloads)).subscribe(digests::add, error::set);
    return upstream;
  }

  /** On another thread: nobody but the test lets time go by. */
  private static Thread closing(HashingPipeline pipeline) {
    Thread closing = Thread.startVirtualThread(pipeline::close);
    Eventually.holds(
        "the closer waits",
        () ->
            closing.getState() == Thread.State.WAITING
                || closing.getState() == Thread.State.TIMED_WAITING);
    return closing;
  }

  @Test
  void aStreamThatIsUnderWayEndsWithinThePeriod() throws InterruptedException {
    HashingPipeline pipeline = pipeline("jdk");
    TestPublisher<Tracked> upstream = stream(pipeline);
    upstream.next(payloads.of(random(100, 1)));
    Thread closing = closing(pipeline);
    time.advanceTimeBy(GRACE.minusMillis(1));
    upstream.next(payloads.of(random(100, 2)));
    upstream.complete();
    closing.join(LIMIT);
    assertThat(closing.isAlive()).isFalse();
    assertThat(digests).containsExactly(digestOf(random(100, 1), random(100, 2)));
    assertThat(error.get()).isNull();
    assertThat(payloads.settled()).isEqualTo(2);
  }

  @Test
  void aStreamThatDoesNotEndIsFailedWhenThePeriodIsOver() throws InterruptedException {
    HashingPipeline pipeline = pipeline("jdk");
    TestPublisher<Tracked> upstream = stream(pipeline);
    upstream.next(payloads.of(random(100, 1)));
    Thread closing = closing(pipeline);
    time.advanceTimeBy(GRACE.minusMillis(1));
    assertThat(error.get()).isNull();
    time.advanceTimeBy(Duration.ofMillis(1));
    assertThat(error.get())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the hashing pipeline is closed, and the stream has not ended within PT5S");
    upstream.assertCancelled();
    closing.join(LIMIT);
    assertThat(closing.isAlive()).isFalse();
    assertThat(payloads.settled()).isOne();
    assertThat(pipeline.statistics().openStreams()).isZero();
    assertThat(pipeline.statistics().inFlightBytes()).isZero();
  }

  @Test
  void whatBeginsDuringThePeriodIsRefusedAtOnce() throws InterruptedException {
    HashingPipeline pipeline = pipeline("jdk");
    TestPublisher<Tracked> early = stream(pipeline);
    Thread closing = closing(pipeline);
    StepVerifier.create(Flux.just(payloads.of(random(1, 1))).as(pipeline.digest(payloads)))
        .expectErrorMessage("the hashing pipeline is closed")
        .verify(LIMIT);
    assertThat(error.get()).isNull();
    early.complete();
    closing.join(LIMIT);
    assertThat(digests).containsExactly(digestOf());
  }

  @Test
  void aBatchThatWaitsForOthersIsNotHeldUp() throws InterruptedException {
    HashingPipeline pipeline = pipeline("vector-128");
    TestPublisher<Tracked> waiting = stream(pipeline);
    TestPublisher<Tracked> stalled = stream(pipeline);
    waiting.emit(payloads.of(random(100, 1)));
    assertThat(digests).isEmpty();
    Thread closing = closing(pipeline);
    Eventually.holds("it is hashed", () -> digests.size() == 1);
    stalled.complete();
    closing.join(LIMIT);
    assertThat(closing.isAlive()).isFalse();
    assertThat(digests).hasSize(2);
  }

  @Test
  void withoutStreamsNothingIsWaitedFor() {
    HashingPipeline pipeline = pipeline("jdk");
    stream(pipeline).emit(payloads.of(random(100, 1)));
    // No time goes by here.
    pipeline.close();
    assertThat(digests).hasSize(1);
  }

  @Test
  void underLoadEveryStreamIsHashedOrToldAndNothingStays() {
    for (int round = 0; round < 20; round++) {
      Payloads each = new Payloads();
      HashingPipeline pipeline =
          HashingPipeline.builder()
              .engine("jdk")
              .workers(2)
              .shutdownGrace(Duration.ofMillis(round))
              .build();
      Mono<Void> closing =
          Mono.delay(Duration.ofMillis(round))
              .then(
                  Mono.<Void>fromRunnable(pipeline::close)
                      .subscribeOn(Schedulers.boundedElastic()));
      Flux<Boolean> streams =
          Flux.range(0, 300)
              .flatMap(
                  i ->
                      Flux.range(0, 20)
                          .map(part -> each.of(random(5_000, part)))
                          .subscribeOn(Schedulers.parallel())
                          .as(pipeline.digest(each))
                          .thenReturn(true)
                          .onErrorResume(IllegalStateException.class, refused -> Mono.just(false)),
                  30);
      StepVerifier.create(Flux.merge(closing, streams))
          .expectNextCount(300)
          .expectComplete()
          .verify(LIMIT);
      Eventually.holds("all is given back", () -> each.settled() == each.made());
      assertThat(pipeline.statistics().inFlightBytes()).isZero();
      assertThat(pipeline.statistics().openStreams()).isZero();
    }
  }
}
