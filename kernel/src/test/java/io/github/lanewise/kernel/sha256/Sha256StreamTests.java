package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of calls on a stream, and the form of a midstate. */
class Sha256StreamTests {

  @Test
  void segmentsComeOneAfterTheOther() {
    Sha256Stream stream = new Sha256Stream();
    stream.segment(ByteBuffer.allocate(1), false);
    assertThatIllegalStateException()
        .isThrownBy(() -> stream.segment(ByteBuffer.allocate(1), false))
        .withMessage("the segment before this one is not eaten yet");
    assertThatIllegalStateException().isThrownBy(stream::midstate);
    assertThatIllegalStateException().isThrownBy(stream::digest);
    advance(stream, "scalar");
    stream.segment(ByteBuffer.allocate(1), true);
    advance(stream, "scalar");
    assertThat(stream.isFinished()).isTrue();
    assertThat(stream.byteCount()).isEqualTo(2);
    assertThatIllegalStateException()
        .isThrownBy(() -> stream.segment(ByteBuffer.allocate(1), false))
        .withMessage("the segment before this one was the last");
  }

  @Test
  void aStreamWithMessageDigestDoesNotTellItsState() {
    Sha256Stream stream = new Sha256Stream();
    stream.segment(ByteBuffer.allocate(100), false);
    advance(stream, "jdk");
    assertThatIllegalStateException()
        .isThrownBy(stream::midstate)
        .withMessageContaining("make the stream with exportable()");
  }

  @Test
  void aStreamStaysWithTheEngineThatBeganIt() {
    byte[] message = Messages.random(300, 1);
    Sha256Stream stream = new Sha256Stream();
    stream.segment(ByteBuffer.wrap(message, 0, 100), false);
    advance(stream, "jdk");
    stream.segment(ByteBuffer.wrap(message, 100, 200), true);
    advance(stream, "scalar");
    assertThat(stream.digest()).isEqualTo(Messages.jdkDigest(message));
  }

  @Test
  void aMidstateIsEightWordsTheCountAndThePartialBlock() {
    Sha256Stream stream = Sha256Stream.exportable();
    stream.segment(ByteBuffer.wrap(new byte[] {1, 2, 3}), false);
    advance(stream, "scalar");
    Sha256Midstate midstate = stream.midstate();
    assertThat(midstate.words()[0]).isEqualTo(0x6a09e667);
    assertThat(midstate.byteCount()).isEqualTo(3);
    assertThat(midstate.partialBlock()).containsExactly(1, 2, 3);
    assertThat(midstate.toByteArray())
        .hasSize(43)
        .startsWith(0x6a, 0x09, 0xe6, 0x67, 0xbb)
        .endsWith(0, 0, 0, 3, 1, 2, 3);
    assertThat(Sha256Midstate.fromByteArray(midstate.toByteArray())).isEqualTo(midstate);
    assertThat(midstate.toString()).isEqualTo("Sha256Midstate after 3 bytes");
  }

  @Test
  void aMidstateThatCannotBeIsRefused() {
    byte[] exported = Sha256Stream.exportable().midstate().toByteArray();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sha256Midstate.fromByteArray(Arrays.copyOf(exported, 39)))
        .withMessage("a midstate has at least 40 bytes, was 39");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sha256Midstate.fromByteArray(Arrays.copyOf(exported, 41)))
        .withMessage("a midstate after 0 bytes has a partial block of 0 bytes, was 1");
    exported[32] = (byte) 0xff;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sha256Midstate.fromByteArray(exported))
        .withMessageStartingWith("the byte count of a midstate must be from 0 to");
  }

  private static void advance(Sha256Stream stream, String engine) {
    try (MultiBufferSha256 sha256 = Sha256Engines.discover().force(engine).open()) {
      sha256.advanceAll(List.of(stream));
    }
  }
}
