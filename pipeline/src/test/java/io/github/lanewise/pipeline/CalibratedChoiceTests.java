package io.github.lanewise.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import io.github.lanewise.kernel.sha256.TestEngines;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What serves while a choice is made, and when its lanes collapse. */
class CalibratedChoiceTests {

  private final EngineChoice jdk = Sha256Engines.discover().uncalibrated();
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private final List<Duration> delays = new ArrayList<>();
  private final List<EngineChoice> made = new ArrayList<>();

  private final CalibratedChoice choice =
      new CalibratedChoice(
          jdk,
          this::make,
          (task, delay) -> {
            tasks.add(task);
            delays.add(delay);
          });

  private EngineChoice make() {
    made.add(TestEngines.slow());
    return made.getLast();
  }

  private static void hashUntilItCollapses(EngineChoice each) {
    try (MultiBufferSha256 sha256 = each.open()) {
      for (int i = 0; i < 64; i++) {
        sha256.digest(List.of(ByteBuffer.allocate(4_000)));
      }
    }
    assertThat(each.collapse()).startsWith("test became ");
  }

  @Test
  void jdkServesUntilItIsMade() {
    assertThat(choice.get()).isSameAs(jdk);
    tasks.remove().run();
    assertThat(choice.get()).isSameAs(made.getFirst());
    assertThat(delays).containsExactly(Duration.ZERO);
  }

  @Test
  void afterACollapseJdkServesAndAfterAWhileItIsMadeAnew() {
    tasks.remove().run();
    hashUntilItCollapses(choice.get());
    EngineChoice fallback = choice.get();
    assertThat(fallback.engine()).isEqualTo("jdk");
    assertThat(fallback.description()).startsWith("jdk: lanes were given up, test became ");
    assertThat(fallback.collapse()).startsWith("test became ");
    assertThat(choice.get()).isSameAs(fallback);
    assertThat(delays).containsExactly(Duration.ZERO, CalibratedChoice.COOL_DOWN);
    tasks.remove().run();
    assertThat(choice.get()).isSameAs(made.getLast());
    assertThat(made).hasSize(2);
  }

  @Test
  void whatCannotBeMadeLeavesWhatServes() {
    CalibratedChoice failing =
        new CalibratedChoice(
            jdk,
            () -> {
              throw new IllegalStateException("on purpose");
            },
            (task, delay) -> task.run());
    assertThat(failing.get()).isSameAs(jdk);
  }

  @Test
  void aPinnedCalibrationIsUsedWhenItsEnginesAreWarm() {
    try (HashingPipeline pipeline =
        HashingPipeline.builder().calibration("jdk:1,vector-128:3").workers(1).build()) {
      assertThat(pipeline.engine().engine()).isIn("jdk", "vector-128");
      Eventually.holds(
          "the table is in use", () -> pipeline.engine().table().equals("jdk:1,vector-128:3"));
      assertThat(pipeline.description())
          .startsWith("vector-128: pinned to jdk:1,vector-128:3, measured vector-128 ");
    }
  }

  @Test
  void aPinnedJdkServesAtOnce() {
    try (HashingPipeline pipeline =
        HashingPipeline.builder().calibration("jdk:1").workers(1).build()) {
      assertThat(pipeline.description()).startsWith("jdk: pinned to jdk:1");
    }
  }

  @Test
  void whatCannotBePinnedIsRefusedWithTheRule() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HashingPipeline.builder().calibration("jdk:2").build())
        .withMessage("a calibration begins with 1 message, not with 2; was 'jdk:2'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HashingPipeline.builder().engine("jdk").calibration("jdk:1").build())
        .withMessage("an engine and a calibration exclude each other, were 'jdk' and 'jdk:1'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HashingPipeline.builder().crossCheckEvery(-1))
        .withMessage("cross-check-every must not be negative, was -1");
  }
}
