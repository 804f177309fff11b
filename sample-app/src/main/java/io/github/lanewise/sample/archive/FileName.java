package io.github.lanewise.sample.archive;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A file's name as it is on disk, byte for byte.
 *
 * <p>{@link Path#toString()} loses bytes that are no text in the locale's encoding; the path itself
 * keeps them, and so does its URI, which is the way in and out here. Names in ASCII take the short
 * way.
 *
 * @param octets a character below 256 for each byte
 */
record FileName(String octets) {

  /** Octets that a URI's path may have as they are, and that no locale gives another meaning. */
  private static final String PLAIN = "/._-";

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /** The last element of a path. */
  static FileName lastOf(Path path) {
    Path last = path.getFileName();
    String text = last == null ? path.toString() : last.toString();
    if (isAscii(text)) {
      return new FileName(text);
    }
    String encoded = path.toUri().getRawPath();
    if (encoded.endsWith("/")) {
      encoded = encoded.substring(0, encoded.length() - 1); // the mark of a directory
    }
    return new FileName(decode(encoded.substring(encoded.lastIndexOf('/') + 1)));
  }

  /** Text of ours, or of the JDK, as octets. */
  static String octetsOf(String text) {
    return isAscii(text)
        ? text
        : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }

  /**
   * The file of that name.
   *
   * @throws java.nio.file.InvalidPathException if no file can have it, since it has a zero byte
   */
  Path toPath() {
    if (isAscii(octets)) {
      return Path.of(octets);
    }
    String start = octets.startsWith("/") ? "" : Path.of("").toUri().getRawPath();
    return Path.of(URI.create("file://" + start + encode(octets)));
  }

  /** A file in this folder. */
  FileName child(FileName child) {
    return new FileName(octets.endsWith("/") ? octets + child.octets : octets + "/" + child.octets);
  }

  /** Whether a line cannot hold it as it is. */
  boolean needsEscape() {
    return octets.indexOf('\\') >= 0 || octets.indexOf('\n') >= 0 || octets.indexOf('\r') >= 0;
  }

  /** With backslashes before what a line cannot hold. */
  String escaped() {
    return octets.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  /** What was {@link #escaped()}; null if it cannot have been. */
  static @Nullable FileName unescape(String escaped) {
    StringBuilder octets = new StringBuilder(escaped.length());
    for (int i = 0; i < escaped.length(); i++) {
      char c = escaped.charAt(i);
      if (c == '\\') {
        i++;
        c =
            switch (i < escaped.length() ? escaped.charAt(i) : 0) {
              case 'n' -> '\n';
              case 'r' -> '\r';
              case '\\' -> '\\';
              default -> 0;
            };
      }
      if (c == 0) {
        return null;
      }
      octets.append(c);
    }
    return new FileName(octets.toString());
  }

  private static String encode(String octets) {
    StringBuilder encoded = new StringBuilder(octets.length() * 2);
    for (int i = 0; i < octets.length(); i++) {
      char c = octets.charAt(i);
      if ((c < 0x80 && Character.isLetterOrDigit(c)) || PLAIN.indexOf(c) >= 0) {
        encoded.append(c);
      } else {
        encoded.append('%').append(HEX.toHexDigits((byte) c));
      }
    }
    return encoded.toString();
  }

  private static String decode(String encoded) {
    StringBuilder octets = new StringBuilder(encoded.length());
    for (int i = 0; i < encoded.length(); i++) {
      char c = encoded.charAt(i);
      if (c == '%') {
        octets.append((char) HexFormat.fromHexDigits(encoded, i + 1, i + 3));
        i += 2;
      } else {
        octets.append(c);
      }
    }
    return octets.toString();
  }
}
