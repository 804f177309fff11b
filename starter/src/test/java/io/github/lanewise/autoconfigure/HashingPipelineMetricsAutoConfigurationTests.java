package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.metrics.HashingPipelineMetrics;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.web.DataBufferAccess;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

class HashingPipelineMetricsAutoConfigurationTests {

  private final ApplicationContextRunner contextRunner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  MetricsAutoConfiguration.class,
                  HashingPipelineAutoConfiguration.class,
                  HashingPipelineMetricsAutoConfiguration.class));

  @Test
  void theRegistryShowsWhatThePipelineHashed() {
    contextRunner
        .withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            context -> {
              MeterRegistry registry = context.getBean(MeterRegistry.class);
              HashingPipeline pipeline = context.getBean(HashingPipeline.class);
              double before = registry.get("lanewise.bytes").functionCounter().count();

              Flux<DataBuffer> body =
                  Flux.just(
                      DefaultDataBufferFactory.sharedInstance.wrap(
                          "sixteen bytes ..".getBytes(StandardCharsets.US_ASCII)));
              StepVerifier.create(
                      body.transform(pipeline.tap(new DataBufferAccess(), digest -> {})))
                  .expectNextCount(1)
                  .expectComplete()
                  .verify(Duration.ofSeconds(10));

              assertThat(registry.get("lanewise.bytes").functionCounter().count() - before)
                  .isEqualTo(16);
              assertThat(registry.get("lanewise.messages").functionCounter().count()).isPositive();
              assertThat(registry.get("lanewise.batches").functionCounter().count()).isPositive();
              assertThat(registry.get("lanewise.lanes.used").functionCounter().count())
                  .isLessThanOrEqualTo(
                      registry.get("lanewise.lanes.offered").functionCounter().count());
              assertThat(registry.get("lanewise.batch.occupancy").gauge().value())
                  .isGreaterThan(0)
                  .isLessThanOrEqualTo(1);
            });
  }

  @Test
  void withoutMicrometerThePipelineWorksAlone() {
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                HashingPipelineAutoConfiguration.class,
                HashingPipelineMetricsAutoConfiguration.class))
        .withClassLoader(new FilteredClassLoader("io.micrometer.core"))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(HashingPipeline.class)
                    .doesNotHaveBean("hashingPipelineMetrics"));
  }

  @Test
  void theMetersOfTheApplicationWin() {
    contextRunner
        .withBean("own", HashingPipelineMetrics.class)
        .run(context -> assertThat(context).doesNotHaveBean("hashingPipelineMetrics"));
  }
}
