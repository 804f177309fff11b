package io.github.lanewise.web;

import java.io.Serial;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A digest field that is none; on the server a 400. RFC 9651 §4.2 leaves that choice. */
public final class InvalidFieldException extends HttpBodyException {

  @Serial private static final long serialVersionUID = 1L;

  InvalidFieldException(String field, String reason, @Nullable Throwable cause) {
    super(
        HttpStatus.BAD_REQUEST,
        "Malformed digest field",
        "%s must be a dictionary of byte sequences (RFC 9530): %s".formatted(field, reason),
        cause);
  }
}
