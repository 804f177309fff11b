package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class RsaSignerAutoConfigurationTests {

  @TempDir static Path folder;

  private static TestKeys keys;

  private final ApplicationContextRunner contextRunner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  SslAutoConfiguration.class,
                  HashingPipelineAutoConfiguration.class,
                  RsaSignerAutoConfiguration.class));

  @BeforeAll
  static void writeKeys() {
    keys = TestKeys.writeTo(folder);
  }

  @Test
  void withoutAKeyNothingSignsAndThePipelineWorks() {
    contextRunner.run(
        context ->
            assertThat(context)
                .doesNotHaveBean(RsaSigner.class)
                .doesNotHaveBean(RsaKey.class)
                .hasSingleBean(HashingPipeline.class));
  }

  @Test
  void emptyPropertiesAreNoKey() {
    contextRunner
        .withPropertyValues("lanewise.signing.bundle=", "lanewise.signing.private-key=")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RsaSigner.class));
  }

  @Test
  void aPkcs8FileSigns() {
    contextRunner
        .withPropertyValues("lanewise.signing.private-key=" + keys.pkcs8().toUri())
        .run(context -> assertKeyIsOurs(context.getBean(RsaSigner.class)));
  }

  @Test
  void aPkcs1FileSigns() {
    contextRunner
        .withPropertyValues("lanewise.signing.private-key=" + keys.pkcs1().toUri())
        .run(context -> assertKeyIsOurs(context.getBean(RsaSigner.class)));
  }

  @Test
  void aPlainPathSigns() {
    contextRunner
        .withPropertyValues("lanewise.signing.private-key=" + keys.pkcs8())
        .run(context -> assertKeyIsOurs(context.getBean(RsaSigner.class)));
  }

  /** As Boot's own bundles take it; Boot's base64 form too, since an environment has no lines. */
  @Test
  void aKeyInThePropertyItselfSigns() throws IOException {
    String pem = Files.readString(keys.pkcs8());
    String base64 = Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
    for (String value : List.of(pem, "base64:" + base64)) {
      contextRunner
          .withPropertyValues("lanewise.signing.private-key=" + value)
          .run(context -> assertKeyIsOurs(context.getBean(RsaSigner.class)));
    }
  }

  /** With a line broken, without its first line, as base64, and beside a bundle. */
  @Test
  void aKeyInThePropertyIsNeverRepeatedInAMessage() throws IOException {
    String pem = Files.readString(keys.pkcs8());
    String line = pem.lines().skip(1).findFirst().orElseThrow();
    String broken = pem.replace(line, "?" + line);
    String headless = pem.lines().skip(1).collect(Collectors.joining());
    for (String value : List.of(broken, headless, headless.substring(0, 600), "base64:?" + line)) {
      assertNotRepeated(line, "lanewise.signing.private-key=" + value);
    }
    assertNotRepeated(
        line, "lanewise.signing.private-key=" + pem, "lanewise.signing.bundle=signing");
  }

  @Test
  void theKeyOfAPemBundleSigns() {
    contextRunner
        .withPropertyValues(
            "spring.ssl.bundle.pem.signing.keystore.private-key=" + keys.pkcs8().toUri(),
            "spring.ssl.bundle.pem.signing.keystore.certificate=" + keys.certificate().toUri(),
            "lanewise.signing.bundle=signing")
        .run(context -> assertKeyIsOurs(context.getBean(RsaSigner.class)));
  }

  @Test
  void theKeyOfAPasswordedStoreSigns() {
    contextRunner
        .withPropertyValues(
            "spring.ssl.bundle.jks.signing.keystore.location=" + keys.store().toUri(),
            "spring.ssl.bundle.jks.signing.keystore.password=" + TestKeys.STORE_PASSWORD,
            "spring.ssl.bundle.jks.signing.keystore.type=PKCS12",
            "lanewise.signing.bundle=signing",
            "lanewise.signing.key-alias=" + TestKeys.ALIAS)
        .run(context -> assertKeyIsOurs(context.getBean(RsaSigner.class)));
  }

  @Test
  void theKeyOfTheApplicationWins() {
    RsaKey own = keys.key();
    contextRunner
        .withBean(RsaKey.class, () -> own)
        .withPropertyValues("lanewise.signing.private-key=file:is-not-read.pem")
        .run(
            context -> {
              assertThat(context.getBean(RsaKey.class)).isSameAs(own);
              assertKeyIsOurs(context.getBean(RsaSigner.class));
            });
  }

  @Test
  void theSignerOfTheApplicationWins() {
    RsaSigner own = RsaSigner.create(keys.key());
    contextRunner
        .withBean(RsaSigner.class, () -> own)
        .withPropertyValues("lanewise.signing.private-key=file:is-not-read.pem")
        .run(context -> assertThat(context.getBean(RsaSigner.class)).isSameAs(own));
  }

  /** Which of them signs is the application's to say, and no reason not to start. */
  @Test
  void ofTwoKeysOfTheApplicationNoneSigns() {
    contextRunner
        .withBean("one", RsaKey.class, keys::key)
        .withBean("other", RsaKey.class, keys::key)
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RsaSigner.class));
  }

  @Test
  void twoKeysAreOneTooMany() {
    assertFailure(
        "lanewise.signing.bundle and lanewise.signing.private-key exclude each other",
        "lanewise.signing.bundle=signing",
        "lanewise.signing.private-key=" + keys.pkcs8().toUri());
  }

  @Test
  void aMissingFileIsNamed() {
    assertFailure("no-such-key.pem", "lanewise.signing.private-key=file:no-such-key.pem");
  }

  @Test
  void aFileWithoutAKeyIsNamed() throws IOException {
    Path text = Files.writeString(folder.resolve("a-letter.pem"), "Dear key,");
    assertFailure("a-letter.pem", "lanewise.signing.private-key=" + text.toUri());
  }

  @Test
  void anUnknownBundleIsNamed() {
    assertFailure("was 'nobody'", "lanewise.signing.bundle=nobody");
  }

  @Test
  void anAliasThatHoldsNothingIsNamed() {
    assertFailure(
        "alias 'other' holds no private key",
        "spring.ssl.bundle.jks.signing.keystore.location=" + keys.store().toUri(),
        "spring.ssl.bundle.jks.signing.keystore.password=" + TestKeys.STORE_PASSWORD,
        "lanewise.signing.bundle=signing",
        "lanewise.signing.key-alias=other");
  }

  private void assertNotRepeated(String secret, String... properties) {
    contextRunner
        .withPropertyValues(properties)
        .run(
            context -> {
              FailureAnalysis analysis = Failures.analyze(context.getStartupFailure());
              assertThat(analysis.getDescription() + analysis.getAction()).doesNotContain(secret);
              StringWriter trace = new StringWriter();
              Objects.requireNonNull(analysis.getCause()).printStackTrace(new PrintWriter(trace));
              assertThat(trace.toString()).doesNotContain(secret);
            });
  }

  private void assertFailure(String fact, String... properties) {
    contextRunner
        .withPropertyValues(properties)
        .run(
            context ->
                assertThat(Failures.analyze(context.getStartupFailure()).getDescription())
                    .startsWith("lanewise.signing.")
                    .contains(fact));
  }

  private static void assertKeyIsOurs(RsaSigner signer) {
    assertThat(signer.keyId()).isEqualTo(keys.key().keyId());
  }
}
