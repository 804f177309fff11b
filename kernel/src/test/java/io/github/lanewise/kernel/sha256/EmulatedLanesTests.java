package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The 512-bit kernel in plain Java where the hardware is narrower: very slow, and never offered.
 * Runs in a JVM of its own, because what the compiler learns from emulated vectors is of no use to
 * others.
 */
@Tag("emulated")
class EmulatedLanesTests {

  @Test
  void sixteenLanesAreRightEvenWhereTheyAreEmulated() {
    // The 512-bit kernel in plain Java where the hardware is narrower: very slow, never offered.
    List<byte[]> messages =
        Messages.ofLengths(
            IntStream.concat(
                IntStream.rangeClosed(50, 70), IntStream.of(0, 119, 128, 1100, 2000, 700, 4100)));
    EngineChoice choice = EngineChoice.lanes(new VectorEngine(512), 1, "test");
    assertThat(choice.lanes()).isEqualTo(16);
    try (MultiBufferSha256 sha256 = choice.open()) {
      assertThat(sha256.digest(messages.stream().map(ByteBuffer::wrap).toList()))
          .isEqualTo(Messages.jdkDigests(messages));
    }
  }
}
