package io.github.lanewise.autoconfigure;

import io.github.lanewise.actuate.LanewiseInfoContributor;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** What hashes and signs, where Actuator's info is. */
@AutoConfiguration(
    after = {HashingPipelineAutoConfiguration.class, RsaSignerAutoConfiguration.class})
@ConditionalOnClass(ConditionalOnEnabledInfoContributor.class)
@ConditionalOnSingleCandidate(HashingPipeline.class)
@ConditionalOnEnabledInfoContributor("lanewise")
public final class LanewiseInfoAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  LanewiseInfoContributor lanewiseInfoContributor(
      HashingPipeline pipeline, ObjectProvider<RsaSigner> signer) {
    return new LanewiseInfoContributor(pipeline, signer::getIfUnique);
  }
}
