package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.kernel.rsa.SignatureScheme;
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
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleRegistry;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
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
  void theSchemeIsPkcs1UnlessPssIsAskedFor() {
    ApplicationContextRunner signing =
        contextRunner.withPropertyValues("lanewise.signing.private-key=" + keys.pkcs8().toUri());
    signing.run(
        context ->
            assertThat(context.getBean(RsaSigner.class).scheme())
                .isEqualTo(SignatureScheme.PKCS1_V1_5));
    signing
        .withPropertyValues("lanewise.signing.scheme=pss")
        .run(
            context ->
                assertThat(context.getBean(RsaSigner.class).scheme())
                    .isEqualTo(SignatureScheme.PSS));
    signing
        .withPropertyValues("lanewise.signing.scheme=pkcs1-v1-5")
        .run(
            context ->
                assertThat(context.getBean(RsaSigner.class).scheme())
                    .isEqualTo(SignatureScheme.PKCS1_V1_5));
  }

  @Test
  void theExponentThreeNeedsToBeAllowed() {
    Path three = TestKeys.writeExponentThree(folder.resolve("three.pem"));
    assertFailure(
        "e must be odd, above 2^16 and below 2^64, was 3",
        "lanewise.signing.private-key=" + three.toUri());
    contextRunner
        .withPropertyValues(
            "lanewise.signing.private-key=" + three.toUri(),
            "lanewise.signing.allow-exponent-three=true")
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(RsaSigner.class));
  }

  @Test
  void anUpdateOfTheBundleChangesTheKeyThatSigns(@TempDir Path elsewhere) {
    TestKeys next = TestKeys.writeOthersTo(elsewhere);
    withPemBundle()
        .run(
            context -> {
              RsaSigner signer = context.getBean(RsaSigner.class);
              assertKeyIsOurs(signer);

              context.getBean(SslBundleRegistry.class).updateBundle("signing", bundleOf(next));

              assertThat(signer.keyId()).isEqualTo(next.key().keyId());
              assertThat(signer.publicKey(keys.key().keyId())).isPresent();
            });
  }

  @Test
  void anUpdateWithoutAUsableKeyIsToldAndTheKeyStays(@TempDir Path elsewhere, CapturedOutput output)
      throws IOException {
    TestKeys next = TestKeys.writeOthersTo(elsewhere);
    Files.writeString(next.pkcs8(), Files.readString(keys.pkcs8()));
    withPemBundle()
        .run(
            context -> {
              // The old key with the new certificate.
              context.getBean(SslBundleRegistry.class).updateBundle("signing", bundleOf(next));

              assertKeyIsOurs(context.getBean(RsaSigner.class));
              assertThat(output)
                  .contains("its key cannot sign; signing goes on with key " + keys.key().keyId());
            });
  }

  /** What its own key comes from is the application's to say. */
  @Test
  void anUpdateOfTheBundleDoesNotChangeTheKeyOfTheApplication(@TempDir Path elsewhere) {
    TestKeys next = TestKeys.writeOthersTo(elsewhere);
    withPemBundle()
        .withBean(RsaKey.class, keys::key)
        .run(
            context -> {
              context.getBean(SslBundleRegistry.class).updateBundle("signing", bundleOf(next));

              assertKeyIsOurs(context.getBean(RsaSigner.class));
            });
  }

  private ApplicationContextRunner withPemBundle() {
    return contextRunner.withPropertyValues(
        "spring.ssl.bundle.pem.signing.keystore.private-key=" + keys.pkcs8().toUri(),
        "spring.ssl.bundle.pem.signing.keystore.certificate=" + keys.certificate().toUri(),
        "lanewise.signing.bundle=signing");
  }

  private static SslBundle bundleOf(TestKeys next) {
    PemSslStoreDetails details =
        PemSslStoreDetails.forCertificate(next.certificate().toUri().toString())
            .withPrivateKey(next.pkcs8().toUri().toString());
    return SslBundle.of(new PemSslStoreBundle(details, null));
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
  void aCertificateOfAnotherKeyIsNamed(@TempDir Path elsewhere) {
    TestKeys other = TestKeys.writeOthersTo(elsewhere);
    assertFailure(
        "was 'signing': ",
        "spring.ssl.bundle.pem.signing.keystore.private-key=" + keys.pkcs8().toUri(),
        "spring.ssl.bundle.pem.signing.keystore.certificate=" + other.certificate().toUri(),
        "lanewise.signing.bundle=signing");
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
