package io.github.lanewise.autoconfigure;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.web.BodyHashing;
import io.github.lanewise.web.ClientDigestFilter;
import io.github.lanewise.web.HashedBodyArgumentResolver;
import io.github.lanewise.web.PartLimits;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.function.BodyExtractor;
import org.springframework.web.reactive.result.method.annotation.ArgumentResolverConfigurer;

/**
 * Where Spring WebFlux is, bodies can be hashed while they are read: on the server, by WebClient.
 */
@AutoConfiguration(
    after = {HashingPipelineAutoConfiguration.class, DataBufferAutoConfiguration.class})
@ConditionalOnClass(BodyExtractor.class)
@ConditionalOnSingleCandidate(HashingPipeline.class)
@EnableConfigurationProperties(LanewiseWebProperties.class)
public final class BodyHashingAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  BodyHashing bodyHashing(
      HashingPipeline pipeline, BufferAccess<DataBuffer> access, LanewiseWebProperties properties) {
    LanewiseWebProperties.Multipart limits = properties.multipart();
    return new BodyHashing(
        pipeline,
        access,
        new PartLimits(
            limits.maxPartSize().toBytes(), limits.maxSize().toBytes(), limits.maxParts()));
  }

  /** For whoever adds it to a client: it changes what is sent, so it is not added by itself. */
  @Bean
  @ConditionalOnMissingBean
  ClientDigestFilter clientDigestFilter(HashingPipeline pipeline, BufferAccess<DataBuffer> access) {
    return ClientDigestFilter.builder(pipeline, access).build();
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
  @ConditionalOnClass(WebFluxConfigurer.class)
  static class ControllerParameters {

    @Bean
    @ConditionalOnMissingBean
    HashedBodyArgumentResolver hashedBodyArgumentResolver(BodyHashing hashing) {
      return new HashedBodyArgumentResolver(hashing);
    }

    @Bean
    @ConditionalOnMissingBean(name = "hashedBodyConfigurer")
    WebFluxConfigurer hashedBodyConfigurer(HashedBodyArgumentResolver resolver) {
      return new WebFluxConfigurer() {
        @Override
        public void configureArgumentResolvers(ArgumentResolverConfigurer configurer) {
          configurer.addCustomResolver(resolver);
        }
      };
    }
  }
}
