package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The integrity fields of RFC 9530, as far as SHA-256 is concerned. Their values are dictionaries
 * (RFC 9651 §3.2) of algorithms; whoever does not know one ignores it (RFC 9530 §2).
 */
final class DigestFields {

  static final String CONTENT_DIGEST = "Content-Digest";
  static final String REPR_DIGEST = "Repr-Digest";
  static final String WANT_REPR_DIGEST = "Want-Repr-Digest";

  private static final Pattern SHA_256 = Pattern.compile("sha-256\\s*(?:=([^;]*))?(?:;.*)?");
  private static final Pattern BYTES = Pattern.compile(":([A-Za-z0-9+/]*={0,2}):");
  private static final Pattern PREFERENCE = Pattern.compile("[1-9]|10");

  private DigestFields() {}

  /** {@code sha-256=:base64:}. */
  static String of(Sha256Digest digest) {
    return "sha-256=:" + Base64.getEncoder().encodeToString(digest.toByteArray()) + ":";
  }

  /**
   * The SHA-256 digest in a field; empty if it has none.
   *
   * @param values of all lines of the field
   * @throws IllegalArgumentException if it has one that is none
   */
  static Optional<Sha256Digest> parse(String name, List<String> values) {
    return sha256(values).map(value -> decode(name, value));
  }

  private static Sha256Digest decode(String name, String value) {
    Matcher bytes = BYTES.matcher(value);
    try {
      if (bytes.matches()) {
        return Sha256Digest.of(Base64.getDecoder().decode(bytes.group(1)));
      }
    } catch (IllegalArgumentException e) {
      throw malformed(name, value, e);
    }
    throw malformed(name, value, null);
  }

  private static IllegalArgumentException malformed(
      String name, String value, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "%s must have for sha-256 a colon, 32 bytes in base64 and a colon, was '%s'"
            .formatted(name, value),
        cause);
  }

  /** Whether a {@code Want-Repr-Digest} wants SHA-256: a preference of 1 to 10 (§4). */
  static boolean wantsSha256(List<String> values) {
    return sha256(values).filter(value -> PREFERENCE.matcher(value).matches()).isPresent();
  }

  /** The last one counts, as in any dictionary. */
  private static Optional<String> sha256(List<String> values) {
    return values.stream()
        .flatMap(line -> Arrays.stream(line.split(",", -1)))
        .map(member -> SHA_256.matcher(member.strip()))
        .filter(Matcher::matches)
        .map(member -> Stream.of(member.group(1) == null ? "" : member.group(1).strip()))
        .reduce((first, last) -> last)
        .flatMap(Stream::findFirst);
  }
}
