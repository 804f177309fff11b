package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import io.github.lanewise.kernel.sha256.MultiBufferSha256.ShortListener;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Lists of short messages, with every engine and held by the same body. */
@ParameterizedClass
@MethodSource("engines")
class ShortMessagesTests {

  private static final QuantumListener NOBODY =
      new QuantumListener() {
        @Override
        public void eaten(Sha256Stream stream) {}

        @Override
        public void ran(String engine, int used, int lanes, long bytes) {}
      };

  private final EngineChoice choice;

  ShortMessagesTests(EngineChoice choice) {
    this.choice = choice;
  }

  static Stream<EngineChoice> engines() {
    return EngineTests.engines();
  }

  /** Adds up what was told. */
  private static final class Recorder implements ShortListener {
    private int messages;
    private long bytes;

    @Override
    public void ran(String engine, int count, int lanes, long hashed) {
      assertThat(count).isBetween(1, lanes);
      messages += count;
      bytes += hashed;
    }
  }

  private static List<Sha256Digest> digests(MultiBufferSha256 sha256, List<ByteBuffer> messages) {
    byte[] digests = new byte[messages.size() * Sha256Digest.BYTES];
    Recorder recorder = new Recorder();
    sha256.digestShort(messages, digests, recorder);
    assertThat(recorder.messages).isEqualTo(messages.size());
    assertThat(recorder.bytes)
        .isGreaterThanOrEqualTo(messages.stream().mapToLong(ByteBuffer::remaining).sum());
    return IntStream.range(0, messages.size())
        .mapToObj(i -> Sha256Digest.of(digests, i * Sha256Digest.BYTES))
        .toList();
  }

  private static void assertDigests(MultiBufferSha256 sha256, List<byte[]> messages) {
    assertThat(digests(sha256, messages.stream().map(ByteBuffer::wrap).toList()))
        .isEqualTo(Messages.jdkDigests(messages));
  }

  @Test
  void everyLengthInAnyOrder() {
    List<byte[]> messages =
        new ArrayList<>(
            Messages.ofLengths(IntStream.rangeClosed(0, MultiBufferSha256.MAX_SHORT_BYTES)));
    try (MultiBufferSha256 sha256 = choice.open()) {
      assertDigests(sha256, messages);
      Collections.shuffle(messages, new Random(5));
      assertDigests(sha256, messages);
    }
  }

  @Test
  void everyCountOfUnequalLengths() {
    SplittableRandom random = new SplittableRandom(11);
    try (MultiBufferSha256 sha256 = choice.open()) {
      for (int count = 0; count <= 40; count++) {
        int most = random.nextInt(1, MultiBufferSha256.MAX_SHORT_BYTES + 1);
        assertDigests(
            sha256,
            Messages.ofLengths(IntStream.generate(() -> random.nextInt(most + 1)).limit(count)));
      }
    }
  }

  @Test
  void oneLongAmongManyOfABlock() {
    for (int at : new int[] {0, 7, 15}) {
      try (MultiBufferSha256 sha256 = choice.open()) {
        assertDigests(
            sha256, Messages.ofLengths(IntStream.range(0, 16).map(i -> i == at ? 1_000 : 20 + i)));
      }
    }
  }

  @Test
  void buffersOfEveryKind() {
    List<ByteBuffer> buffers = new ArrayList<>();
    List<Sha256Digest> expected = new ArrayList<>();
    for (int length : Messages.PADDING_BOUNDARIES) {
      byte[] message = Messages.random(length, length);
      buffers.addAll(Messages.asBuffersOfEveryKind(message));
      expected.addAll(Collections.nCopies(8, Messages.jdkDigest(message)));
    }
    List<ByteBuffer> before = buffers.stream().map(ByteBuffer::duplicate).toList();
    try (MultiBufferSha256 sha256 = choice.open()) {
      assertThat(digests(sha256, buffers)).isEqualTo(expected);
    }
    assertThat(buffers).isEqualTo(before);
  }

  @Test
  void streamsThatAreInAreNotTouched() {
    byte[] message = Messages.random(40_000, 3);
    List<Sha256Stream> streams = new ArrayList<>();
    try (MultiBufferSha256 sha256 = choice.open()) {
      for (int i = 0; i < choice.lanes(); i++) {
        Sha256Stream stream = new Sha256Stream();
        stream.segment(ByteBuffer.wrap(message), true);
        sha256.enter(stream);
        streams.add(stream);
      }
      while (sha256.occupied() > 0) {
        sha256.advance(NOBODY);
        assertDigests(sha256, Messages.ofLengths(IntStream.range(0, 33)));
      }
    }
    assertThat(streams)
        .allSatisfy(stream -> assertThat(stream.digest()).isEqualTo(Messages.jdkDigest(message)));
  }

  @Test
  void aListOfShortAndLongOnesKeepsItsOrder() {
    List<byte[]> messages =
        Messages.ofLengths(IntStream.of(10, 5_000, 0, 1_015, 1_016, 70_000, 64, 1_017, 300));
    try (MultiBufferSha256 sha256 = choice.open()) {
      assertThat(sha256.digest(messages.stream().map(ByteBuffer::wrap).toList()))
          .isEqualTo(Messages.jdkDigests(messages));
      assertThat(sha256.digest(List.of())).isEmpty();
    }
  }

  @Test
  void whatIsWrongIsTold() {
    ShortListener nobody = new Recorder();
    List<ByteBuffer> two = List.of(ByteBuffer.allocate(1), ByteBuffer.allocate(1_016));
    MultiBufferSha256 closed = choice.open();
    try (MultiBufferSha256 sha256 = choice.open()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> sha256.digestShort(two, new byte[64], nobody))
          .withMessage("a short message has at most 1015 bytes, message 1 has 1016");
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> sha256.digestShort(two, new byte[63], nobody));
      closed.close();
      assertThatIllegalStateException()
          .isThrownBy(() -> closed.digestShort(List.of(), new byte[0], nobody))
          .withMessage("closed");
    }
  }

  @Test
  void memoryThatIsGoneIsNoTroubleOfTheNextCall() {
    try (MultiBufferSha256 sha256 = choice.open()) {
      List<ByteBuffer> messages = new ArrayList<>();
      try (Arena arena = Arena.ofConfined()) {
        for (int i = 0; i < 16; i++) {
          messages.add(arena.allocate(200).asByteBuffer());
        }
      }
      assertThatIllegalStateException()
          .isThrownBy(() -> sha256.digestShort(messages, new byte[16 * 32], new Recorder()));
      assertDigests(sha256, Messages.ofLengths(IntStream.range(190, 210)));
    }
  }
}
