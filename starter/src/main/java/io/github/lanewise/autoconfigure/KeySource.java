package io.github.lanewise.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/**
 * What stands in {@code lanewise.signing.private-key}: the PEM itself, as Boot takes it in its own
 * bundles, or where it is. A key must not be read from a failure report, so a value that may be one
 * is never repeated in a message.
 *
 * @param loader finds {@code file:}, {@code classpath:} and what else the application knows
 */
record KeySource(ResourceLoader loader) {

  private static final String PEM_HEADER = "-----BEGIN";

  /** A location to Boot, but one that holds the key. */
  private static final String BASE64 = "base64:";

  /** Longer than any location is likely to be, and shorter than any RSA key in base64. */
  private static final int LONGEST_LOCATION = 512;

  /** The PEM text. */
  String read(String value) throws IOException {
    if (value.contains(PEM_HEADER)) {
      return value;
    }
    if (value.startsWith(BASE64)) {
      return new String(
          Base64.getDecoder().decode(value.substring(BASE64.length())), StandardCharsets.UTF_8);
    }
    if (!isLocation(value)) {
      throw new IOException("it is no location, and as PEM it lacks its first line");
    }
    Resource resource = loader.getResource(value);
    if (!resource.exists() && isFile(value)) {
      return Files.readString(Path.of(value));
    }
    return resource.getContentAsString(StandardCharsets.UTF_8);
  }

  /** The value as a message may have it. */
  static String describe(String value) {
    if (value.contains(PEM_HEADER)) {
      return "a PEM of its own";
    }
    return isLocation(value)
        ? "'" + value + "'"
        : "a value of %d characters that is not shown".formatted(value.length());
  }

  private static boolean isLocation(String value) {
    return value.length() <= LONGEST_LOCATION
        && value.lines().count() == 1
        && !value.startsWith(BASE64);
  }

  /** Spring takes a plain path for one of the class path, where nobody keeps a key. */
  private static boolean isFile(String value) {
    try {
      return Files.isRegularFile(Path.of(value));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
