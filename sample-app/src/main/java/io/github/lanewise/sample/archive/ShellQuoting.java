package io.github.lanewise.sample.archive;

import java.util.Locale;
import java.util.Set;

/**
 * Names in messages, as GNU's tools write them: as they are where a shell would take them as one
 * word, quoted where it would not. So a message can be pasted, and has no control characters.
 */
final class ShellQuoting {

  private static final String PLAIN = "%+,-./:@_]{}";

  /** Plain in a longer word. */
  private static final Set<String> NOT_ALONE = Set.of("{", "}");

  /** Plain unless a word begins with them. */
  private static final String PLAIN_INSIDE = "#~";

  private ShellQuoting() {}

  static String quote(FileName name) {
    String octets = name.octets();
    if (isPlain(octets)) {
      return octets;
    }
    if (octets.indexOf('\'') >= 0 && octets.chars().allMatch(ShellQuoting::isPlainInDoubleQuotes)) {
      return '"' + octets + '"';
    }
    StringBuilder quoted = new StringBuilder("'");
    boolean inside = true;
    for (int i = 0; i < octets.length(); i++) {
      char c = octets.charAt(i);
      if (isControl(c)) {
        quoted.append(inside ? "'$'" : "").append(escape(c));
        inside = false;
        continue;
      }
      if (!inside) {
        quoted.append("''");
        inside = true;
      }
      quoted.append(c == '\'' ? "'\\''" : String.valueOf(c));
    }
    return quoted.append('\'').toString();
  }

  private static boolean isPlain(String octets) {
    for (int i = 0; i < octets.length(); i++) {
      char c = octets.charAt(i);
      boolean plain =
          Character.isLetterOrDigit(c)
              || c >= 0x80
              || PLAIN.indexOf(c) >= 0
              || (i > 0 && PLAIN_INSIDE.indexOf(c) >= 0);
      if (!plain) {
        return false;
      }
    }
    return !octets.isEmpty() && !NOT_ALONE.contains(octets);
  }

  private static boolean isPlainInDoubleQuotes(int c) {
    return !isControl(c) && "\"$`\\!".indexOf(c) < 0;
  }

  private static boolean isControl(int c) {
    return c < 0x20 || c == 0x7f;
  }

  private static String escape(char c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case '\b' -> "\\b";
      case '\f' -> "\\f";
      case 0x07 -> "\\a";
      case 0x0b -> "\\v";
      default -> String.format(Locale.ROOT, "\\%03o", (int) c);
    };
  }
}
