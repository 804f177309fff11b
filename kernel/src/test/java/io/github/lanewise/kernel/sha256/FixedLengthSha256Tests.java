package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.lanewise.kernel.sha256.Messages.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages of one length, with every engine and held by the same body. */
@ParameterizedClass
@MethodSource("engines")
class FixedLengthSha256Tests {

  private static final byte FILLER = 0x5A;

  private final EngineChoice choice;

  FixedLengthSha256Tests(EngineChoice choice) {
    this.choice = choice;
  }

  static Stream<EngineChoice> engines() {
    return EngineTests.engines();
  }

  @Test
  void knownAnswersOfTheStandard() {
    // FIPS 180-2 appendix B, and the message of no bytes: one block, two blocks, only padding.
    assertThat(hexOf("abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assertThat(hexOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))
        .isEqualTo("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    assertThat(hexOf(""))
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  }

  private String hexOf(String message) {
    byte[] bytes = message.getBytes(StandardCharsets.US_ASCII);
    byte[] digest = new byte[Sha256Digest.BYTES];
    try (FixedLengthSha256 sha256 = choice.openFixed(bytes.length)) {
      sha256.digest(
          MemorySegment.ofArray(bytes), 0, bytes.length, 1, MemorySegment.ofArray(digest), 0);
    }
    return HexFormat.of().formatHex(digest);
  }

  @Test
  void everyLengthFrom0To200() {
    // With one more than fills the lanes twice, so that the last batch has one message.
    for (int length = 0; length <= 200; length++) {
      try (FixedLengthSha256 sha256 = choice.openFixed(length)) {
        assertThat(sha256.messageBytes()).isEqualTo(length);
        assertDigests(sha256, 2 * choice.lanes() + 1, length);
      }
    }
  }

  @Test
  void everyCountFrom0To40WithTheSameInstance() {
    for (int length : new int[] {32, 33, 65}) {
      try (FixedLengthSha256 sha256 = choice.openFixed(length)) {
        for (int count = 0; count <= 40; count++) {
          assertDigests(sha256, count, length);
        }
      }
    }
  }

  @Test
  void lengthsAroundWhatIsStagedAtOnce() {
    // 16 blocks are: 1015 bytes fit with their padding. Beyond, the length field, all padding but
    // the mark, or the mark too can fall into a piece of their own.
    IntStream.of(1014, 1015, 1016, 1023, 1024, 1025, 1079, 1080, 2038, 2039, 2040, 2048, 5000)
        .forEach(
            length -> {
              try (FixedLengthSha256 sha256 = choice.openFixed(length)) {
                assertDigests(sha256, choice.lanes() + 1, length);
                assertDigests(sha256, 3, length + 5L);
              }
            });
  }

  @Test
  void fewerThanTheBreakEvenGoToTheJdk() {
    BlockEngine engine = Sha256Engines.SCALAR;
    for (int breakEven : new int[] {1, 2, 5, Integer.MAX_VALUE}) {
      try (FixedLengthSha256 sha256 = new FixedLengthSha256(engine, breakEven, () -> false, 100)) {
        assertDigests(sha256, 4, 100);
      }
    }
  }

  private static void assertDigests(FixedLengthSha256 sha256, int count, long stride) {
    byte[] messages = Messages.random((int) (7 + stride * count), count);
    byte[] digests = new byte[3 + count * Sha256Digest.BYTES + 1];
    Arrays.fill(digests, FILLER);
    sha256.digest(
        MemorySegment.ofArray(messages), 7, stride, count, MemorySegment.ofArray(digests), 3);
    assertThat(digests)
        .as("%d messages of %d bytes, %d apart", count, sha256.messageBytes(), stride)
        .isEqualTo(expected(sha256.messageBytes(), messages, stride, count));
  }

  private static byte[] expected(int length, byte[] messages, long stride, int count) {
    byte[] digests = new byte[3 + count * Sha256Digest.BYTES + 1];
    Arrays.fill(digests, FILLER);
    for (int i = 0; i < count; i++) {
      int from = (int) (7 + i * stride);
      byte[] message = Arrays.copyOfRange(messages, from, from + length);
      byte[] digest = Messages.jdkDigest(message).toByteArray();
      System.arraycopy(digest, 0, digests, 3 + i * Sha256Digest.BYTES, digest.length);
    }
    return digests;
  }

  @Test
  void anyStrideFromTheLengthOn() {
    try (FixedLengthSha256 sha256 = choice.openFixed(33)) {
      for (long stride : new long[] {33, 34, 40, 64, 100}) {
        assertDigests(sha256, choice.lanes() + 2, stride);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfMemory(Kind kind) {
    int length = 65;
    int count = choice.lanes() + 1;
    byte[] messages = Messages.random(7 + length * count, 1);
    try (Arena arena = Arena.ofConfined();
        FixedLengthSha256 sha256 = choice.openFixed(length)) {
      MemorySegment digests = arena.allocate(4 + (long) count * Sha256Digest.BYTES).fill(FILLER);
      sha256.digest(kind.lay(messages, arena), 7, length, count, digests, 3);
      assertThat(digests.toArray(ValueLayout.JAVA_BYTE))
          .isEqualTo(expected(length, messages, length, count));
    }
  }

  @Test
  void argumentsThatCannotBeAreRefusedWithTheirValue() {
    MemorySegment messages = MemorySegment.ofArray(new byte[100]);
    MemorySegment digests = MemorySegment.ofArray(new byte[64]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> choice.openFixed(-1))
        .withMessage("the length of a message must not be negative, was -1");
    try (FixedLengthSha256 sha256 = choice.openFixed(32)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> sha256.digest(messages, 0, 32, -1, digests, 0))
          .withMessage("count must not be negative, was -1");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> sha256.digest(messages, 0, 31, 1, digests, 0))
          .withMessage("stride must be at least the length of a message, 32 bytes, was 31");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> sha256.digest(messages, 0, 32, 1, digests.asReadOnly(), 0))
          .withMessage("the memory for the digests must not be read-only");
      assertOutside(() -> sha256.digest(messages, 0, 69, 2, digests, 0));
      assertOutside(() -> sha256.digest(messages, 69, 32, 1, digests, 0));
      assertOutside(() -> sha256.digest(messages, -1, 32, 1, digests, 0));
      assertOutside(() -> sha256.digest(messages, 0, Long.MAX_VALUE, 3, digests, 0));
      assertOutside(() -> sha256.digest(messages, Long.MAX_VALUE, 32, 1, digests, 0));
      assertOutside(() -> sha256.digest(messages, 0, 32, 3, digests, 0));
      assertOutside(() -> sha256.digest(messages, 0, 32, 2, digests, 1));
      assertOutside(() -> sha256.digest(messages, 0, 32, 1, digests, -1));
      sha256.digest(messages, 68, 32, 1, digests, 32);
      sha256.digest(messages, 0, 68, 2, digests, 0);
    }
  }

  private static void assertOutside(Runnable call) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(call::run);
  }

  @Test
  void onceClosedItHashesNothing() {
    FixedLengthSha256 sha256 = choice.openFixed(1);
    sha256.close();
    sha256.close();
    MemorySegment bytes = MemorySegment.ofArray(new byte[32]);
    assertThatIllegalStateException()
        .isThrownBy(() -> sha256.digest(bytes, 0, 1, 1, bytes, 0))
        .withMessage("closed");
  }
}
