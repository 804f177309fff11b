package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages that are hashed at once, beside the lanes. */
class SingleDigestTests {

  private final MultiBufferSha256 sha256 = Sha256Engines.discover().force("jdk").open();

  private static final QuantumListener NOBODY =
      new QuantumListener() {
        @Override
        public void eaten(Sha256Stream stream) {}

        @Override
        public void ran(String engine, int used, int lanes, long bytes) {}
      };

  @AfterEach
  void close() {
    sha256.close();
  }

  @Test
  void everyKindOfBufferIsHashedFromPositionToLimitWithoutMovingIt() {
    for (int length : new int[] {0, 1, 55, 64, 10_000}) {
      byte[] message = Messages.random(length, length);
      ByteBuffer heap = ByteBuffer.allocate(length + 7).put(3, message);
      ByteBuffer direct = ByteBuffer.allocateDirect(length + 7).put(3, message);
      for (ByteBuffer bytes : List.of(heap, direct, heap.asReadOnlyBuffer(), heap.slice())) {
        bytes.position(3).limit(3 + length);
        assertThat(sha256.digest(bytes)).isEqualTo(Messages.jdkDigest(message));
        assertThat(bytes.position()).isEqualTo(3);
        assertThat(bytes.remaining()).isEqualTo(length);
      }
    }
  }

  @Test
  void whatIsInIsNotDisturbed() {
    byte[] message = Messages.random(200_000, 1);
    Sha256Stream stream = new Sha256Stream();
    stream.segment(ByteBuffer.wrap(message), true);
    sha256.enter(stream);
    while (!stream.isFinished()) {
      sha256.advance(NOBODY);
      assertThat(sha256.digest(ByteBuffer.wrap(message, 0, 100)))
          .isEqualTo(Messages.jdkDigest(Arrays.copyOf(message, 100)));
    }
    assertThat(stream.digest()).isEqualTo(Messages.jdkDigest(message));
  }

  @Test
  void memoryThatIsGoneLeavesNothingBehind() {
    byte[] message = Messages.random(1_000, 1);
    ByteBuffer gone;
    try (Arena arena = Arena.ofShared()) {
      gone = arena.allocate(5_000).asByteBuffer();
    }
    assertThatThrownBy(() -> sha256.digest(gone)).isInstanceOf(IllegalStateException.class);
    assertThat(sha256.digest(ByteBuffer.wrap(message))).isEqualTo(Messages.jdkDigest(message));
  }
}
