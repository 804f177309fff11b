package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The kernel for AVX-512 where the hardware has none: the 512-bit vectors are emulated in plain
 * Java, very slow, and never offered. Runs in a JVM of its own, because what the compiler learns
 * from emulated vectors is of no use to others.
 */
@Tag("emulated")
class EmulatedLanesTests {

  @Test
  void sixteenLanesAreRightEvenWhereTheyAreEmulated() {
    assertRight(new VectorEngine(512), 16);
  }

  @ParameterizedTest
  @ValueSource(ints = {128, 256})
  void theKernelForWideHardwareIsRightAtNarrowWidths(int bits) {
    assertRight(new VectorEngine(bits, true), bits / Integer.SIZE);
  }

  private static void assertRight(VectorEngine engine, int lanes) {
    // Runs of one block and of more than one, and more messages than lanes.
    List<byte[]> messages =
        Messages.ofLengths(
            IntStream.concat(
                IntStream.rangeClosed(50, 70), IntStream.of(0, 119, 128, 1100, 2000, 700, 4100)));
    EngineChoice choice = EngineChoice.lanes(engine, 1, "test");
    assertThat(choice.lanes()).isEqualTo(lanes);
    try (MultiBufferSha256 sha256 = choice.open()) {
      assertThat(sha256.digest(messages.stream().map(ByteBuffer::wrap).toList()))
          .isEqualTo(Messages.jdkDigests(messages));
    }
    int count = lanes + 3;
    byte[] records = Messages.random(65 * count, 1);
    byte[] digests = new byte[Sha256Digest.BYTES * count];
    try (FixedLengthSha256 sha256 = choice.openFixed(65)) {
      sha256.digest(
          MemorySegment.ofArray(records), 0, 65, count, MemorySegment.ofArray(digests), 0);
    }
    for (int i = 0; i < count; i++) {
      assertThat(Arrays.copyOfRange(digests, 32 * i, 32 * i + 32))
          .as("record %d", i)
          .isEqualTo(
              Messages.jdkDigest(Arrays.copyOfRange(records, 65 * i, 65 * i + 65)).toByteArray());
    }
  }
}
