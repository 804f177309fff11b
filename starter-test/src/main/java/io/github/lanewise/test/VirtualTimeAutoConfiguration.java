package io.github.lanewise.test;

import io.github.lanewise.autoconfigure.HashingPipelineAutoConfiguration;
import io.github.lanewise.autoconfigure.HashingPipelineCustomizer;
import io.github.lanewise.autoconfigure.LanewiseProperties;
import io.github.lanewise.autoconfigure.RsaSignerAutoConfiguration;
import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.pipeline.RsaSigner;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Puts pipeline and signer on virtual time, and gives the signer a key if there is none. */
@AutoConfiguration(
    before = {HashingPipelineAutoConfiguration.class, RsaSignerAutoConfiguration.class})
@EnableConfigurationProperties(LanewiseProperties.class)
final class VirtualTimeAutoConfiguration {

  /** Never disposed: it has no thread, and the pipeline needs it in order to close. */
  @Bean(destroyMethod = "")
  @ConditionalOnMissingBean
  VirtualTimeScheduler virtualTimeScheduler() {
    return VirtualTimeScheduler.create();
  }

  /** First, so that a customizer of the test's own has the last word. */
  @Bean
  @Order(Ordered.HIGHEST_PRECEDENCE)
  HashingPipelineCustomizer onVirtualTime(VirtualTimeScheduler time, Environment environment) {
    return builder -> {
      builder.schedulers(List.of(time));
      if (!StringUtils.hasText(environment.getProperty("lanewise.engine"))
          && !StringUtils.hasText(environment.getProperty("lanewise.calibration"))) {
        // A calibration would take seconds of the build's time, and what serves would change.
        builder.engine("jdk");
      }
    };
  }

  @Bean
  @ConditionalOnMissingBean({RsaKey.class, RsaSigner.class})
  @Conditional(NoSigningKeyCondition.class)
  RsaKey generatedRsaKey() {
    return GeneratedKey.ofThisJvm();
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(RsaKey.class)
  @Conditional(NoSigningKeyCondition.class)
  RsaSigner rsaSigner(RsaKey key, LanewiseProperties properties, VirtualTimeScheduler time) {
    return RsaSigner.create(key, properties.signing().scheme(), time, time);
  }
}
