package io.github.lanewise.sample.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.pipeline.RsaSigner;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class KeyControllerTests {

  /** Receipts outlive the key that made them. */
  @Test
  void aKeyThatSignedBeforeIsServedToo(@TempDir Path folder) throws IOException {
    RsaKey before = new KeyFile(folder.resolve("before.pem")).readOrCreate();
    RsaKey now = new KeyFile(folder.resolve("now.pem")).readOrCreate();
    RsaSigner signer = RsaSigner.create(before);
    new ApplicationContextRunner()
        .withBean(RsaSigner.class, () -> signer)
        .withUserConfiguration(KeyController.class)
        .run(
            context -> {
              signer.rotate(now);
              KeyController controller = context.getBean(KeyController.class);
              assertThat(controller.publicKey(before.keyId()).getBody())
                  .isEqualTo(before.publicPem());
              assertThat(controller.publicKey(now.keyId()).getBody()).isEqualTo(now.publicPem());
            });
  }

  /** A signer of the application's own may hold a key that is no bean. */
  @Test
  void theKeyThatSignsIsServed(@TempDir Path folder) throws IOException {
    RsaKey key = new KeyFile(folder.resolve("key.pem")).readOrCreate();
    new ApplicationContextRunner()
        .withBean(RsaSigner.class, () -> RsaSigner.create(key))
        .withUserConfiguration(KeyController.class)
        .run(
            context ->
                assertThat(context.getBean(KeyController.class).publicKey(key.keyId()).getBody())
                    .isEqualTo(key.publicPem()));
  }
}
