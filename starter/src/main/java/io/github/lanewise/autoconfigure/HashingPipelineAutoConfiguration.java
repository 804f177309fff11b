package io.github.lanewise.autoconfigure;

import io.github.lanewise.pipeline.HashingPipeline;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.util.unit.DataSize;

/** The pipeline, built from {@link LanewiseProperties} and closed with the context. */
@AutoConfiguration
@EnableConfigurationProperties(LanewiseProperties.class)
public final class HashingPipelineAutoConfiguration {

  private static final Logger log = LoggerFactory.getLogger(HashingPipeline.class);

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  HashingPipeline hashingPipeline(LanewiseProperties properties) {
    HashingPipeline pipeline = build(properties);
    log.info("{}", pipeline.description());
    return pipeline;
  }

  /** The pipeline alone knows which engines this machine has, and says so when it is built. */
  private static HashingPipeline build(LanewiseProperties properties) {
    String calibration = properties.calibration();
    try {
      HashingPipeline.Builder builder = HashingPipeline.builder();
      if (calibration != null) {
        builder.calibration(calibration);
      }
      DataSize maxInFlight = properties.maxInFlight();
      if (maxInFlight != null) {
        builder.maxInFlight(maxInFlight.toBytes());
      }
      builder
          .recentHashCache(properties.recentHashCache().toBytes())
          .shutdownGrace(properties.shutdownGrace());
      return builder
          .engine(properties.engine())
          .crossCheckEvery(properties.crossCheckEvery())
          .workers(properties.workers())
          .pinning(properties.pinning())
          .maxWait(properties.maxWait())
          .prefetch(properties.prefetch())
          .build();
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new InvalidPropertyException(
          "the hashing pipeline refuses its configuration (%s): %s"
              .formatted(
                  calibration == null
                      ? "lanewise.engine is '" + properties.engine() + "'"
                      : "lanewise.calibration is '" + calibration + "'",
                  e.getMessage()),
          "Leave lanewise.engine and lanewise.calibration out, or set the engine to auto or jdk, "
              + "which run everywhere. "
              + "The vector engines need the JVM option --add-modules jdk.incubator.vector.",
          e);
    }
  }
}
