package io.github.lanewise.sample.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.sample.FileThreads;
import io.github.lanewise.sample.SampleProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.ResponseEntity;
import org.springframework.util.unit.DataSize;

class KeyControllerTests {

  @TempDir private static Path root;

  private final ApplicationContextRunner contextRunner =
      new ApplicationContextRunner()
          .withBean(
              SampleProperties.class,
              () -> new SampleProperties(root, DataSize.ofMegabytes(1), 1, Duration.ofMinutes(1)))
          .withBean(FileThreads.class)
          .withUserConfiguration(PublicKeys.class, KeyController.class);

  /** Receipts outlive the key that made them. */
  @Test
  void aKeyThatSignedBeforeIsServedToo(@TempDir Path folder) throws IOException {
    RsaKey before = new KeyFile(folder.resolve("before.pem")).readOrCreate();
    RsaKey now = new KeyFile(folder.resolve("now.pem")).readOrCreate();
    RsaSigner signer = RsaSigner.create(before);
    contextRunner
        .withBean(RsaSigner.class, () -> signer)
        .run(
            context -> {
              signer.rotate(now);
              KeyController controller = context.getBean(KeyController.class);
              assertThat(served(controller, before.keyId())).isEqualTo(before.publicPem());
              assertThat(served(controller, now.keyId())).isEqualTo(now.publicPem());
            });
  }

  /** A signer of the application's own may hold a key that is no bean. */
  @Test
  void theKeyThatSignsIsServed(@TempDir Path folder) throws IOException {
    RsaKey key = new KeyFile(folder.resolve("key.pem")).readOrCreate();
    contextRunner
        .withBean(RsaSigner.class, () -> RsaSigner.create(key))
        .run(
            context ->
                assertThat(served(context.getBean(KeyController.class), key.keyId()))
                    .isEqualTo(key.publicPem()));
  }

  /** Signed windows outlive the process, and so has the key that verifies them. */
  @Test
  void aKeyThatWasKeptIsServedWithoutASigner(@TempDir Path folder) throws IOException {
    RsaKey key = new KeyFile(folder.resolve("key.pem")).readOrCreate();
    contextRunner.run(
        context -> {
          context.getBean(PublicKeys.class).keep(key.publicKey());
          assertThat(served(context.getBean(KeyController.class), key.keyId()))
              .isEqualTo(key.publicPem());
        });
  }

  private static String served(KeyController controller, String keyId) {
    ResponseEntity<String> answer =
        Objects.requireNonNull(controller.publicKey(keyId).block(Duration.ofSeconds(30)));
    return Objects.requireNonNull(answer.getBody());
  }
}
