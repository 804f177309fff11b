package io.github.lanewise.sample.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import io.github.lanewise.pipeline.EngineStatistics;
import io.github.lanewise.pipeline.PipelineStatistics;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaneFiguresTests {

  private static final EngineChoice JDK = Sha256Engines.discover().force("jdk");

  private static PipelineStatistics statistics(
      long messages, long bytes, long used, long offered, Map<String, EngineStatistics> engines) {
    return new PipelineStatistics(
        messages, bytes, offered / 8, used, offered, 3, 0, 0, engines, Map.of(), 0, 0, 0, 2);
  }

  private static EngineStatistics engine(long bytes) {
    return new EngineStatistics(0, bytes, 0, 0, 0);
  }

  @Test
  void ratesAreOfTheIntervalAndSumsOfTheWholeTime() {
    LaneFigures figures =
        LaneFigures.between(
            statistics(10, 1_000, 40, 80, Map.of("jdk", engine(1_000))),
            statistics(
                30, 5_000, 100, 160, Map.of("jdk", engine(2_000), "vector-256", engine(3_000))),
            Duration.ofMillis(500),
            JDK);

    assertThat(figures.bytesPerSecond()).isEqualTo(8_000);
    assertThat(figures.messagesPerSecond()).isEqualTo(40);
    assertThat(figures.batchesPerSecond()).isEqualTo(20);
    assertThat(figures.occupancy()).isEqualTo(0.75);
    assertThat(figures.shares())
        .containsOnly(Map.entry("jdk", 0.25), Map.entry("vector-256", 0.75));
    assertThat(figures.bytes()).isEqualTo(5_000);
    assertThat(figures.messages()).isEqualTo(30);
    assertThat(figures.queued()).isEqualTo(2);
    assertThat(figures.openStreams()).isEqualTo(3);
    assertThat(figures.engine()).isEqualTo("jdk");
    assertThat(figures.lanes()).isEqualTo(1);
  }

  @Test
  void whereNothingHappenedNothingIsDividedByZero() {
    PipelineStatistics same = statistics(1, 1, 8, 8, Map.of("jdk", engine(1)));
    LaneFigures figures = LaneFigures.between(same, same, Duration.ZERO, JDK);
    assertThat(figures.bytesPerSecond()).isZero();
    assertThat(figures.occupancy()).isZero();
    assertThat(figures.shares()).isEmpty();
  }
}
