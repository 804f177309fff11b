package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The entry as its documentation shows it. */
class MultiBufferSha256Tests {

  @Test
  void theExampleOfTheDocumentationRuns() {
    byte[] a = Messages.random(100, 1);
    byte[] b = Messages.random(200_000, 2);
    EngineChoice choice = Sha256Engines.discover().calibrate();
    try (MultiBufferSha256 sha256 = choice.open()) {
      List<Sha256Digest> digests = sha256.digest(List.of(ByteBuffer.wrap(a), ByteBuffer.wrap(b)));
      assertThat(digests).containsExactly(Messages.jdkDigest(a), Messages.jdkDigest(b));
    }
  }
}
