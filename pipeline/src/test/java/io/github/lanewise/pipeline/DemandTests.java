package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.pipeline.Payloads.Tracked;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** How much is asked of upstream and given downstream. Worked by hand, one step at a time. */
class DemandTests {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int PREFETCH = 4;

  private final ManualScheduler worker = new ManualScheduler();
  private final HashingPipeline pipeline =
      HashingPipeline.builder()
          .engine("jdk")
          .prefetch(PREFETCH)
          .schedulers(List.of(worker))
          .build();
  private final Payloads payloads = new Payloads();

  @AfterEach
  void close() {
    // Nobody works here but the test.
    Thread closing = Thread.startVirtualThread(pipeline::close);
    while (closing.isAlive()) {
      worker.runAll();
      Thread.onSpinWait();
    }
  }

  private Function<Flux<Tracked>, ? extends Publisher<?>> operator(String name) {
    return operator(name, pipeline, 1);
  }

  private Function<Flux<Tracked>, ? extends Publisher<?>> operator(
      String name, HashingPipeline on, int chunkBytes) {
    return switch (name) {
      case "digest" -> on.digest(payloads);
      case "tap" -> on.tap(payloads, digest -> {});
      case "messages" -> on.messages(payloads);
      case "chunks" -> on.chunks(payloads, chunkBytes);
      case "parts" -> on.parts(payloads, null);
      default -> throw new IllegalArgumentException(name);
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"digest", "tap", "messages", "chunks", "parts"})
  void upstreamIsNeverAskedForMoreThanPrefetchAheadOfWhatLeft(String name) {
    AtomicLong asked = new AtomicLong();
    AtomicLong sent = new AtomicLong();
    TestPublisher<Tracked> upstream = TestPublisher.create();
    StepVerifier.create(
            upstream.flux().doOnRequest(asked::addAndGet).as(operator(name)), Long.MAX_VALUE)
        .then(
            () -> {
              for (int i = 0; i < 5 * PREFETCH; i++) {
                assertThat(asked.get() - sent.get()).isBetween(1L, (long) PREFETCH);
                upstream.next(payloads.of(random(2, i)));
                sent.incrementAndGet();
                worker.runAll();
              }
              assertThat(asked.get()).isLessThanOrEqualTo(6L * PREFETCH);
              upstream.complete();
              worker.runAll();
            })
        .thenConsumeWhile(result -> true)
        .expectComplete()
        .verify(LIMIT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tap", "messages", "parts"})
  void withoutDemandNothingIsEmittedAndNoMoreThanPrefetchComesIn(String name) {
    // As against reactor-core #1557, where a batch is emitted without demand.
    AtomicLong asked = new AtomicLong();
    TestPublisher<Tracked> upstream = TestPublisher.create();
    StepVerifier.create(upstream.flux().doOnRequest(asked::addAndGet).as(operator(name)), 0)
        .expectSubscription()
        .then(
            () -> {
              for (int i = 0; i < PREFETCH; i++) {
                upstream.next(payloads.of(random(100, i)));
              }
              worker.runAll();
              assertThat(asked.get()).isEqualTo(PREFETCH);
            })
        .expectNoEvent(Duration.ofMillis(1))
        .thenRequest(1)
        .expectNextCount(1)
        .then(() -> assertThat(asked.get()).isEqualTo(PREFETCH))
        .thenRequest(2)
        .expectNextCount(2)
        // Three quarters have left: they are asked for in one go.
        .then(() -> assertThat(asked.get()).isEqualTo(PREFETCH + 3))
        .thenRequest(Long.MAX_VALUE)
        .expectNextCount(1)
        .then(upstream::complete)
        .then(worker::runAll)
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void chunksThatNobodyTakesHoldUpstreamBack() {
    AtomicLong asked = new AtomicLong();
    TestPublisher<Tracked> upstream = TestPublisher.create();
    StepVerifier.create(
            upstream.flux().doOnRequest(asked::addAndGet).transform(pipeline.chunks(payloads, 10)),
            0)
        .expectSubscription()
        .then(
            () -> {
              for (int i = 0; i < PREFETCH; i++) {
                upstream.next(payloads.of(random(100, i)));
              }
              worker.runAll();
              assertThat(payloads.settled()).isEqualTo(PREFETCH);
              assertThat(asked.get()).isEqualTo(PREFETCH);
            })
        .thenRequest(10L * PREFETCH)
        .expectNextCount(10L * PREFETCH)
        .then(() -> assertThat(asked.get()).isEqualTo(2L * PREFETCH))
        .thenCancel()
        .verify(LIMIT);
    worker.runAll();
  }

  @Test
  void moreThanWasAskedForIsAnErrorAndIsGivenBack() {
    Flux<Tracked> deaf =
        Flux.from(
            subscriber -> {
              subscriber.onSubscribe(Operators.emptySubscription());
              for (int i = 0; i < 10 * PREFETCH; i++) {
                subscriber.onNext(payloads.of(random(100, i)));
              }
            });
    StepVerifier.create(deaf.as(pipeline.digest(payloads)))
        .then(worker::runAll)
        .expectErrorMessage("upstream sent more than the 4 payloads it was asked for")
        .verify(LIMIT);
    worker.runAll();
    assertThat(payloads.settled()).isEqualTo(10L * PREFETCH);
  }

  @ParameterizedTest
  @ValueSource(strings = {"digest", "tap", "messages", "chunks", "parts"})
  void smallPrefetchAndEmptyPayloadsDoNotStall(String name) {
    for (int prefetch = 1; prefetch <= 4; prefetch++) {
      try (HashingPipeline small =
          HashingPipeline.builder().engine("jdk").workers(1).prefetch(prefetch).build()) {
        Flux<Tracked> source =
            Flux.range(0, 100)
                .map(
                    i ->
                        switch (i % 4) {
                          case 0 -> payloads.of();
                          case 1 -> payloads.of(new byte[0]);
                          case 2 -> payloads.of(random(10_000, i));
                          default -> payloads.of(random(64, i), new byte[0], random(1, i));
                        });
        StepVerifier.create(Flux.from(source.as(operator(name, small, 1_000))).then())
            .expectComplete()
            .verify(LIMIT);
      }
    }
  }

  @Test
  void unboundedDemandDoesNotOverflow() {
    TestPublisher<Tracked> upstream = TestPublisher.create();
    StepVerifier.create(upstream.flux().transform(pipeline.messages(payloads)), 1)
        .thenRequest(Long.MAX_VALUE)
        .thenRequest(Long.MAX_VALUE)
        .then(() -> upstream.next(payloads.of(random(1, 1)), payloads.of(random(1, 2))))
        .then(worker::runAll)
        .expectNextCount(2)
        .thenCancel()
        .verify(LIMIT);
  }
}
