package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.digestOf;
import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.blockhound.BlockHound;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/**
 * Nothing blocks a worker, nor a thread of Reactor's that signals to the pipeline: watched by
 * BlockHound, in a JVM of its own.
 */
@Tag("blockhound")
class NonBlockingTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Queue<String> BLOCKED = new ConcurrentLinkedQueue<>();

  @BeforeAll
  static void watch() {
    BlockHound.builder()
        .loadIntegrations()
        .blockingMethodCallback(
            method ->
                BLOCKED.add(
                    Thread.currentThread().getName()
                        + ": "
                        + method
                        + Arrays.toString(Thread.currentThread().getStackTrace())))
        .install();
  }

  @BeforeEach
  void forget() {
    BLOCKED.clear();
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk", "jdk-pairs", "scalar", "vector-128", "auto"})
  void hashingCancellingFailingAndClosingBlockNobody(String engine) {
    HashingPipeline pipeline =
        HashingPipeline.builder().engine(engine).workers(2).prefetch(2).build();
    byte[] bytes = random(1_000, 1);
    StepVerifier.create(
            Flux.range(0, 400)
                .flatMap(i -> stream(i, bytes, pipeline).subscribeOn(Schedulers.parallel()), 50)
                .filter(right -> !right)
                .count())
        .expectNext(0L)
        .expectComplete()
        .verify(LIMIT);
    StepVerifier.create(Mono.fromRunnable(pipeline::close).subscribeOn(Schedulers.parallel()))
        .expectComplete()
        .verify(LIMIT);
    pipeline.close();
    assertThat(BLOCKED).isEmpty();
  }

  private static Mono<Boolean> stream(int i, byte[] bytes, HashingPipeline pipeline) {
    Flux<byte[]> source = Flux.just(bytes, bytes, bytes).repeat(i % 3);
    BufferAccess<byte[]> access = BufferAccess.byteArrays();
    return switch (i % 4) {
      case 0 -> Flux.just(bytes).as(pipeline.digest(access)).map(digestOf(bytes)::equals);
      case 1 ->
          source
              .transform(pipeline.messages(access))
              .all(hashed -> hashed.digest().equals(digestOf(bytes)));
      case 2 ->
          source
              .concatWith(Flux.never())
              .transform(pipeline.tap(access, digest -> {}))
              .take(Duration.ofNanos(i * 100L))
              .then(Mono.just(true));
      default ->
          source
              .concatWith(Mono.error(new IOException("broke off")))
              .transform(pipeline.chunks(access, 77))
              .then(Mono.just(false))
              .onErrorReturn(IOException.class, true);
    };
  }

  @Test
  void aBlockOnAWorkerIsFound() {
    try (HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(1).build()) {
      StepVerifier.create(
              Flux.just(random(10, 1))
                  .as(pipeline.digest(BufferAccess.byteArrays()))
                  .doOnNext(digest -> sleep()))
          .expectNextCount(1)
          .expectComplete()
          .verify(LIMIT);
    }
    assertThat(BLOCKED)
        .anySatisfy(
            blocked -> assertThat(blocked).startsWith("lanewise-worker-0: ").contains("sleep"));
  }

  private static void sleep() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
