package io.github.lanewise.sample.dedup;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How to put a stream together from chunks: text of ASCII, each line ended by a line feed, in one
 * form only, so that the SHA-256 of the text names the stream.
 *
 * <pre>
 * lanewise manifest v1
 * stream 64 hex digits
 * size 1000000
 * chunking fastcdc 16384 65536 262144
 * chunks 2
 * 64 hex digits 70000
 * 64 hex digits 930000
 * </pre>
 *
 * @param stream the digest of the whole
 * @param size of the whole in bytes, the sum of the chunks' lengths
 * @param chunking {@link Chunking#manifestName()}
 * @param chunks in the order of the stream
 */
public record Manifest(Sha256Digest stream, long size, String chunking, List<Chunk> chunks) {

  /** The most chunks of a manifest: 64 GiB at their usual length, and 80 MB of text. */
  public static final int MAX_CHUNKS = 1 << 20;

  private static final int HEAD_LINES = 5;
  private static final Pattern HEAD =
      Pattern.compile(
          """
          lanewise manifest v1
          stream ([0-9a-f]{64})
          size (0|[1-9][0-9]{0,17})
          chunking ([a-z]+(?: [0-9]{1,9})+)
          chunks (0|[1-9][0-9]{0,6})
          """);
  private static final Pattern CHUNK = Pattern.compile("([0-9a-f]{64}) ([1-9][0-9]{0,8})");

  /**
   * One chunk.
   *
   * @param length in bytes
   */
  public record Chunk(Sha256Digest digest, int length) {}

  /**
   * Checks that lengths add up.
   *
   * @throws IllegalArgumentException if they do not
   */
  public Manifest {
    chunks = List.copyOf(chunks);
    long sum = chunks.stream().mapToLong(Chunk::length).sum();
    if (sum != size) {
      throw new IllegalArgumentException(
          "the chunks of a manifest must have its %d bytes, have %d".formatted(size, sum));
    }
  }

  /** The text. */
  public String text() {
    StringBuilder text = new StringBuilder(256 + 72 * chunks.size());
    text.append("lanewise manifest v1\nstream ")
        .append(stream.hex())
        .append("\nsize ")
        .append(size)
        .append("\nchunking ")
        .append(chunking)
        .append("\nchunks ")
        .append(chunks.size())
        .append('\n');
    chunks.forEach(
        chunk -> text.append(chunk.digest.hex()).append(' ').append(chunk.length).append('\n'));
    return text.toString();
  }

  /**
   * Reads what {@link #text()} writes.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static Manifest parse(String text) {
    List<String> lines = text.lines().toList();
    if (lines.size() < HEAD_LINES || !text.endsWith("\n")) {
      throw new IllegalArgumentException("a manifest must have five lines of head, has not");
    }
    Matcher head = HEAD.matcher(String.join("\n", lines.subList(0, HEAD_LINES)) + '\n');
    if (!head.matches()) {
      throw new IllegalArgumentException("a manifest must begin with its five lines, does not");
    }
    List<Chunk> chunks = new ArrayList<>();
    for (String line : lines.subList(HEAD_LINES, lines.size())) {
      Matcher chunk = CHUNK.matcher(line);
      if (!chunk.matches()) {
        throw new IllegalArgumentException("a chunk must be its digest and length, was " + line);
      }
      chunks.add(new Chunk(digest(chunk.group(1)), Integer.parseInt(chunk.group(2))));
    }
    if (chunks.size() != Integer.parseInt(head.group(4))) {
      throw new IllegalArgumentException(
          "a manifest must have %s chunks, has %d".formatted(head.group(4), chunks.size()));
    }
    return new Manifest(
        digest(head.group(1)), Long.parseLong(head.group(2)), head.group(3), chunks);
  }

  private static Sha256Digest digest(String hex) {
    return Sha256Digest.parseContentAddress("sha256:" + hex);
  }
}
