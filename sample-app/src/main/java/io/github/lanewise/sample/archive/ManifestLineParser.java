package io.github.lanewise.sample.archive;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of one manifest in all the forms that {@code sha256sum -c} takes: {@code digest
 * name}, with two spaces or with a space and an asterisk; {@code SHA256 (name) = digest}; and the
 * digest with a single space, if the first line has it so. A backslash first says that the name is
 * escaped.
 */
final class ManifestLineParser {

  private static final String TAG = "SHA256";
  private static final int HEX_DIGITS = 64;

  /** Whether one space separates; null before the first line that tells. */
  private @Nullable Boolean oneSpace;

  private final boolean escapes;

  /**
   * @param escapes whether a backslash means anything; it does not where zero bytes end the lines
   */
  ManifestLineParser(boolean escapes) {
    this.escapes = escapes;
  }

  /** The line without what ends it, or null if it is none. */
  @Nullable ManifestLine parse(String line) {
    int start = 0;
    while (start < line.length() && isBlank(line.charAt(start))) {
      start++;
    }
    boolean escaped = escapes && line.startsWith("\\", start);
    String rest = line.substring(escaped ? start + 1 : start);
    return rest.startsWith(TAG)
        ? parseTagged(rest.substring(TAG.length()), escaped)
        : parsePlain(rest, escaped);
  }

  private static @Nullable ManifestLine parseTagged(String rest, boolean escaped) {
    String from = rest.startsWith(" ") ? rest.substring(1) : rest;
    int end = from.lastIndexOf(')');
    if (!from.startsWith("(") || end < 0) {
      return null;
    }
    String digest = skipBlanks(from.substring(end + 1));
    return digest.startsWith("=")
        ? line(skipBlanks(digest.substring(1)), from.substring(1, end), escaped)
        : null;
  }

  private @Nullable ManifestLine parsePlain(String rest, boolean escaped) {
    if (rest.length() < HEX_DIGITS + 2 || !isBlank(rest.charAt(HEX_DIGITS))) {
      return null;
    }
    String digest = rest.substring(0, HEX_DIGITS);
    String name = rest.substring(HEX_DIGITS + 1);
    if (!isDigest(digest)) {
      return null;
    }
    boolean single = name.length() == 1 || (name.charAt(0) != ' ' && name.charAt(0) != '*');
    if (single) {
      // Where both forms could stand in one manifest, names that begin with a space could be
      // taken for others.
      if (Boolean.FALSE.equals(oneSpace)) {
        return null;
      }
      oneSpace = true;
    } else if (!Boolean.TRUE.equals(oneSpace)) {
      oneSpace = false;
      name = name.substring(1);
    }
    return line(digest, name, escaped);
  }

  private static @Nullable ManifestLine line(String digest, String name, boolean escaped) {
    FileName unescaped = escaped ? FileName.unescape(name) : new FileName(name);
    return unescaped == null || !isDigest(digest)
        ? null
        : new ManifestLine(digest.toLowerCase(Locale.ROOT), unescaped);
  }

  private static boolean isDigest(String text) {
    return text.length() == HEX_DIGITS
        && text.chars().allMatch(c -> c < 0x80 && Character.digit(c, 16) >= 0);
  }

  private static String skipBlanks(String text) {
    int start = 0;
    while (start < text.length() && isBlank(text.charAt(start))) {
      start++;
    }
    return text.substring(start);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
