package io.github.lanewise.autoconfigure;

import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;

/** The application ends when what is under way is hashed. */
@AutoConfiguration(
    after = {HashingPipelineAutoConfiguration.class, RsaSignerAutoConfiguration.class})
@ConditionalOnSingleCandidate(HashingPipeline.class)
public final class GracefulHashingAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(name = "gracefulHashing")
  SmartLifecycle gracefulHashing(HashingPipeline pipeline, ObjectProvider<RsaSigner> signer) {
    return new GracefulHashing(pipeline, signer::getIfUnique);
  }
}
