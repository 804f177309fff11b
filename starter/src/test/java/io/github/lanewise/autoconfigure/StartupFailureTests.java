package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.lanewise.kernel.rsa.InvalidRsaKeyException;
import io.github.lanewise.kernel.rsa.RsaKey;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The whole way through Boot: whether our analyzer is registered, and asked before Boot's own. */
@ExtendWith(OutputCaptureExtension.class)
@Isolated
class StartupFailureTests {

  @Test
  void aWrongPropertyIsToldAsFactAndRemedyWithoutAStackTrace(CapturedOutput output) {
    assertThatThrownBy(() -> SpringApplication.run(Application.class, "--lanewise.engine=fpga"))
        .hasRootCauseInstanceOf(InvalidPropertyException.class);
    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("lanewise.engine must be one of [auto, jdk, jdk-pairs, scalar,")
        .contains("was 'fpga'")
        .contains("Set lanewise.engine to one of these")
        .doesNotContain("\tat ");
  }

  @Test
  void aKeyOfTheApplicationThatCannotSignIsToldAsFactAndRemedy(CapturedOutput output) {
    assertThatThrownBy(() -> SpringApplication.run(ApplicationWithAShortKey.class))
        .hasRootCauseInstanceOf(InvalidRsaKeyException.class);
    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("an RSA key of the application cannot sign: the modulus must have 2048 to 8192")
        .contains("has 1024")
        .contains("openssl genrsa")
        .doesNotContain("\tat ");
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class ApplicationWithAShortKey {

    @Bean
    RsaKey shortKey() throws GeneralSecurityException {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(1_024);
      return RsaKey.of(generator.generateKeyPair().getPrivate());
    }
  }
}
