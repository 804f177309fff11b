package io.github.lanewise.autoconfigure;

import io.github.lanewise.actuate.LanewiseHealthIndicator;
import io.github.lanewise.pipeline.HashingPipeline;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.context.annotation.Bean;

/** The health of the pipeline, where Boot's health is. */
@AutoConfiguration(after = HashingPipelineAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnEnabledHealthIndicator.class)
@ConditionalOnSingleCandidate(HashingPipeline.class)
@ConditionalOnEnabledHealthIndicator("lanewise")
public final class LanewiseHealthAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(name = {"lanewiseHealthIndicator", "lanewiseHealthContributor"})
  LanewiseHealthIndicator lanewiseHealthIndicator(HashingPipeline pipeline) {
    return new LanewiseHealthIndicator(pipeline);
  }
}
