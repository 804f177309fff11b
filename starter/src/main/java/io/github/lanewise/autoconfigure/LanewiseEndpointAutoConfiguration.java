package io.github.lanewise.autoconfigure;

import io.github.lanewise.actuate.LanewiseEndpoint;
import io.github.lanewise.actuate.LanewiseEndpointWebExtension;
import io.github.lanewise.actuate.LanewiseSettings;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** The endpoint {@code lanewise}, where Actuator is and the endpoint is exposed. */
@AutoConfiguration(
    after = {HashingPipelineAutoConfiguration.class, RsaSignerAutoConfiguration.class})
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnSingleCandidate(HashingPipeline.class)
@ConditionalOnAvailableEndpoint(LanewiseEndpoint.class)
@EnableConfigurationProperties(LanewiseEndpointProperties.class)
public final class LanewiseEndpointAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  LanewiseEndpoint lanewiseEndpoint(
      HashingPipeline pipeline,
      ObjectProvider<RsaSigner> signer,
      Environment environment,
      ObjectProvider<SanitizingFunction> sanitizing,
      LanewiseEndpointProperties properties) {
    Sanitizer sanitizer = new Sanitizer(sanitizing.orderedStream().toList());
    return new LanewiseEndpoint(
        pipeline,
        signer::getIfUnique,
        new LanewiseSettings(environment, sanitizer),
        properties.showValues());
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnBean(LanewiseEndpoint.class)
  @ConditionalOnAvailableEndpoint(
      exposure = EndpointExposure.WEB,
      endpoint = LanewiseEndpoint.class)
  LanewiseEndpointWebExtension lanewiseEndpointWebExtension(
      LanewiseEndpoint endpoint, LanewiseEndpointProperties properties) {
    return new LanewiseEndpointWebExtension(endpoint, properties.showValues(), properties.roles());
  }
}
