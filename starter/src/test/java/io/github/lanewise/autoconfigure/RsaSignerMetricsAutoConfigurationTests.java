package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.metrics.RsaSignerMetrics;
import io.github.lanewise.pipeline.RsaSigner;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import reactor.test.StepVerifier;

class RsaSignerMetricsAutoConfigurationTests {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final RsaKey KEY = generate();

  private final ApplicationContextRunner contextRunner =
      new ApplicationContextRunner()
          .withBean(RsaKey.class, () -> KEY)
          .withConfiguration(
              AutoConfigurations.of(
                  MetricsAutoConfiguration.class,
                  RsaSignerAutoConfiguration.class,
                  RsaSignerMetricsAutoConfiguration.class));

  @Test
  void signaturesAreCountedByKeyAlsoByOneThatCameLater() {
    RsaKey later = generate();
    contextRunner
        .withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            context -> {
              MeterRegistry registry = context.getBean(MeterRegistry.class);
              RsaSigner signer = context.getBean(RsaSigner.class);
              sign(signer);
              assertThat(signatures(registry, KEY)).isEqualTo(1);

              signer.rotate(later);
              sign(signer);
              sign(signer);
              assertThat(signatures(registry, later)).isEqualTo(2);
              assertThat(signatures(registry, KEY)).isEqualTo(1);
              assertThat(registry.get("lanewise.signature.faults").functionCounter().count())
                  .isZero();
              assertThat(registry.get("lanewise.signatures.under.way").gauge().value()).isZero();
            });
  }

  @Test
  void withoutMicrometerTheSignerWorksAlone() {
    contextRunner
        .withClassLoader(new FilteredClassLoader("io.micrometer.core"))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(RsaSigner.class)
                    .doesNotHaveBean("rsaSignerMetrics"));
  }

  @Test
  void theMetersOfTheApplicationWin() {
    contextRunner
        .withBean("own", RsaSignerMetrics.class)
        .run(context -> assertThat(context).doesNotHaveBean("rsaSignerMetrics"));
  }

  private static void sign(RsaSigner signer) {
    StepVerifier.create(signer.sign(Sha256Digest.of(new byte[32])))
        .expectNextCount(1)
        .expectComplete()
        .verify(LIMIT);
  }

  private static double signatures(MeterRegistry registry, RsaKey key) {
    return registry.get("lanewise.signatures").tag("key", key.keyId()).functionCounters().stream()
        .mapToDouble(FunctionCounter::count)
        .sum();
  }

  private static RsaKey generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2_048);
      return RsaKey.of(generator.generateKeyPair().getPrivate());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
