package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.lanewise.metrics.HashingPipelineMetrics;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.web.DataBufferAccess;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
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
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

class HashingPipelineMetricsAutoConfigurationTests {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final ApplicationContextRunner contextRunner =
      new ApplicationContextRunner()
          .withPropertyValues("lanewise.engine=jdk")
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
              double before = sum(registry, "lanewise.bytes");

              Flux<DataBuffer> body =
                  Flux.just(
                      DefaultDataBufferFactory.sharedInstance.wrap(
                          "sixteen bytes ..".getBytes(StandardCharsets.US_ASCII)));
              StepVerifier.create(
                      body.transform(pipeline.tap(new DataBufferAccess(), digest -> {})))
                  .expectNextCount(1)
                  .expectComplete()
                  .verify(LIMIT);

              assertThat(sum(registry, "lanewise.bytes") - before).isEqualTo(16);
              assertThat(sum(registry, "lanewise.messages")).isPositive();
              assertThat(sum(registry, "lanewise.batches")).isPositive();
              assertThat(sum(registry, "lanewise.lanes.used"))
                  .isPositive()
                  .isLessThanOrEqualTo(sum(registry, "lanewise.lanes.offered"));
              assertThat(
                      registry
                          .get("lanewise.batches")
                          .tags("engine", "jdk", "lanes", "1")
                          .functionCounter()
                          .count())
                  .isEqualTo(sum(registry, "lanewise.batches"));
              assertThat(sum(registry, "lanewise.flushes")).isPositive();
              assertThat(registry.get("lanewise.wait").functionTimer().count())
                  .isEqualTo(sum(registry, "lanewise.flushes"));
              assertThat(registry.get("lanewise.kernel.time").functionTimer().count())
                  .isEqualTo(sum(registry, "lanewise.batches"));
              assertThat(registry.get("lanewise.queue.depth").gauge().value()).isZero();
              assertThat(registry.get("lanewise.engine.switches").functionCounter().count())
                  .isNotNegative();
              assertThat(registry.get("lanewise.batch.occupancy").gauge().value())
                  .isGreaterThan(0)
                  .isLessThanOrEqualTo(1);
              assertThat(registry.get("lanewise.engine.lanes").gauge().value())
                  .isEqualTo(pipeline.engine().lanes());
              assertThat(registry.get("lanewise.engine.collapsed").gauge().value()).isZero();
              assertThat(registry.get("lanewise.cross.checks").functionCounter().count()).isZero();
              assertThat(registry.get("lanewise.cross.check.failures").functionCounter().count())
                  .isZero();
              Gauge openStreams = registry.get("lanewise.streams.open").gauge();
              await().atMost(LIMIT).until(() -> openStreams.value() == 0);
              Disposable open =
                  Flux.<DataBuffer>never()
                      .transform(pipeline.tap(new DataBufferAccess(), digest -> {}))
                      .subscribe();
              await().atMost(LIMIT).until(() -> openStreams.value() == 1);
              open.dispose();
              await().atMost(LIMIT).until(() -> openStreams.value() == 0);
            });
  }

  private static double sum(MeterRegistry registry, String counter) {
    return registry.get(counter).functionCounters().stream()
        .mapToDouble(FunctionCounter::count)
        .sum();
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

  @Test
  void twoPipelinesOfTheApplicationAreNotMeasured() {
    contextRunner
        .withBean("one", HashingPipeline.class, HashingPipeline::create)
        .withBean("other", HashingPipeline.class, HashingPipeline::create)
        .run(
            context ->
                assertThat(context).hasNotFailed().doesNotHaveBean(HashingPipelineMetrics.class));
  }
}
