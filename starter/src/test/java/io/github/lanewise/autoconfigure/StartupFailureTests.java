package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

/** The whole way through Boot: whether our analyzer is registered, and asked before Boot's own. */
@ExtendWith(OutputCaptureExtension.class)
class StartupFailureTests {

  @Test
  void aWrongPropertyIsToldAsFactAndRemedyWithoutAStackTrace(CapturedOutput output) {
    assertThatThrownBy(() -> SpringApplication.run(Application.class, "--lanewise.engine=fpga"))
        .hasRootCauseInstanceOf(InvalidPropertyException.class);
    assertThat(output)
        .contains("APPLICATION FAILED TO START")
        .contains("lanewise.engine must be one of [auto, jdk, scalar, vector-128,")
        .contains("was 'fpga'")
        .contains("Set lanewise.engine to one of these")
        .doesNotContain("\tat ");
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}
}
