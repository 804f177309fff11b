package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.web.MessageSigner;
import io.github.lanewise.web.ProblemDetailWriter;
import io.github.lanewise.web.RequestDigestFilter;
import io.github.lanewise.web.ResponseDigestFilter;
import io.github.lanewise.web.ResponseDigestOptions;
import io.github.lanewise.web.ResponseDigests;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.web.reactive.DispatcherHandler;

class DigestFieldsAutoConfigurationTests {

  private static final AutoConfigurations CONFIGURATIONS =
      AutoConfigurations.of(
          HashingPipelineAutoConfiguration.class,
          DataBufferAutoConfiguration.class,
          RsaSignerAutoConfiguration.class,
          BodyHashingAutoConfiguration.class,
          DigestFieldsAutoConfiguration.class);

  private static TestKeys keys;

  private final ReactiveWebApplicationContextRunner server =
      new ReactiveWebApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(WebFluxAutoConfiguration.class))
          .withConfiguration(CONFIGURATIONS)
          .withPropertyValues("lanewise.engine=jdk");

  @BeforeAll
  static void makeKeys(@TempDir Path folder) {
    keys = TestKeys.writeTo(folder);
  }

  private ReactiveWebApplicationContextRunner signing(String scheme) {
    return server.withPropertyValues(
        "lanewise.web.signature.enabled=true",
        "lanewise.signing.private-key=" + keys.pkcs8(),
        "lanewise.signing.scheme=" + scheme);
  }

  @Test
  void whatClientsSayOfTheirBodiesIsVerifiedAndNothingIsAdded() {
    server.run(
        context ->
            assertThat(context)
                .hasSingleBean(RequestDigestFilter.class)
                .hasSingleBean(ProblemDetailWriter.class)
                .doesNotHaveBean(ResponseDigestFilter.class)
                .doesNotHaveBean(MessageSigner.class));
  }

  @Test
  void verificationCanBeSwitchedOff() {
    server
        .withPropertyValues("lanewise.web.digest.verify-requests=false")
        .run(context -> assertThat(context).doesNotHaveBean(RequestDigestFilter.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"wanted", "always", "WANTED"})
  void responsesGetDigestsWhenAPropertySaysSo(String value) {
    server
        .withPropertyValues("lanewise.web.digest.add-to-responses=" + value)
        .run(context -> assertThat(context).hasSingleBean(ResponseDigestFilter.class));
  }

  @Test
  void neverIsNever() {
    server
        .withPropertyValues("lanewise.web.digest.add-to-responses=never")
        .run(context -> assertThat(context).doesNotHaveBean(ResponseDigestFilter.class));
  }

  @Test
  void whatIsSignedHasADigest() {
    signing("pkcs1-v1-5")
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(MessageSigner.class)
                    .hasSingleBean(ResponseDigestFilter.class));
  }

  @Test
  void aSchemeThatTheStandardDoesNotHaveIsRefused() {
    signing("pss")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining(
                        "the scheme of HTTP message signatures must be RSASSA-PKCS1-v1_5"
                            + " (rsa-v1_5-sha256 of RFC 9421), was RSASSA-PSS"));
  }

  @Test
  void withoutAKeyNothingCanBeSigned() {
    server
        .withPropertyValues("lanewise.web.signature.enabled=true")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining(
                        "lanewise.web.signature.enabled needs one signer, there is none"));
  }

  @Test
  void aServerWithoutWebFluxIsLeftAlone() {
    new ApplicationContextRunner()
        .withConfiguration(CONFIGURATIONS)
        .withPropertyValues("lanewise.engine=jdk")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("requestDigestFilter"));
    new ApplicationContextRunner()
        .withConfiguration(CONFIGURATIONS)
        .withPropertyValues("lanewise.engine=jdk")
        .withClassLoader(new FilteredClassLoader(DispatcherHandler.class))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("requestDigestFilter"));
  }

  @Test
  void withoutReactorNettyEverythingIsThere() {
    server
        .withClassLoader(new FilteredClassLoader("reactor.netty", "io.netty"))
        .withPropertyValues("lanewise.web.digest.add-to-responses=always")
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(RequestDigestFilter.class)
                    .hasSingleBean(ResponseDigestFilter.class));
  }

  @Test
  void theApplicationsOwnBeansWin() {
    server
        .withPropertyValues("lanewise.web.digest.add-to-responses=always")
        .withUserConfiguration(Own.class)
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(RequestDigestFilter.class)
                    .hasBean("ownRequestFilter")
                    .hasSingleBean(ResponseDigestFilter.class)
                    .hasBean("ownResponseFilter")
                    .hasSingleBean(ProblemDetailWriter.class)
                    .hasBean("ownWriter"));
  }

  @Configuration(proxyBeanMethods = false)
  static class Own {

    @Bean
    RequestDigestFilter ownRequestFilter(
        HashingPipeline pipeline, BufferAccess<DataBuffer> access, ServerCodecConfigurer codecs) {
      return new RequestDigestFilter(pipeline, access, codecs);
    }

    @Bean
    ResponseDigestFilter ownResponseFilter(
        HashingPipeline pipeline, BufferAccess<DataBuffer> access) {
      return new ResponseDigestFilter(
          pipeline,
          access,
          new ResponseDigestOptions(ResponseDigests.WANTED, 1_000, false, false),
          null);
    }

    @Bean
    ProblemDetailWriter ownWriter(ServerCodecConfigurer codecs) {
      return new ProblemDetailWriter(codecs);
    }
  }
}
