package io.github.lanewise.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.VectorModule;
import io.github.lanewise.pipeline.HashingPipeline;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class LanewiseHealthIndicatorTests {

  @Test
  void aPipelineThatWorksIsUpAndTellsWhatHashes() {
    try (HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(2).build()) {
      Health health = health(pipeline);
      assertThat(health.getStatus()).isEqualTo(Status.UP);
      assertThat(health.getDetails())
          .containsEntry("engine", "jdk")
          .containsEntry("workers", "2 of 2 alive")
          .containsEntry("selfTest", "passed")
          .containsEntry("crossCheck", "clean");
      assertThat(health.getDetails().get("lanes"))
          .isEqualTo("off: " + (VectorModule.isPresent() ? "jdk: forced" : VectorModule.absence()));
    }
  }

  @Test
  void lanesThatServeAreCounted() {
    try (HashingPipeline pipeline =
        HashingPipeline.builder().engine("vector-128").workers(1).build()) {
      assertThat(health(pipeline).getDetails()).containsEntry("lanes", "on: 4");
    }
  }

  /** As after a scheduler was taken away from a worker. */
  @Test
  void aWorkerThatTakesNothingAnyMoreIsDown() {
    HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(2).build();
    pipeline.close();
    Health health = health(pipeline);
    assertThat(health.getStatus()).isEqualTo(Status.DOWN);
    assertThat(health.getDetails()).containsEntry("workers", "0 of 2 alive");
  }

  private static Health health(HashingPipeline pipeline) {
    return Objects.requireNonNull(new LanewiseHealthIndicator(pipeline).health());
  }
}
