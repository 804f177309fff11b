package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Messages.Kind;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What every engine must do, held by the same body. */
@ParameterizedClass
@MethodSource("engines")
class EngineTests {

  private final EngineChoice choice;

  EngineTests(EngineChoice choice) {
    this.choice = choice;
  }

  /** Every engine that is usable here. */
  static Stream<EngineChoice> engines() {
    return Sha256Engines.discover().candidates().stream()
        .filter(candidate -> candidate.refusal() == null)
        .map(candidate -> Sha256Engines.discover().force(candidate.name()));
  }

  private List<Sha256Digest> digestsOf(List<byte[]> messages) {
    // As streams, also those that a list would have hashed without.
    List<Sha256Stream> streams = new ArrayList<>();
    for (byte[] message : messages) {
      Sha256Stream stream = new Sha256Stream();
      stream.segment(ByteBuffer.wrap(message), true);
      streams.add(stream);
    }
    try (MultiBufferSha256 sha256 = choice.open()) {
      sha256.advanceAll(streams);
    }
    return streams.stream().map(Sha256Stream::digest).toList();
  }

  @Test
  void knownAnswersOfTheStandard() {
    // FIPS 180-2 appendix B and the NIST example algorithms (SHA256.pdf, SHA2_Additional.pdf).
    assertThat(hexOf("abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assertThat(hexOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))
        .isEqualTo("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    assertThat(
            hexOf(
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"))
        .isEqualTo("cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    assertThat(hexOf(""))
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assertThat(hexOf("a".repeat(1_000_000)))
        .isEqualTo("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  }

  private String hexOf(String message) {
    return digestsOf(List.of(message.getBytes(StandardCharsets.US_ASCII))).getFirst().hex();
  }

  @Test
  void everyLengthFrom0To300InOneCall() {
    List<byte[]> messages = Messages.ofLengths(IntStream.rangeClosed(0, 300));
    assertThat(digestsOf(messages)).isEqualTo(Messages.jdkDigests(messages));
  }

  @Test
  void everyLengthAroundMultiplesOfABlock() {
    // Around one block to 17 blocks, and around the limits of staging and of one run.
    List<byte[]> messages =
        Messages.ofLengths(
            IntStream.of(1, 2, 3, 4, 8, 15, 16, 17, 63, 64, 65, 256, 257)
                .map(blocks -> blocks * 64)
                .flatMap(length -> IntStream.rangeClosed(length - 10, length + 10)));
    assertThat(digestsOf(messages)).isEqualTo(Messages.jdkDigests(messages));
  }

  @Test
  void anyNumberOfMessagesFromNoneToMoreThanTwiceTheLanes() {
    for (int count = 0; count <= 2 * choice.lanes() + 1; count++) {
      List<byte[]> messages = Messages.ofLengths(IntStream.range(0, count).map(i -> 97 * i));
      assertThat(digestsOf(messages))
          .as("%d messages", count)
          .isEqualTo(Messages.jdkDigests(messages));
    }
  }

  @Test
  void unequalLengthsInOneBatchInAnyOrder() {
    Random random = new Random(42);
    List<byte[]> messages = new ArrayList<>();
    for (int i = 0; i < 3 * choice.lanes(); i++) {
      messages.add(Messages.random(random.nextInt(40_000), i));
    }
    messages.addAll(Messages.ofLengths(Arrays.stream(Messages.PADDING_BOUNDARIES)));
    Collections.shuffle(messages, random);
    assertThat(digestsOf(messages)).isEqualTo(Messages.jdkDigests(messages));
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfMemory(Kind kind) {
    List<byte[]> messages =
        Messages.ofLengths(IntStream.of(0, 1, 55, 56, 64, 1000, 1015, 1016, 4096, 5000, 20_000));
    try (Arena arena = Arena.ofConfined()) {
      List<MemorySegment> segments =
          messages.stream().map(message -> kind.lay(message, arena)).toList();
      assertThat(digestsOfSegments(segments)).isEqualTo(Messages.jdkDigests(messages));
    }
  }

  @Test
  void allKindsOfMemoryMixedInOneBatch() {
    Random random = new Random(7);
    List<Kind> kinds = List.of(Kind.values());
    List<byte[]> messages = new ArrayList<>();
    List<MemorySegment> segments = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      for (int i = 0; i < 5 * choice.lanes(); i++) {
        byte[] message = Messages.random(random.nextInt(12_000), i);
        messages.add(message);
        segments.add(kinds.get(i % kinds.size()).lay(message, arena));
      }
      assertThat(digestsOfSegments(segments)).isEqualTo(Messages.jdkDigests(messages));
    }
  }

  private List<Sha256Digest> digestsOfSegments(List<MemorySegment> messages) {
    List<Sha256Stream> streams = new ArrayList<>();
    for (MemorySegment message : messages) {
      Sha256Stream stream = new Sha256Stream();
      stream.segment(message, true);
      streams.add(stream);
    }
    try (MultiBufferSha256 sha256 = choice.open()) {
      sha256.advanceAll(streams);
    }
    return streams.stream().map(Sha256Stream::digest).toList();
  }

  @Test
  void buffersOfEveryKindAndTheirPositionsStay() {
    for (int length : new int[] {0, 1, 63, 64, 3000}) {
      byte[] bytes = Messages.random(length, length);
      List<ByteBuffer> buffers = Messages.asBuffersOfEveryKind(bytes);
      List<Integer> positions = buffers.stream().map(ByteBuffer::position).toList();
      try (MultiBufferSha256 sha256 = choice.open()) {
        assertThat(sha256.digest(buffers)).containsOnly(Messages.jdkDigest(bytes));
      }
      assertThat(buffers.stream().map(ByteBuffer::position)).isEqualTo(positions);
    }
  }

  @Test
  void aMappedFile(@TempDir Path folder) throws IOException {
    byte[] bytes = Messages.random(100_000, 1);
    Path file = Files.write(folder.resolve("message"), bytes);
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(file)) {
      MemorySegment mapped = channel.map(MapMode.READ_ONLY, 0, bytes.length, arena);
      assertThat(digestsOfSegments(List.of(mapped))).containsExactly(Messages.jdkDigest(bytes));
    }
  }
}
