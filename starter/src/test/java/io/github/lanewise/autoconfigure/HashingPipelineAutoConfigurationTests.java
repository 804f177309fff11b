package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

@ExtendWith(OutputCaptureExtension.class)
@Isolated
class HashingPipelineAutoConfigurationTests {

  private final ApplicationContextRunner contextRunner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(HashingPipelineAutoConfiguration.class));

  @Test
  void aPipelineIsThereWithoutAnyProperty() {
    contextRunner.run(
        context -> {
          assertThat(context).hasSingleBean(HashingPipeline.class);
          LanewiseProperties properties = context.getBean(LanewiseProperties.class);
          assertThat(properties.engine()).isEqualTo("auto");
          assertThat(properties.workers()).isZero();
          assertThat(properties.pinning()).isTrue();
          assertThat(properties.maxWait()).hasNanos(100_000);
          assertThat(properties.prefetch()).isEqualTo(16);
          assertThat(properties.maxInFlight()).isNull();
          assertThat(properties.recentHashCache().toBytes()).isZero();
          assertThat(properties.shutdownGrace()).hasSeconds(2);
        });
  }

  @Test
  void boundsAreTaken() {
    contextRunner
        .withPropertyValues(
            "lanewise.engine=jdk",
            "lanewise.max-in-flight=1KB",
            "lanewise.recent-hash-cache=1MB",
            "lanewise.shutdown-grace=0s")
        .run(
            context -> {
              HashingPipeline pipeline = context.getBean(HashingPipeline.class);
              AtomicLong asked = new AtomicLong();
              Disposable stream =
                  Flux.<byte[]>never()
                      .doOnRequest(asked::addAndGet)
                      .as(pipeline.digest(BufferAccess.byteArrays()))
                      .subscribe(digest -> {}, e -> {});
              // 16 by default, if it were not for the bound.
              assertThat(asked).hasValue(1);
              stream.dispose();
              byte[] message = new byte[1_000];
              for (int i = 0; i < 100; i++) {
                Flux.just(message)
                    .transform(pipeline.messages(BufferAccess.byteArrays()))
                    .blockLast(Duration.ofSeconds(10));
              }
              assertThat(pipeline.statistics().cache().hits()).isPositive();
            });
  }

  @Test
  void aCalibrationCanBePinned() {
    contextRunner
        .withPropertyValues("lanewise.calibration=jdk:1", "lanewise.cross-check-every=1000")
        .run(
            context -> {
              assertThat(context.getBean(HashingPipeline.class).description())
                  .startsWith("jdk: pinned to jdk:1");
              assertThat(context.getBean(LanewiseProperties.class).crossCheckEvery())
                  .isEqualTo(1000);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lanewise.calibration=jdk:2 | a calibration begins with 1 message, not with 2; was 'jdk:2'",
        "lanewise.calibration=sha-ni:1 | engine must be one of",
        "lanewise.calibration=jdk:1,engine=jdk | a calibration consists of 'engine:from'",
        "lanewise.cross-check-every=-1 | lanewise.cross-check-every must not be negative, was -1",
      })
  void aChoiceThatCannotBeIsRefusedWithTheRule(String property, String message) {
    contextRunner
        .withPropertyValues(property)
        .run(context -> assertThat(context).getFailure().hasStackTraceContaining(message));
  }

  @Test
  void anEngineAndACalibrationExcludeEachOther() {
    contextRunner
        .withPropertyValues("lanewise.engine=jdk", "lanewise.calibration=jdk:1")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining(
                        "lanewise.engine and lanewise.calibration exclude each other, were 'jdk'"
                            + " and 'jdk:1'"));
  }

  @Test
  void thePipelineDescribesItselfOnceInTheLog(CapturedOutput output) {
    contextRunner.run(
        context -> {
          String description = context.getBean(HashingPipeline.class).description();
          assertThat(output.getOut().split(Pattern.quote(description), -1)).hasSize(2);
        });
  }

  @Test
  void thePipelineOfTheApplicationWins() {
    HashingPipeline own = HashingPipeline.builder().engine("jdk").build();
    contextRunner
        .withBean(HashingPipeline.class, () -> own)
        .run(context -> assertThat(context.getBean(HashingPipeline.class)).isSameAs(own));
  }

  @ParameterizedTest
  @CsvSource({
    "lanewise.engine, vector-1024, was 'vector-1024'",
    "lanewise.workers, -1, was -1",
    "lanewise.workers, 1025, was 1025",
    "lanewise.max-wait, 0s, was PT0S",
    "lanewise.max-wait, 61s, was PT1M1S",
    "lanewise.prefetch, 0, was 0",
    "lanewise.prefetch, 65537, was 65537",
    "lanewise.max-in-flight, 0, was 0B",
    "lanewise.max-in-flight, 2TB, was 2199023255552B",
    "lanewise.recent-hash-cache, -1B, was -1B",
    "lanewise.shutdown-grace, -1s, was PT-1S",
    "lanewise.shutdown-grace, 2h, was PT2H",
  })
  void aPropertyThatBreaksItsRuleIsNamedWithItsValue(String name, String value, String was) {
    contextRunner
        .withPropertyValues(name + "=" + value)
        .run(
            context ->
                assertThat(Failures.analyze(context.getStartupFailure()).getDescription())
                    .startsWith(name)
                    .endsWith(was));
  }
}
