package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.digestOf;
import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.lanewise.pipeline.Payloads.Tracked;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.util.context.Context;

/** Options, context, faults under an engine, and the end. */
@Isolated
class LifecycleTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Test
  void wrongOptionsAreToldWithRuleAndValue() {
    HashingPipeline.Builder builder = HashingPipeline.builder();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.maxWait(Duration.ZERO))
        .withMessage("max-wait must be positive, was PT0S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.maxWait(Duration.ofDays(365_000)))
        .withMessage("max-wait must be at most PT1M, was PT8760000H");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.prefetch(0))
        .withMessage("prefetch must be at least 1, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.maxInFlight(0))
        .withMessage("max-in-flight must be from 1 to 1099511627776 bytes, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.recentHashCache(-1))
        .withMessage("recent-hash-cache must not be negative, was -1 bytes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.shutdownGrace(Duration.ofSeconds(-1)))
        .withMessage("shutdown-grace must be from 0 to PT1H, was PT-1S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.workers(-1))
        .withMessage("workers must be from 0 to 1024, was -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.engine("avx512"))
        .withMessage(
            "engine must be one of [auto, jdk, jdk-pairs, scalar, vector-128, vector-256, vector-512],"
                + " was 'avx512'");
  }

  @Test
  void theDescriptionTellsTheEngineAndTheWorkers() {
    try (HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(1).build()) {
      assertThat(pipeline.description()).startsWith("jdk: forced; ").contains("lanewise-worker-0");
    }
  }

  @Test
  void reactorsContextIsKept() {
    try (HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(1).build()) {
      StepVerifier.create(
              Flux.deferContextual(context -> Flux.just(context.<byte[]>get("bytes")))
                  .as(pipeline.digest(BufferAccess.byteArrays()))
                  .contextWrite(Context.of("bytes", random(10, 1))))
          .expectNext(digestOf(random(10, 1)))
          .expectComplete()
          .verify(LIMIT);
    }
  }

  @Test
  void resultsAreSignalledOnTheWorker() {
    try (HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(1).build()) {
      AtomicReference<Thread> thread = new AtomicReference<>();
      StepVerifier.create(
              Flux.just(random(10, 1))
                  .as(pipeline.digest(BufferAccess.byteArrays()))
                  .doOnNext(digest -> thread.set(Thread.currentThread())))
          .expectNextCount(1)
          .expectComplete()
          .verify(LIMIT);
      assertThat(thread.get().getName()).isEqualTo("lanewise-worker-0");
    }
  }

  @Test
  void closingFailsWhatIsOpenAndGivesItBack() throws InterruptedException {
    Payloads payloads = new Payloads();
    HashingPipeline pipeline =
        HashingPipeline.builder().engine("jdk").workers(2).shutdownGrace(Duration.ZERO).build();
    TestPublisher<Tracked> upstream = TestPublisher.create();
    CountDownLatch failed = new CountDownLatch(1);
    AtomicReference<Throwable> error = new AtomicReference<>();
    upstream
        .flux()
        .as(pipeline.digest(payloads))
        .subscribe(
            digest -> {},
            e -> {
              error.set(e);
              failed.countDown();
            });
    upstream.next(payloads.of(random(100, 1)));
    pipeline.close();
    failed.await();
    assertThat(error.get())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the hashing pipeline is closed");
    upstream.assertCancelled();
    Eventually.holds("the payload is given back", () -> payloads.settled() == 1);
    assertThat(pipeline.statistics().openStreams()).isZero();
  }

  @Test
  void whatIsSubscribedAfterTheEndFails() {
    Payloads payloads = new Payloads();
    HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(2).build();
    pipeline.close();
    pipeline.close();
    for (int i = 0; i < 100; i++) {
      StepVerifier.create(
              Flux.range(0, 3)
                  .map(part -> payloads.of(random(100, part)))
                  .as(pipeline.digest(payloads)))
          .expectErrorMessage("the hashing pipeline is closed")
          .verify(LIMIT);
    }
    assertThat(payloads.settled()).isEqualTo(payloads.made());
  }

  @Test
  void whatIsSubscribedDuringTheEndIsNotForgotten() {
    for (int round = 0; round < 50; round++) {
      Payloads payloads = new Payloads();
      HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(2).build();
      Mono<Void> closing =
          Mono.<Void>fromRunnable(pipeline::close).subscribeOn(Schedulers.boundedElastic());
      Flux<Boolean> streams =
          Flux.range(0, 20)
              .concatMap(
                  i ->
                      Flux.range(0, 3)
                          .map(part -> payloads.of(random(100, part)))
                          .as(pipeline.digest(payloads))
                          .thenReturn(true)
                          .onErrorReturn(false));
      StepVerifier.create(Flux.merge(closing, streams))
          .expectNextCount(20)
          .expectComplete()
          .verify(LIMIT);
      Eventually.holds("all is given back", () -> payloads.settled() == payloads.made());
    }
  }

  @Test
  void noWorkerThreadStaysAfterTheEnd() {
    HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(2).build();
    AtomicReference<Thread> worker = new AtomicReference<>();
    StepVerifier.create(
            Flux.just(random(10, 1))
                .as(pipeline.digest(BufferAccess.byteArrays()))
                .doOnNext(digest -> worker.set(Thread.currentThread())))
        .expectNextCount(1)
        .expectComplete()
        .verify(LIMIT);
    pipeline.close();
    Eventually.holds("the worker has ended", () -> !worker.get().isAlive());
  }

  @Test
  void automaticChoiceServesFromTheStart() {
    try (HashingPipeline pipeline = HashingPipeline.create()) {
      StepVerifier.create(
              Flux.range(0, 2_000)
                  .map(i -> random(i, i))
                  .transform(pipeline.messages(BufferAccess.byteArrays()))
                  .filter(hashed -> !hashed.digest().equals(digestOf(hashed.message())))
                  .count())
          .expectNext(0L)
          .expectComplete()
          .verify(LIMIT);
    }
  }

  /** A hook that throws, or a machine without room for a thread: not a rejection, but as final. */
  @Test
  void aWorkerThatCannotBeScheduledFailsItsStreams() {
    try (HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(1).build()) {
      Schedulers.onScheduleHook(
          "throwing",
          task -> {
            throw new IllegalStateException("no thread");
          });
      try {
        StepVerifier.create(Flux.<byte[]>never().as(pipeline.digest(BufferAccess.byteArrays())))
            .expectErrorMessage("the hashing pipeline is closed")
            .verify(LIMIT);
      } finally {
        Schedulers.resetOnScheduleHook("throwing");
      }
    }
  }
}
