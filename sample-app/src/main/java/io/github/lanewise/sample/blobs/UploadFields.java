package io.github.lanewise.sample.blobs;

import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * The header fields of draft-ietf-httpbis-resumable-upload-12, which are items of RFC 9651. A value
 * of another type is ignored as the draft demands.
 */
final class UploadFields {

  static final String COMPLETE = "Upload-Complete";
  static final String OFFSET = "Upload-Offset";
  static final String LENGTH = "Upload-Length";
  static final String LIMIT = "Upload-Limit";

  /** RFC 9651 §3.3.1: at most 15 digits. */
  private static final Pattern INTEGER = Pattern.compile("[0-9]{1,15}");

  private UploadFields() {}

  /** Whether this is said to be the last of an upload; empty if nothing is said. */
  static Optional<Boolean> complete(HttpHeaders headers) {
    String value = headers.getFirst(COMPLETE);
    if (value == null || !(value.strip().equals("?0") || value.strip().equals("?1"))) {
      return Optional.empty();
    }
    return Optional.of(value.strip().equals("?1"));
  }

  static Optional<Long> length(HttpHeaders headers) {
    return integer(headers, LENGTH);
  }

  /**
   * Where the body begins.
   *
   * @throws ResponseStatusException 400, without it nothing can be appended
   */
  static long offset(HttpHeaders headers) {
    return integer(headers, OFFSET)
        .orElseThrow(
            () ->
                new ResponseStatusException(
                    HttpStatus.BAD_REQUEST,
                    "Upload-Offset must be a number of bytes, was " + headers.getFirst(OFFSET)));
  }

  private static Optional<Long> integer(HttpHeaders headers, String name) {
    return Optional.ofNullable(headers.getFirst(name))
        .map(String::strip)
        .filter(value -> INTEGER.matcher(value).matches())
        .map(Long::valueOf);
  }

  static Optional<Long> contentLength(HttpHeaders headers) {
    return Optional.of(headers.getContentLength()).filter(length -> length >= 0);
  }

  static String complete(boolean complete) {
    return complete ? "?1" : "?0";
  }
}
