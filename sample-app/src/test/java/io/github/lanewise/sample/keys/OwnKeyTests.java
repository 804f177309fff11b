package io.github.lanewise.sample.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lanewise.autoconfigure.RsaSignerAutoConfiguration;
import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.sample.SampleProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.unit.DataSize;

class OwnKeyTests {

  @TempDir private static Path root;

  private final Path file = root.resolve("keys").resolve("signing-key.pem");
  private final ApplicationContextRunner contextRunner =
      new ApplicationContextRunner()
          .withBean(
              SampleProperties.class,
              () -> new SampleProperties(root, DataSize.ofMegabytes(1), 1, Duration.ofMinutes(1)))
          .withUserConfiguration(OwnKeyConfiguration.class)
          .withConfiguration(AutoConfigurations.of(RsaSignerAutoConfiguration.class));

  @Test
  void aRestartSignsWithTheSameKey() throws IOException {
    RsaKey first = new KeyFile(file).readOrCreate();
    RsaKey second = new KeyFile(file).readOrCreate();
    assertThat(second.keyId()).isEqualTo(first.keyId());
    assertThat(first.bits()).isEqualTo(3072);
    contextRunner.run(
        context -> assertThat(context.getBean(RsaSigner.class).keyId()).isEqualTo(first.keyId()));
  }

  @Test
  void onlyTheOwnerReadsTheKey() throws IOException {
    assumeTrue(file.getFileSystem().supportedFileAttributeViews().contains("posix"));
    new KeyFile(file).readOrCreate();
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void aConfiguredKeyIsTakenInstead(@TempDir Path elsewhere) throws IOException {
    Path configured = elsewhere.resolve("configured.pem");
    RsaKey key = new KeyFile(configured).readOrCreate();
    contextRunner
        .withPropertyValues("lanewise.signing.private-key=" + configured.toUri())
        .run(
            context -> {
              assertThat(context).hasSingleBean(RsaKey.class).doesNotHaveBean("ownKey");
              assertThat(context.getBean(RsaSigner.class).keyId()).isEqualTo(key.keyId());
            });
  }

  @Test
  void aSpoiltKeyFileIsNamedWithTheRemedy(@TempDir Path elsewhere) throws IOException {
    Path spoilt = Files.writeString(elsewhere.resolve("spoilt.pem"), "");
    assertThatIOException()
        .isThrownBy(() -> new KeyFile(spoilt).readOrCreate())
        .withMessageContaining("spoilt.pem")
        .withMessageContaining("remove it to get a new one");
  }
}
