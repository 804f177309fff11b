package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.actuate.LanewiseEndpoint;
import io.github.lanewise.actuate.LanewiseEndpointWebExtension;
import io.github.lanewise.actuate.LanewiseHealthIndicator;
import io.github.lanewise.actuate.LanewiseInfoContributor;
import io.github.lanewise.actuate.LanewiseSettings;
import io.github.lanewise.pipeline.HashingPipeline;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

class ActuatorAutoConfigurationTests {

  private static final AutoConfigurations ALL =
      AutoConfigurations.of(
          HashingPipelineAutoConfiguration.class,
          RsaSignerAutoConfiguration.class,
          LanewiseEndpointAutoConfiguration.class,
          LanewiseHealthAutoConfiguration.class,
          LanewiseInfoAutoConfiguration.class);

  private final ApplicationContextRunner contextRunner =
      new ApplicationContextRunner()
          .withConfiguration(ALL)
          .withPropertyValues("lanewise.engine=jdk");

  @Test
  void theEndpointIsNotThereUnlessItIsExposed() {
    contextRunner.run(context -> assertThat(context).doesNotHaveBean(LanewiseEndpoint.class));
    contextRunner
        .withPropertyValues("management.endpoints.web.exposure.include=health")
        .run(context -> assertThat(context).doesNotHaveBean(LanewiseEndpoint.class));
  }

  @Test
  void anEndpointThatIsExposedHidesValuesUnlessToldOtherwise() {
    ReactiveWebApplicationContextRunner exposed =
        new ReactiveWebApplicationContextRunner()
            .withConfiguration(ALL)
            .withPropertyValues(
                "lanewise.engine=jdk", "management.endpoints.web.exposure.include=lanewise");
    exposed.run(
        context ->
            assertThat(
                    context
                        .getBean(LanewiseEndpointWebExtension.class)
                        .describe(SecurityContext.NONE)
                        .properties())
                .containsEntry("lanewise.engine", "******"));
    exposed
        .withPropertyValues("management.endpoint.lanewise.show-values=always")
        .run(
            context ->
                assertThat(context.getBean(LanewiseEndpoint.class).describe().properties())
                    .containsEntry("lanewise.engine", "jdk"));
  }

  @Test
  void whatTheApplicationDefinesWins() {
    contextRunner
        .withPropertyValues("management.endpoints.web.exposure.include=lanewise")
        .withUserConfiguration(Own.class)
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean("lanewiseEndpoint")
                    .doesNotHaveBean("lanewiseHealthIndicator")
                    .doesNotHaveBean("lanewiseInfoContributor"));
  }

  @Test
  void theContributorsCanBeSwitchedOff() {
    contextRunner
        .withPropertyValues(
            "management.health.lanewise.enabled=false", "management.info.lanewise.enabled=false")
        .run(
            context ->
                assertThat(context)
                    .doesNotHaveBean(LanewiseHealthIndicator.class)
                    .doesNotHaveBean(LanewiseInfoContributor.class));
  }

  @Test
  void theInfoTellsWhatHashes() {
    contextRunner.run(
        context -> {
          Info.Builder info = new Info.Builder();
          context.getBean(LanewiseInfoContributor.class).contribute(info);
          assertThat(info.build().get("lanewise"))
              .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
              .containsEntry("engine", "jdk")
              .containsEntry("lanes", 1)
              .containsEntry("calibration", "jdk:1")
              .doesNotContainKey("signing");
        });
  }

  @Configuration(proxyBeanMethods = false)
  static class Own {

    @Bean
    LanewiseEndpoint ownEndpoint(HashingPipeline pipeline, Environment environment) {
      return new LanewiseEndpoint(
          pipeline, () -> null, new LanewiseSettings(environment, new Sanitizer()), Show.NEVER);
    }

    @Bean
    HealthIndicator lanewiseHealthContributor() {
      return () -> Health.up().build();
    }

    @Bean
    LanewiseInfoContributor ownInfo(HashingPipeline pipeline) {
      return new LanewiseInfoContributor(pipeline, () -> null);
    }
  }
}
