package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** What Reactor offers around operators works around these: context, assembly tracing, hooks. */
@Isolated
class HooksTests {

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String HOOK = "lanewise.test";

  private final ThreadLocal<Boolean> insideHook = ThreadLocal.withInitial(() -> false);

  @AfterEach
  void takeHooksAway() {
    Hooks.resetOnOperatorDebug();
    Schedulers.resetOnScheduleHook(HOOK);
  }

  private static Function<Flux<byte[]>, ? extends Publisher<?>> operator(
      String name, HashingPipeline pipeline) {
    BufferAccess<byte[]> access = BufferAccess.byteArrays();
    return switch (name) {
      case "digest" -> pipeline.digest(access);
      case "tap" -> pipeline.tap(access, digest -> {});
      case "messages" -> pipeline.messages(access);
      case "chunks" -> pipeline.chunks(access, 100);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static HashingPipeline open() {
    return HashingPipeline.builder().engine("jdk").workers(1).build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"digest", "tap", "messages", "chunks"})
  void theContextReachesUpstreamAndTheDiscardHook(String name) {
    Queue<byte[]> discarded = new ConcurrentLinkedQueue<>();
    byte[] bytes = random(10, 1);
    try (HashingPipeline pipeline = open()) {
      Flux<byte[]> source =
          Flux.deferContextual(context -> Flux.just(context.<byte[]>get("bytes")))
              .concatWith(Flux.never());
      // Without demand, so that what is hashed is still here when the cancellation comes.
      StepVerifier.create(
              Flux.from(source.as(operator(name, pipeline)))
                  .doOnDiscard(byte[].class, discarded::add)
                  .contextWrite(context -> context.put("bytes", bytes)),
              0)
          .expectSubscription()
          .then(
              () ->
                  Eventually.holds(
                      "the payload is hashed", () -> pipeline.statistics().bytes() == 10))
          .thenCancel()
          .verify(LIMIT);
      if (name.equals("tap")) {
        Eventually.holds("the hook has it", () -> discarded.contains(bytes));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"digest", "tap", "messages", "chunks"})
  void anErrorTellsWhereItsStreamWasAssembled(String name) {
    Hooks.onOperatorDebug();
    try (HashingPipeline pipeline = open()) {
      Flux<byte[]> broken =
          Flux.just(random(10, 1)).concatWith(Mono.error(new IOException("broke off")));
      StepVerifier.create(
              Flux.from(broken.as(operator(name, pipeline))).filter(result -> result == null))
          .expectErrorSatisfies(
              error ->
                  assertThat(Arrays.toString(error.getSuppressed()))
                      .contains("HooksTests.java")
                      .contains("Flux.concatWith")
                      .contains("Flux.filter"))
          .verify(LIMIT);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"digest", "tap", "messages", "chunks"})
  void resultsAreSignalledInsideTheScheduleHook(String name) {
    Schedulers.onScheduleHook(
        HOOK,
        task ->
            () -> {
              insideHook.set(true);
              try {
                task.run();
              } finally {
                insideHook.set(false);
              }
            });
    try (HashingPipeline pipeline = open()) {
      StepVerifier.create(
              Flux.from(Flux.just(random(10, 1)).as(operator(name, pipeline)))
                  .map(result -> insideHook.get()))
          .expectNext(true)
          .expectComplete()
          .verify(LIMIT);
    }
  }
}
