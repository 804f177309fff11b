package io.github.lanewise.autoconfigure;

import io.github.lanewise.metrics.HashingPipelineMetrics;
import io.github.lanewise.pipeline.HashingPipeline;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Meters of the pipeline, bound to every registry that the application has. */
@AutoConfiguration(after = HashingPipelineAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnSingleCandidate(HashingPipeline.class)
public final class HashingPipelineMetricsAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  HashingPipelineMetrics hashingPipelineMetrics(HashingPipeline pipeline) {
    return new HashingPipelineMetrics(pipeline);
  }
}
