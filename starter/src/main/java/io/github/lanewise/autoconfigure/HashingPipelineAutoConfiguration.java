package io.github.lanewise.autoconfigure;

import io.github.lanewise.pipeline.HashingPipeline;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.util.unit.DataSize;

/** The pipeline, built from {@link LanewiseProperties} and closed with the context. */
@AutoConfiguration
@EnableConfigurationProperties(LanewiseProperties.class)
@ImportRuntimeHints(LanewiseRuntimeHints.class)
public final class HashingPipelineAutoConfiguration {

  private static final Logger log = LoggerFactory.getLogger(HashingPipeline.class);

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  HashingPipeline hashingPipeline(
      LanewiseProperties properties, ObjectProvider<HashingPipelineCustomizer> customizers) {
    HashingPipeline pipeline = build(properties, customizers);
    log.info("{}", pipeline.description());
    return pipeline;
  }

  /** The pipeline alone knows which engines this machine has, and says so when it is built. */
  private static HashingPipeline build(
      LanewiseProperties properties, ObjectProvider<HashingPipelineCustomizer> customizers) {
    HashingPipeline.Builder builder =
        HashingPipeline.builder()
            .engine(properties.engine())
            .crossCheckEvery(properties.crossCheckEvery())
            .workers(properties.workers())
            .pinning(properties.pinning())
            .maxWait(properties.maxWait())
            .prefetch(properties.prefetch())
            .recentHashCache(properties.recentHashCache().toBytes())
            .shutdownGrace(properties.shutdownGrace());
    DataSize maxInFlight = properties.maxInFlight();
    if (maxInFlight != null) {
      builder.maxInFlight(maxInFlight.toBytes());
    }
    String calibration = properties.calibration();
    if (calibration != null) {
      builder.calibration(calibration);
    }
    customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
    try {
      return builder.build();
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw PipelineRefusal.of(properties.engine(), calibration, e);
    }
  }
}
