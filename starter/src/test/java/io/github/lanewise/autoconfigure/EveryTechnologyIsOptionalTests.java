package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurationImportSelector;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AnnotationAttributes;
import org.springframework.core.type.AnnotationMetadata;

/** All auto-configurations that this jar offers, as an application has them, without one thing. */
class EveryTechnologyIsOptionalTests {

  private final ApplicationContextRunner contextRunner =
      new ApplicationContextRunner()
          .withUserConfiguration(Application.class)
          .withPropertyValues(
              "lanewise.engine=jdk", "management.endpoints.web.exposure.include=lanewise");

  @Test
  void withEverythingButAKeyItStartsAndSignsNothing() {
    contextRunner.run(
        context ->
            assertThat(context)
                .hasNotFailed()
                .hasSingleBean(HashingPipeline.class)
                .doesNotHaveBean(RsaSigner.class));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.springframework.web,org.springframework.http",
        "reactor.netty",
        "io.netty",
        "org.springframework.boot.reactor.netty",
        "org.springframework.boot.actuate",
        "org.springframework.boot.actuate.autoconfigure",
        "org.springframework.boot.health",
        "org.springframework.boot.kafka",
        "org.springframework.kafka",
        "io.micrometer",
        "io.micrometer.core",
        "io.micrometer.observation"
      })
  void withoutOneTechnologyItStarts(String missing) {
    contextRunner
        .withClassLoader(new FilteredClassLoader(missing.split(",")))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(HashingPipeline.class));
  }

  @Configuration(proxyBeanMethods = false)
  @Import(OurAutoConfigurations.class)
  static class Application {}

  /**
   * As {@code @EnableAutoConfiguration} does it, which reads conditions before it looks at a class
   * that may refer to what is not there; only that Boot's own stay out.
   */
  static final class OurAutoConfigurations extends AutoConfigurationImportSelector {

    @Override
    protected AnnotationAttributes getAttributes(AnnotationMetadata metadata) {
      return new AnnotationAttributes(
          Map.of("exclude", new String[0], "excludeName", new String[0]));
    }

    @Override
    protected List<String> getCandidateConfigurations(
        AnnotationMetadata metadata, @Nullable AnnotationAttributes attributes) {
      return super.getCandidateConfigurations(metadata, attributes).stream()
          .filter(name -> name.startsWith("io.github.lanewise."))
          .toList();
    }
  }
}
