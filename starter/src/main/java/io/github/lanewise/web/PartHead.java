package io.github.lanewise.web;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * What stands before the content of a part.
 *
 * @param headers the part's own, cannot be changed
 * @param name of the form's field
 * @param filename null for a plain field
 * @param charset that a plain text field is written in; null for everything else
 */
record PartHead(
    HttpHeaders headers, String name, @Nullable String filename, @Nullable Charset charset)
    implements PartToken {

  /**
   * Reads fields as RFC 7578 §5.1 has them in practice, in UTF-8.
   *
   * @param block with the blank line at its end
   * @throws MalformedMultipartException if it breaks the format, or does not name its part
   */
  static PartHead parse(byte[] block) {
    HttpHeaders headers = fields(new String(block, StandardCharsets.UTF_8));
    if (headers.getOrEmpty(HttpHeaders.CONTENT_DISPOSITION).size() != 1) {
      throw malformed("a part must have one Content-Disposition", null);
    }
    try {
      ContentDisposition disposition = headers.getContentDisposition();
      String name = disposition.getName();
      if (name == null) {
        throw malformed("the Content-Disposition of a part must have a name", null);
      }
      String filename = disposition.getFilename();
      Charset charset = filename == null ? textCharset(headers) : null;
      return new PartHead(HttpHeaders.readOnlyHttpHeaders(headers), name, filename, charset);
    } catch (InvalidMediaTypeException e) {
      throw malformed("the Content-Type of a part must be a media type: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw malformed("a part must have a valid Content-Disposition: " + e.getMessage(), e);
    }
  }

  /** As RFC 7578 §4.4 and §4.5: text unless something else is said, in UTF-8 likewise. */
  private static @Nullable Charset textCharset(HttpHeaders headers) {
    MediaType type = headers.getContentType();
    if (type == null) {
      return StandardCharsets.UTF_8;
    }
    if (!MediaType.TEXT_PLAIN.equalsTypeAndSubtype(type)) {
      return null;
    }
    Charset charset = type.getCharset();
    return charset == null ? StandardCharsets.UTF_8 : charset;
  }

  private static HttpHeaders fields(String block) {
    HttpHeaders headers = new HttpHeaders();
    String field = "";
    for (String line : block.split("\r\n", -1)) {
      // A line that begins with a blank goes on with the field before it (RFC 5322 §2.2.3).
      if (!field.isEmpty() && (line.startsWith(" ") || line.startsWith("\t"))) {
        field += line;
        continue;
      }
      add(headers, field);
      field = line;
    }
    return headers;
  }

  private static void add(HttpHeaders headers, String field) {
    if (field.isEmpty()) {
      return;
    }
    // A bare CR or LF, say, that would end a line for somebody else.
    if (field.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 0x7f)) {
      throw malformed("the head of a part must have no control characters", null);
    }
    int colon = field.indexOf(':');
    if (colon < 1 || !field.chars().limit(colon).allMatch(c -> c > ' ' && c <= '~')) {
      throw malformed("the head of a part must be lines of 'name: value'", null);
    }
    headers.add(field.substring(0, colon), field.substring(colon + 1).strip());
  }

  private static MalformedMultipartException malformed(String rule, @Nullable Throwable cause) {
    return new MalformedMultipartException(rule, cause);
  }
}
