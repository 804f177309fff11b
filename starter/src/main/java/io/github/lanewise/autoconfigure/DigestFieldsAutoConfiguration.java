package io.github.lanewise.autoconfigure;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.web.MessageSigner;
import io.github.lanewise.web.ProblemDetailWriter;
import io.github.lanewise.web.RequestDigestFilter;
import io.github.lanewise.web.ResponseDigestFilter;
import io.github.lanewise.web.ResponseDigestOptions;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.web.reactive.DispatcherHandler;

/**
 * Digest fields (RFC 9530) on a WebFlux server, and signatures of what it sends (RFC 9421). Those
 * that clients send are verified; to add some is what {@code lanewise.web} has to ask for.
 */
@AutoConfiguration(
    after = {
      HashingPipelineAutoConfiguration.class,
      DataBufferAutoConfiguration.class,
      RsaSignerAutoConfiguration.class
    })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnClass(DispatcherHandler.class)
@ConditionalOnSingleCandidate(HashingPipeline.class)
@EnableConfigurationProperties(LanewiseWebProperties.class)
public final class DigestFieldsAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  ProblemDetailWriter problemDetailWriter(ServerCodecConfigurer codecs) {
    return new ProblemDetailWriter(codecs);
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnProperty(name = "lanewise.web.digest.verify-requests", matchIfMissing = true)
  RequestDigestFilter requestDigestFilter(
      HashingPipeline pipeline, BufferAccess<DataBuffer> access, ServerCodecConfigurer codecs) {
    return new RequestDigestFilter(pipeline, access, codecs);
  }

  @Bean
  @ConditionalOnMissingBean
  @Conditional(OnResponseDigestsCondition.class)
  ResponseDigestFilter responseDigestFilter(
      HashingPipeline pipeline,
      BufferAccess<DataBuffer> access,
      LanewiseWebProperties properties,
      Environment environment,
      ObjectProvider<MessageSigner> signer) {
    LanewiseWebProperties.Digest digest = properties.digest();
    return new ResponseDigestFilter(
        pipeline,
        access,
        new ResponseDigestOptions(
            digest.addToResponses(),
            digest.responseBuffer().toBytes(),
            digest.trailers(),
            environment.getProperty("server.compression.enabled", Boolean.class, false)),
        signer.getIfAvailable());
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnProperty("lanewise.web.signature.enabled")
  MessageSigner messageSigner(ObjectProvider<RsaSigner> signers) {
    RsaSigner signer = signers.getIfUnique();
    if (signer == null) {
      throw new InvalidPropertyException(
          "lanewise.web.signature.enabled needs one signer, there is none or more than one",
          "Name the key with lanewise.signing.private-key or lanewise.signing.bundle, or define a "
              + "bean of type MessageSigner.");
    }
    try {
      return MessageSigner.of(signer);
    } catch (IllegalArgumentException e) {
      throw new InvalidPropertyException(
          "lanewise.web.signature.enabled: " + e.getMessage(),
          "Set lanewise.signing.scheme to pkcs1-v1-5.",
          e);
    }
  }
}
