package io.github.lanewise.sample.keys;

import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.sample.SampleProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/**
 * A first run signs without anything set up: where {@code lanewise.signing} names no key, the
 * service makes one and keeps it with its blobs.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(OwnKeyConfiguration.NoKeyIsConfigured.class)
class OwnKeyConfiguration {

  private static final Logger log = LoggerFactory.getLogger(OwnKeyConfiguration.class);

  @Bean
  RsaKey ownKey(SampleProperties properties) throws IOException {
    Path file = properties.store().resolve("keys").resolve("signing-key.pem");
    RsaKey key = new KeyFile(file).readOrCreate();
    log.info(
        "lanewise.signing names no key: signing with this store's own, {} bits, id {}, kept in {}",
        key.bits(),
        key.keyId(),
        file);
    return key;
  }

  static final class NoKeyIsConfigured implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
      return Stream.of("lanewise.signing.bundle", "lanewise.signing.private-key")
          .map(context.getEnvironment()::getProperty)
          .noneMatch(StringUtils::hasText);
    }
  }
}
