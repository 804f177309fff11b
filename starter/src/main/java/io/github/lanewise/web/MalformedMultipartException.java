package io.github.lanewise.web;

import java.io.Serial;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A multipart body that breaks the rules of its format (RFC 7578): 400. */
public final class MalformedMultipartException extends HttpBodyException {

  @Serial private static final long serialVersionUID = 1L;

  MalformedMultipartException(String detail, @Nullable Throwable cause) {
    super(HttpStatus.BAD_REQUEST, "Malformed multipart body", detail, cause);
  }
}
