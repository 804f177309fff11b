package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.digestOf;
import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** What a pipeline hashes with is changed while it runs. */
class EngineSwitchTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Test
  void anotherEngineServesFromTheNextMessageOn() {
    try (HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(1).build()) {
      for (String engine : new String[] {"scalar", "jdk"}) {
        pipeline.use(engine);
        assertThat(pipeline.engine().engine()).isEqualTo(engine);
        StepVerifier.create(
                Flux.just(random(100, 1)).as(pipeline.digest(BufferAccess.byteArrays())))
            .expectNext(digestOf(random(100, 1)))
            .expectComplete()
            .verify(LIMIT);
      }
    }
  }

  /** Its state is in the lanes of the engine that it began with. */
  @Test
  void aStreamUnderWayIsHashedToItsEndWhateverIsSwitchedMeanwhile() {
    byte[] bytes = random(200, 7);
    byte[] first = Arrays.copyOfRange(bytes, 0, 101);
    byte[] second = Arrays.copyOfRange(bytes, 101, 200);
    try (HashingPipeline pipeline =
        HashingPipeline.builder().engine("vector-128").workers(1).build()) {
      TestPublisher<byte[]> source = TestPublisher.create();
      StepVerifier.create(source.flux().as(pipeline.digest(BufferAccess.byteArrays())))
          .then(() -> source.next(first))
          .then(() -> pipeline.use("jdk"))
          .then(() -> source.next(second).complete())
          .expectNext(digestOf(bytes))
          .expectComplete()
          .verify(LIMIT);
    }
  }

  @Test
  void anEngineThatCannotBeChangesNothing() {
    try (HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(1).build()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> pipeline.use("sha-ni"))
          .withMessageStartingWith("engine must be one of");
      if (Sha256Engines.discover().candidates().getLast().refusal() != null) {
        assertThatIllegalStateException()
            .isThrownBy(() -> pipeline.use("vector-512"))
            .withMessageStartingWith("engine vector-512 refused: ");
      }
      assertThat(pipeline.description()).startsWith("jdk: forced");
    }
  }

  @Test
  void oneMeasurementIsUnderWayAtATime() {
    Queue<Runnable> background = new ArrayDeque<>();
    EngineChoice first = Sha256Engines.discover().force("jdk");
    EngineChoice second = Sha256Engines.discover().force("scalar");
    Queue<EngineChoice> found = new ArrayDeque<>();
    found.add(first);
    found.add(second);
    CalibratedChoice choice =
        new CalibratedChoice(first, found::remove, (task, delay) -> background.add(task));
    assertThat(choice.isMaking()).isTrue();
    assertThat(choice.remake()).isFalse();

    background.remove().run();
    assertThat(choice.isMaking()).isFalse();
    assertThat(choice.remake()).isTrue();
    assertThat(choice.get()).isSameAs(first);

    background.remove().run();
    assertThat(choice.get()).isSameAs(second);
    assertThat(background).isEmpty();
  }

  @Test
  void workersAreAliveUntilThePipelineIsClosed() {
    HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(2).build();
    assertThat(pipeline.workerCount()).isEqualTo(2);
    assertThat(pipeline.workersAlive()).isEqualTo(2);
    assertThat(pipeline.workers())
        .extracting(placement -> placement.threadName())
        .containsExactly("lanewise-worker-0", "lanewise-worker-1");
    pipeline.close();
    assertThat(pipeline.workersAlive()).isZero();
  }
}
