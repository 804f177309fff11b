package io.github.lanewise.sample.archive;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads a manifest line by line and finds the files that it names. */
final class ManifestReader {

  private static final int BUFFER_BYTES = 64 * 1024;

  private final InputStream input;
  private final boolean zero;
  private final boolean fromStandardInput;
  private final ManifestLineParser parser;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private volatile @Nullable IOException failure;

  ManifestReader(InputStream input, boolean zero, boolean fromStandardInput) {
    this.input = new BufferedInputStream(input, BUFFER_BYTES);
    this.zero = zero;
    this.fromStandardInput = fromStandardInput;
    this.parser = new ManifestLineParser(!zero);
  }

  /** Finds the files of all lines. */
  void readAll(TreeWalk.Visitor visitor) throws InterruptedException {
    try {
      String text;
      for (long number = 1; (text = readLine()) != null; number++) {
        if (text.isEmpty() || text.startsWith("#")) {
          continue;
        }
        ManifestLine parsed = parser.parse(text);
        if (parsed == null || (fromStandardInput && isStandardInput(parsed))) {
          visitor.found(FileJob.malformed(number));
        } else if (isStandardInput(parsed)) {
          visitor.found(FileJob.standardInput(parsed.name(), parsed.digest()));
        } else {
          visitor.found(FileJob.named(parsed.name(), parsed.digest()));
        }
      }
    } catch (IOException e) {
      failure = e;
    }
  }

  /** What ended the reading before the end, or null. */
  @Nullable IOException failure() {
    return failure;
  }

  private static boolean isStandardInput(ManifestLine parsed) {
    return parsed.name().octets().equals("-");
  }

  /**
   * The next line without what ends it, a carriage return before a line feed too; null at the end.
   */
  private @Nullable String readLine() throws IOException {
    line.reset();
    int end = zero ? 0 : '\n';
    int octet;
    while ((octet = input.read()) >= 0 && octet != end) {
      line.write(octet);
    }
    if (octet < 0 && line.size() == 0) {
      return null;
    }
    String text = line.toString(StandardCharsets.ISO_8859_1);
    return !zero && text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }
}
