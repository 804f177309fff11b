package io.github.lanewise.sample.dedup;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.publisher.Flux;

/** Properties of chunks, on bytes that repeat themselves nowhere. */
class BoundariesTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final byte[] stream = random(1, 8_000_000);

  @ParameterizedTest
  @EnumSource(Chunking.class)
  void theChunksAreTheStream(Chunking chunking) {
    ByteBuffer joined = ByteBuffer.allocate(stream.length);
    split(stream, chunking, 8_191).forEach(joined::put);
    assertThat(joined.array()).isEqualTo(stream);
  }

  @ParameterizedTest
  @CsvSource({"FIXED, 1", "FIXED, 65536", "FIXED, 70001", "CDC, 7", "CDC, 16384", "CDC, 700001"})
  void boundariesDoNotDependOnHowTheStreamIsCut(Chunking chunking, int pieceBytes) {
    byte[] part = Arrays.copyOf(stream, 700_000);
    assertThat(lengths(split(part, chunking, pieceBytes)))
        .isEqualTo(lengths(split(part, chunking, part.length)));
  }

  @ParameterizedTest
  @EnumSource(Chunking.class)
  void anEmptyStreamHasNoChunk(Chunking chunking) {
    assertThat(split(new byte[0], chunking, 1)).isEmpty();
  }

  @Test
  void fixedChunksHave64KiB() {
    assertThat(lengths(split(random(2, 200_000), Chunking.FIXED, 1_000)))
        .containsExactly(65_536, 65_536, 65_536, 200_000 - 3 * 65_536);
    assertThat(lengths(split(random(2, 131_072), Chunking.FIXED, 1_000)))
        .containsExactly(65_536, 65_536);
  }

  @Test
  void lengthsAreWithinTheirBoundsAndNearTheNormal() {
    List<Integer> lengths = lengths(split(stream, Chunking.CDC, 1 << 20));
    assertThat(lengths.subList(0, lengths.size() - 1))
        .allMatch(length -> length > 16_384 && length <= 262_144);
    double mean = stream.length / (double) lengths.size();
    assertThat(mean).isBetween(48_000.0, 96_000.0);
  }

  /** Zeros never make the hash's upper bits zero, since no number of the table is. */
  @Test
  void aStreamOfOneByteHasTheLongestChunks() {
    assertThat(lengths(split(new byte[600_000], Chunking.CDC, 9_999)))
        .containsExactly(262_144, 262_144, 600_000 - 2 * 262_144);
  }

  /** What is put in at the start moves the first boundaries, and the rest fall in place. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 1_000, 65_536, 100_000})
  void bytesPutInAtTheStartKeepMostChunks(int added) {
    byte[] shifted = new byte[added + stream.length];
    System.arraycopy(random(3, added), 0, shifted, 0, added);
    System.arraycopy(stream, 0, shifted, added, stream.length);
    List<byte[]> before = split(stream, Chunking.CDC, 65_536);
    assertThat(common(before, split(shifted, Chunking.CDC, 65_536)))
        .isGreaterThan(before.size() * 9 / 10);
  }

  @Test
  void bytesTakenOutInTheMiddleKeepMostChunks() {
    byte[] cut = new byte[stream.length - 12_345];
    System.arraycopy(stream, 0, cut, 0, 4_000_000);
    System.arraycopy(stream, 4_012_345, cut, 4_000_000, cut.length - 4_000_000);
    List<byte[]> before = split(stream, Chunking.CDC, 65_536);
    assertThat(common(before, split(cut, Chunking.CDC, 65_536)))
        .isGreaterThan(before.size() * 9 / 10);
  }

  /** The boundaries are part of a format: of a text that anybody can make. */
  @Test
  void boundariesAreThoseOfTheRule() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 100_000; i++) {
      text.append(i).append('\n');
    }
    byte[] bytes = text.toString().getBytes(US_ASCII);
    assertThat(lengths(split(bytes, Chunking.CDC, 10_000))).isEqualTo(reference(bytes));
  }

  /** The rule written down once more, byte by byte, without phases. */
  private static List<Integer> reference(byte[] bytes) {
    long[] gear = GearTable.create();
    List<Integer> lengths = new ArrayList<>();
    long hash = 0;
    int length = 0;
    for (byte b : bytes) {
      length++;
      if (length > 16_384) {
        hash = 2 * hash + gear[b & 0xff];
        long upper = length <= 65_536 ? hash >>> 46 : hash >>> 50;
        if (upper == 0 || length == 262_144) {
          lengths.add(length);
          length = 0;
          hash = 0;
        }
      }
    }
    if (length > 0) {
      lengths.add(length);
    }
    return lengths;
  }

  private static int common(List<byte[]> before, List<byte[]> after) {
    Set<ByteBuffer> known = new HashSet<>();
    before.forEach(chunk -> known.add(ByteBuffer.wrap(chunk)));
    return (int) after.stream().filter(chunk -> known.contains(ByteBuffer.wrap(chunk))).count();
  }

  private static List<Integer> lengths(List<byte[]> chunks) {
    return chunks.stream().map(chunk -> chunk.length).toList();
  }

  private static List<byte[]> split(byte[] stream, Chunking chunking, int pieceBytes) {
    Flux<DataBuffer> pieces =
        Flux.range(0, Math.ceilDiv(stream.length, pieceBytes))
            .map(
                i ->
                    DefaultDataBufferFactory.sharedInstance.wrap(
                        Arrays.copyOfRange(
                            stream,
                            i * pieceBytes,
                            Math.min(stream.length, (i + 1) * pieceBytes))));
    return Objects.requireNonNull(ChunkSplitter.split(pieces, chunking).collectList().block(LIMIT));
  }

  private static byte[] random(long seed, int size) {
    byte[] bytes = new byte[size];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }
}
