package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.pipeline.Payloads.Tracked;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** What streams have under way together, and that it is nothing when they are over. */
class BytesInFlightTests {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int PREFETCH = 8;
  private static final int BLOCK = 10_000;

  private final Payloads payloads = new Payloads();
  private final HashingPipeline pipeline =
      HashingPipeline.builder()
          .engine("jdk")
          .workers(2)
          .pinning(false)
          .prefetch(PREFETCH)
          .maxInFlight(20 * BLOCK)
          .build();

  @AfterEach
  void nothingIsInFlightAtTheEnd() {
    Eventually.holds("no stream is open", () -> pipeline.statistics().openStreams() == 0);
    assertThat(pipeline.statistics().inFlightBytes()).isZero();
    pipeline.close();
  }

  private Publisher<?> apply(String operator, Flux<Tracked> source) {
    return switch (operator) {
      case "digest" -> source.as(pipeline.digest(payloads));
      case "tap" ->
          source.transform(pipeline.tap(payloads, digest -> {})).doOnNext(Tracked::release);
      case "messages" ->
          source
              .transform(pipeline.messages(payloads))
              .doOnNext(hashed -> hashed.message().release());
      case "chunks" -> source.transform(pipeline.chunks(payloads, 3_000));
      default -> throw new IllegalArgumentException(operator);
    };
  }

  @Test
  void whatIsHeldBackDownstreamCountsUntilItLeaves() {
    TestPublisher<Tracked> upstream = TestPublisher.create();
    AtomicLong asked = new AtomicLong();
    StepVerifier.create(
            upstream
                .flux()
                .doOnRequest(asked::addAndGet)
                .transform(pipeline.tap(payloads, digest -> {})),
            0)
        .expectSubscription()
        .then(
            () -> {
              // A first guess of 64 KiB each, of which half of the budget holds one.
              assertThat(asked.get()).isOne();
              upstream.next(payloads.of(random(BLOCK, 1)));
            })
        .thenRequest(1)
        .assertNext(Tracked::release)
        .then(() -> Eventually.holds("more is asked for", () -> asked.get() == 1 + PREFETCH))
        .then(
            () -> {
              for (int i = 0; i < PREFETCH; i++) {
                upstream.next(payloads.of(random(BLOCK, i)));
              }
              Eventually.holds("all is hashed", () -> pipeline.statistics().bytes() == 9L * BLOCK);
              assertThat(asked.get()).isEqualTo(1 + PREFETCH);
              assertThat(pipeline.statistics().inFlightBytes()).isEqualTo((long) PREFETCH * BLOCK);
            })
        .thenCancel()
        .verify(LIMIT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"digest", "tap", "messages", "chunks"})
  void manyStreamsShareALittleAndAllComeToTheirEnd(String operator) {
    AtomicLong most = new AtomicLong();
    StepVerifier.create(
            Flux.range(0, 64)
                .flatMap(
                    i ->
                        Mono.ignoreElements(
                            Flux.from(
                                apply(
                                    operator,
                                    Flux.range(0, 40)
                                        .map(part -> payloads.of(random(BLOCK, part)))
                                        .doOnNext(
                                            payload ->
                                                most.accumulateAndGet(
                                                    pipeline.statistics().inFlightBytes(),
                                                    Math::max))
                                        .subscribeOn(Schedulers.parallel())))),
                    64))
        .expectComplete()
        .verify(LIMIT);
    assertThat(payloads.settled()).isEqualTo(64L * 40);
    // The first guesses are larger than what comes: 64 streams with one payload of 64 KiB each.
    assertThat(most.get()).isLessThanOrEqualTo(20L * BLOCK + 64L * 65_536);
  }

  @ParameterizedTest
  @ValueSource(strings = {"digest", "tap", "messages", "chunks"})
  void howeverStreamsEndNothingStaysInFlight(String operator) {
    SplittableRandom seeds = new SplittableRandom(7);
    Flux<Publisher<?>> streams =
        Flux.range(0, 2_000)
            .map(
                i -> {
                  SplittableRandom random = seeds.split();
                  int parts = random.nextInt(20);
                  Flux<Tracked> source =
                      Flux.range(0, parts)
                          .map(part -> payloads.of(random(random.nextInt(3 * BLOCK), part)));
                  source =
                      switch (random.nextInt(4)) {
                        case 0 -> source.concatWith(Mono.error(new IllegalStateException("end")));
                        case 1 -> source.concatWith(Flux.never());
                        default -> source;
                      };
                  Publisher<?> results = apply(operator, source.subscribeOn(Schedulers.parallel()));
                  return Flux.from(results)
                      .take(Duration.ofMillis(random.nextInt(20)))
                      .onErrorComplete();
                });
    StepVerifier.create(streams.flatMap(Mono::ignoreElements, 64)).expectComplete().verify(LIMIT);
  }
}
