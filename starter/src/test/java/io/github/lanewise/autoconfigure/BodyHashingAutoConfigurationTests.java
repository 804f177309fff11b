package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.web.BodyHashing;
import io.github.lanewise.web.ClientDigestFilter;
import io.github.lanewise.web.DataBufferAccess;
import io.github.lanewise.web.HashedBodyArgumentResolver;
import io.github.lanewise.web.PartLimits;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ReactiveHttpInputMessage;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.function.BodyExtractor;

class BodyHashingAutoConfigurationTests {

  private static final AutoConfigurations CONFIGURATIONS =
      AutoConfigurations.of(
          HashingPipelineAutoConfiguration.class,
          DataBufferAutoConfiguration.class,
          BodyHashingAutoConfiguration.class);

  private final ReactiveWebApplicationContextRunner server =
      new ReactiveWebApplicationContextRunner()
          .withConfiguration(CONFIGURATIONS)
          .withPropertyValues("lanewise.engine=jdk");

  private final ApplicationContextRunner program =
      new ApplicationContextRunner()
          .withConfiguration(CONFIGURATIONS)
          .withPropertyValues("lanewise.engine=jdk");

  @Test
  void aServerHasTheBodiesAndTheParametersOfControllers() {
    server.run(
        context ->
            assertThat(context)
                .hasSingleBean(BodyHashing.class)
                .hasSingleBean(HashedBodyArgumentResolver.class)
                .hasSingleBean(ClientDigestFilter.class)
                .hasBean("hashedBodyConfigurer"));
  }

  @Test
  void aProgramThatServesNothingHasTheClientsPart() {
    program.run(
        context ->
            assertThat(context)
                .hasSingleBean(BodyHashing.class)
                .hasSingleBean(ClientDigestFilter.class)
                .doesNotHaveBean(HashedBodyArgumentResolver.class)
                .doesNotHaveBean(WebFluxConfigurer.class));
  }

  @Test
  void withoutWebFluxThePipelineIsThereAlone() {
    program
        .withClassLoader(new FilteredClassLoader("org.springframework.web.reactive"))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(HashingPipeline.class)
                    .hasSingleBean(DataBufferAccess.class)
                    .doesNotHaveBean("bodyHashing")
                    .doesNotHaveBean("clientDigestFilter"));
  }

  @Test
  void withoutSpringWebThePipelineIsThereAlone() {
    program
        .withClassLoader(
            new FilteredClassLoader(ReactiveHttpInputMessage.class, BodyExtractor.class))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(HashingPipeline.class)
                    .doesNotHaveBean("bodyHashing"));
  }

  @Test
  void theApplicationsOwnBeansWin() {
    server
        .withUserConfiguration(Own.class)
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(BodyHashing.class)
                    .hasBean("ownHashing")
                    .hasSingleBean(ClientDigestFilter.class)
                    .hasBean("ownFilter")
                    .hasSingleBean(HashedBodyArgumentResolver.class)
                    .hasBean("ownResolver"));
  }

  @Test
  void limitsAreChecked() {
    server
        .withPropertyValues("lanewise.web.multipart.max-part-size=0B")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining(
                        "lanewise.web.multipart.max-part-size must be positive, was 0B"));
    server
        .withPropertyValues("lanewise.web.digest.response-buffer=1GB")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining(
                        "lanewise.web.digest.response-buffer must be from 0B to"));
  }

  @Configuration(proxyBeanMethods = false)
  static class Own {

    @Bean
    BodyHashing ownHashing(HashingPipeline pipeline) {
      return new BodyHashing(pipeline, new DataBufferAccess(), new PartLimits(1, 1, 1));
    }

    @Bean
    HashedBodyArgumentResolver ownResolver(BodyHashing hashing) {
      return new HashedBodyArgumentResolver(hashing);
    }

    @Bean
    ClientDigestFilter ownFilter(HashingPipeline pipeline) {
      return ClientDigestFilter.builder(pipeline, new DataBufferAccess()).build();
    }
  }
}
