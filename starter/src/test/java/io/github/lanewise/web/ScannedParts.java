package io.github.lanewise.web;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;

/** Feeds a scanner with a body cut into pooled buffers, and gathers what it finds. */
final class ScannedParts {

  /**
   * @param content each byte as the character of that number
   */
  record ScannedPart(String name, @Nullable String filename, String content) {}

  private static final PartLimits NO_LIMITS =
      new PartLimits(Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);

  private final PooledBuffers buffers;

  ScannedParts(PooledBuffers buffers) {
    this.buffers = buffers;
  }

  List<ScannedPart> scan(String boundary, byte[] body, int... cuts) {
    return scan(boundary, NO_LIMITS, body, cuts);
  }

  /**
   * @param cuts in ascending order
   */
  List<ScannedPart> scan(String boundary, PartLimits limits, byte[] body, int... cuts) {
    byte[] delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.US_ASCII);
    Gathered gathered = new Gathered();
    try (PartScanner scanner = new PartScanner(delimiter, limits)) {
      int from = 0;
      for (int cut : cuts) {
        feed(scanner, gathered, Arrays.copyOfRange(body, from, cut));
        from = cut;
      }
      feed(scanner, gathered, Arrays.copyOfRange(body, from, body.length));
      scanner.end();
    }
    return gathered.parts;
  }

  private void feed(PartScanner scanner, Gathered gathered, byte[] piece) {
    scanner.feed(buffers.buffer(piece));
    for (PartToken token = scanner.next(); token != null; token = scanner.next()) {
      gathered.add(token);
    }
  }

  private static final class Gathered {

    private final List<ScannedPart> parts = new ArrayList<>();
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private @Nullable PartHead head;

    void add(PartToken token) {
      if (token instanceof PartHead begun) {
        if (head != null) {
          throw new AssertionError("a part in a part");
        }
        head = begun;
      } else if (token instanceof PartToken.Content piece) {
        DataBuffer buffer = piece.buffer();
        byte[] bytes = new byte[buffer.readableByteCount()];
        if (bytes.length == 0) {
          throw new AssertionError("an empty buffer");
        }
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        content.writeBytes(bytes);
      } else {
        PartHead ended = Objects.requireNonNull(head, "an end without a head");
        parts.add(
            new ScannedPart(
                ended.name(), ended.filename(), content.toString(StandardCharsets.ISO_8859_1)));
        content.reset();
        head = null;
      }
    }
  }
}
