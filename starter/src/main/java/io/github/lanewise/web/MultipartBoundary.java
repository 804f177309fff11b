package io.github.lanewise.web;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** What separates the parts of a body (RFC 2046 §5.1.1). */
final class MultipartBoundary {

  private static final int MAX_LENGTH = 70;

  private MultipartBoundary() {}

  /**
   * CR LF, two hyphens and the boundary that the headers of a message name.
   *
   * @throws MalformedMultipartException if they name none, or one that cannot be
   */
  static byte[] delimiter(HttpHeaders headers) {
    String boundary = parameter(headers);
    int length = boundary.length();
    if (length < 1 || length > MAX_LENGTH) {
      throw new MalformedMultipartException(
          "a boundary must have 1 to %d characters, has %d".formatted(MAX_LENGTH, length), null);
    }
    if (!boundary.chars().allMatch(c -> c >= ' ' && c <= '~') || boundary.endsWith(" ")) {
      throw new MalformedMultipartException(
          "a boundary must be of printable US-ASCII characters and not end in a space, was '%s'"
              .formatted(boundary),
          null);
    }
    return ("\r\n--" + boundary).getBytes(StandardCharsets.US_ASCII);
  }

  private static String parameter(HttpHeaders headers) {
    MediaType type;
    try {
      type = headers.getContentType();
    } catch (InvalidMediaTypeException e) {
      throw new MalformedMultipartException(
          "the Content-Type of a multipart body must be a media type: " + e.getMessage(), e);
    }
    String boundary = type == null ? null : type.getParameter("boundary");
    if (boundary == null || !isMultipart(type)) {
      throw new MalformedMultipartException(
          "the Content-Type of a multipart body must be multipart with a boundary, was " + type,
          null);
    }
    return unquoted(boundary);
  }

  private static boolean isMultipart(@Nullable MediaType type) {
    return type != null && type.getType().equals("multipart");
  }

  private static String unquoted(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1") : value;
  }
}
