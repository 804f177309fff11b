package io.github.lanewise.autoconfigure;

import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.pipeline.RsaSigner;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.io.ResourceLoader;

/**
 * The signer, if there is a key: one of the application's own, or the one that {@code
 * lanewise.signing} names. Without a key there is neither bean, and everything else works.
 */
@AutoConfiguration(after = SslAutoConfiguration.class)
@EnableConfigurationProperties(LanewiseProperties.class)
public final class RsaSignerAutoConfiguration {

  /** With the key, and not without it: what a key of the application's comes from is not ours. */
  @Bean
  @ConditionalOnMissingBean({RsaKey.class, RsaSigner.class})
  @Conditional(OnSigningKeyCondition.class)
  SigningKeyLoader signingKeyLoader(ResourceLoader resources, ObjectProvider<SslBundles> bundles) {
    return new SigningKeyLoader(new KeySource(resources), bundles::getIfAvailable);
  }

  /** The key at the start; after an update of its bundle the signer has another one. */
  @Bean
  @ConditionalOnMissingBean({RsaKey.class, RsaSigner.class})
  @ConditionalOnBean(SigningKeyLoader.class)
  RsaKey rsaKey(SigningKeyLoader loader, LanewiseProperties properties) {
    return loader.load(properties.signing());
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(RsaKey.class)
  RsaSigner rsaSigner(
      RsaKey key,
      LanewiseProperties properties,
      ObjectProvider<SigningKeyLoader> loader,
      ObjectProvider<RsaSignerCustomizer> customizers) {
    RsaSigner signer = RsaSigner.create(key, properties.signing().scheme(), properties.pinning());
    customizers.orderedStream().forEach(customizer -> customizer.customize(signer));
    loader.ifAvailable(source -> source.followUpdates(properties.signing(), signer));
    return signer;
  }
}
