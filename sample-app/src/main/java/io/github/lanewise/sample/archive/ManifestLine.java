package io.github.lanewise.sample.archive;

import java.util.HexFormat;

/**
 * A line of a manifest: a digest and a name.
 *
 * @param digest 64 lower-case hex digits
 */
record ManifestLine(String digest, FileName name) {

  private static final HexFormat HEX = HexFormat.of();

  static ManifestLine of(byte[] digest, FileName name) {
    return new ManifestLine(HEX.formatHex(digest), name);
  }

  /** As {@code sha256sum} writes it, with what ends it. */
  String text() {
    return name.needsEscape()
        ? "\\" + digest + "  " + name.escaped() + "\n"
        : digest + "  " + name.octets() + "\n";
  }

  /** As {@code sha256sum --zero} writes it: nothing is escaped, and a zero byte ends it. */
  String zeroText() {
    return digest + "  " + name.octets() + "\0";
  }
}
