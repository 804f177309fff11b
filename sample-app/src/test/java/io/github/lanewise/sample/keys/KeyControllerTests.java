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
