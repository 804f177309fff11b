package io.github.lanewise.autoconfigure;

import io.github.lanewise.observation.OperationObservations;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/**
 * Observations of whole streams and of signatures, where Micrometer's registry for them is. {@code
 * management.observations.enable.lanewise=false} switches them off, as it does any others.
 */
@AutoConfiguration(
    before = {HashingPipelineAutoConfiguration.class, RsaSignerAutoConfiguration.class},
    afterName =
        "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnSingleCandidate(ObservationRegistry.class)
public final class LanewiseObservationAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean(name = "digestObservations")
  HashingPipelineCustomizer digestObservations(ObservationRegistry registry) {
    return builder -> builder.digestListeners(OperationObservations.ofDigests(registry));
  }

  @Bean
  @ConditionalOnMissingBean(name = "signatureObservations")
  RsaSignerCustomizer signatureObservations(ObservationRegistry registry) {
    return signer ->
        signer.listenToSignatures(OperationObservations.ofSignatures(registry, signer.scheme()));
  }
}
