package io.github.lanewise.autoconfigure;

import io.github.lanewise.metrics.RsaSignerMetrics;
import io.github.lanewise.pipeline.RsaSigner;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** Meters of the signer, bound to every registry that the application has. */
@AutoConfiguration(after = RsaSignerAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnSingleCandidate(RsaSigner.class)
public final class RsaSignerMetricsAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  RsaSignerMetrics rsaSignerMetrics(RsaSigner signer) {
    return new RsaSignerMetrics(signer);
  }
}
