package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.web.FaultyStream.Tally;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/**
 * A hundred thousand streams of pooled buffers, of which three quarters break off at random
 * moments: every digest that comes out is right, every buffer is released exactly once, and Netty's
 * detector reports nothing. {@code -Dlanewise.seed} chooses other streams.
 */
@Isolated
class RandomFaultsTests {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long SEED = Long.getLong("lanewise.seed", 20_260_801L);
  private static final int WAVES = 25;
  private static final int WAVE = 2_000;

  @ParameterizedTest
  @ValueSource(strings = {"jdk", "jdk-pairs", "vector-128"})
  void whateverBreaksOffNothingIsLostLeakedOrMixed(String engine) {
    System.out.println("-Dlanewise.seed=" + SEED);
    SplittableRandom seeds = new SplittableRandom(SEED + engine.hashCode());
    Tally tally = Tally.create();
    try (BufferLeaks leaks = new BufferLeaks()) {
      try (HashingPipeline pipeline =
          HashingPipeline.builder().engine(engine).workers(2).prefetch(3).build()) {
        for (int wave = 0; wave < WAVES; wave++) {
          run(pipeline, seeds, tally);
        }
        assertThat(pipeline.statistics().openStreams()).isZero();
      }
      assertThat(leaks.collect()).isEmpty();
    }
    assertThat(tally.wrongDigests().sum()).as("wrong digests").isZero();
    assertThat(tally.others()).as("errors that nobody made").isEmpty();
    assertThat(tally.faults().sum()).isBetween(30_000L, 45_000L);
    assertThat(tally.rightDigests().sum()).as("right digests").isGreaterThan(20_000);
    await("no worker is left").atMost(LIMIT).until(() -> workers().isEmpty());
  }

  private static void run(HashingPipeline pipeline, SplittableRandom seeds, Tally tally) {
    List<FaultyStream> streams =
        Stream.generate(() -> new FaultyStream(seeds.nextLong(), tally)).limit(WAVE).toList();
    StepVerifier.create(Flux.fromIterable(streams).flatMap(stream -> stream.run(pipeline), 200))
        .expectComplete()
        .verify(LIMIT);
    await("every buffer is released once")
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .atMost(LIMIT)
        .until(
            () ->
                streams.stream().allMatch(FaultyStream::isSettled)
                    && pipeline.statistics().openStreams() == 0);
    streams.forEach(FaultyStream::close);
  }

  private static List<String> workers() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("lanewise-worker"))
        .toList();
  }

  @Test
  void aBufferThatNobodyReleasesIsFound() {
    try (BufferLeaks leaks = new BufferLeaks()) {
      BufferLeaks.leak("forgotten");
      assertThat(leaks.collect()).singleElement().asString().contains("forgotten");
    }
  }
}
