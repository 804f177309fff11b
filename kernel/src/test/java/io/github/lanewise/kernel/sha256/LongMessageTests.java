package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Messages whose offsets do not fit 31 bits and whose bit length does not fit 32 or 64 minus a few:
 * from a mapped file with holes, so that they are on no disk and on no heap.
 */
class LongMessageTests {

  /** From here on an offset does not fit an {@code int}. */
  private static final long TWO_GIB = 1L << 31;

  /** From here on the length in bits has more than 32 bits. */
  private static final long BITS_2_TO_THE_32 = 1L << 29;

  @TempDir Path folder;

  static Stream<EngineChoice> engines() {
    return EngineTests.engines();
  }

  /** Zeros, but for a few random bytes in the beginning, around 2 GiB and in the end. */
  private MemorySegment map(long bytes, Arena arena) throws IOException {
    Path file = folder.resolve("message");
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.SPARSE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      for (long at : new long[] {0, TWO_GIB - 50, bytes - 100}) {
        if (at + 100 <= bytes) {
          channel.write(ByteBuffer.wrap(Messages.random(100, at)), at);
        }
      }
      return channel.map(MapMode.READ_ONLY, 0, bytes, arena);
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aSegmentIsReadBeyondTwoGibibytes(EngineChoice choice) throws IOException {
    // The first 2 GiB - 64 bytes are skipped, as if they had been hashed: what is left lies where
    // offsets need more than 31 bits, in the stream, in the schedule and in the kernel.
    long skipped = TWO_GIB - Sha256Constants.BLOCK_BYTES;
    long length = TWO_GIB + 40_077;
    try (Arena arena = Arena.ofConfined();
        MultiBufferSha256 sha256 = choice.open()) {
      MemorySegment message = map(length, arena);
      List<Sha256Stream> streams = new ArrayList<>();
      for (int i = 0; i < sha256.lanes(); i++) {
        Sha256Stream stream = Sha256Stream.exportable();
        stream.segment(message, true);
        stream.current().skip(skipped);
        streams.add(stream);
      }
      sha256.advanceAll(streams);
      byte[] rest = message.asSlice(skipped).toArray(ValueLayout.JAVA_BYTE);
      assertThat(streams)
          .extracting(Sha256Stream::digest)
          .containsOnly(PaddedByHand.digest(initialWords(), skipped, rest));
    }
  }

  @Test
  @Tag("long")
  void aWholeSegmentOfMoreThanTwoGibibytesByMessageDigest() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment message = map(TWO_GIB + 1_001, arena);
      assertThat(digests(Sha256Engines.discover().force("jdk"), List.of(message)))
          .containsExactly(jdkDigest(message));
    }
  }

  /** In all lanes of the widest engine at once, so that it takes seconds. */
  @Test
  @Tag("long")
  @Tag("compiled")
  void wholeMessagesOnBothSidesOf2ToThe32Bits() throws Exception {
    EngineChoice widest = engines().reduce((narrow, wide) -> wide).orElseThrow();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment file = map(BITS_2_TO_THE_32 + 10, arena);
      MemorySegment below = file.asSlice(0, BITS_2_TO_THE_32 - 1);
      MemorySegment at = file.asSlice(0, BITS_2_TO_THE_32);
      List<MemorySegment> messages = new ArrayList<>();
      List<Sha256Digest> expected = new ArrayList<>();
      Sha256Digest digestBelow = jdkDigest(below);
      Sha256Digest digestAt = jdkDigest(at);
      for (int i = 0; i < widest.lanes(); i++) {
        messages.add(i % 2 == 0 ? below : at);
        expected.add(i % 2 == 0 ? digestBelow : digestAt);
      }
      assertThat(digests(widest, messages)).isEqualTo(expected);
    }
  }

  private static List<Sha256Digest> digests(EngineChoice choice, List<MemorySegment> messages) {
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

  private static Sha256Digest jdkDigest(MemorySegment message) throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    long step = 1 << 26;
    for (long at = 0; at < message.byteSize(); at += step) {
      digest.update(message.asSlice(at, Math.min(step, message.byteSize() - at)).asByteBuffer());
    }
    return Sha256Digest.of(digest.digest());
  }

  /**
   * As if all but the end of a message had been hashed: all bytes of the length field are in use,
   * and every engine is held against a padding that is not its own.
   */
  @ParameterizedTest
  @MethodSource("engines")
  void theLengthFieldHas64Bits(EngineChoice choice) {
    int[] words = {1, -2, 3, -4, 5, -6, 7, -8};
    for (long boundary :
        new long[] {
          BITS_2_TO_THE_32, 1L << 32, 1L << 35, 1L << 40, 1L << 60, 0x0102_0304_0506_0700L
        }) {
      for (long before : new long[] {boundary - 128, boundary - 64, boundary}) {
        for (int length : Messages.PADDING_BOUNDARIES) {
          byte[] tail = Messages.random(length, before);
          assertThat(resumed(choice, words, before, tail))
              .as("%d bytes after %d", length, before)
              .isEqualTo(PaddedByHand.digest(words, before, tail));
        }
      }
    }
    // The longest message there is: 2^61 - 1 bytes, 2^64 - 8 bits.
    long before = Sha256Stream.MAX_BYTES - 63;
    byte[] tail = Messages.random(63, 1);
    assertThat(resumed(choice, words, before, tail))
        .isEqualTo(PaddedByHand.digest(words, before, tail));
  }

  private static Sha256Digest resumed(EngineChoice choice, int[] words, long before, byte[] tail) {
    List<Sha256Stream> streams = new ArrayList<>();
    try (MultiBufferSha256 sha256 = choice.open()) {
      for (int i = 0; i < sha256.lanes(); i++) {
        Sha256Stream stream = Sha256Stream.resume(new Sha256Midstate(words, before, new byte[0]));
        stream.segment(ByteBuffer.wrap(tail), true);
        streams.add(stream);
      }
      sha256.advanceAll(streams);
    }
    assertThat(streams.stream().map(Sha256Stream::digest).distinct()).hasSize(1);
    return streams.getFirst().digest();
  }

  private static int[] initialWords() {
    int[] words = new int[Sha256Constants.STATE_WORDS];
    Sha256Constants.initialise(words);
    return words;
  }

  /** FIPS 180-4 §5.1.1, bit by bit as it is written there; only the compression is borrowed. */
  private static final class PaddedByHand {

    private static final int BLOCK_BITS = 512;
    private static final int LENGTH_BITS = 64;

    /**
     * @param before how many bytes, whole blocks, led to the words
     */
    static Sha256Digest digest(int[] words, long before, byte[] tail) {
      // l + 1 + k ≡ 448 mod 512, then l in 64 bits.
      int tailBits = tail.length * Byte.SIZE;
      int k = Math.floorMod(BLOCK_BITS - LENGTH_BITS - 1 - tailBits, BLOCK_BITS);
      byte[] padded = Arrays.copyOf(tail, (tailBits + 1 + k + LENGTH_BITS) / Byte.SIZE);
      padded[tail.length] = (byte) 0b1000_0000;
      long bits = 8 * (before + tail.length);
      for (int i = 1; i <= Long.BYTES; i++) {
        padded[padded.length - i] = (byte) (bits >>> (8 * (i - 1)));
      }
      int[] state = words.clone();
      try (BlockEngine.Compressor compressor =
          Objects.requireNonNull(Sha256Engines.SCALAR.open())) {
        compressor.put(0, state);
        MemorySegment[] sources = {MemorySegment.ofArray(padded)};
        compressor.compress(
            sources, new long[1], padded.length / Sha256Constants.BLOCK_BYTES, true);
        compressor.take(0, state);
      }
      ByteBuffer digest = ByteBuffer.allocate(Sha256Digest.BYTES);
      for (int word : state) {
        digest.putInt(word);
      }
      return Sha256Digest.of(digest.array());
    }
  }
}
