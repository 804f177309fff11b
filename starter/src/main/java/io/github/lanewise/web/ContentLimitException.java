package io.github.lanewise.web;

import java.io.Serial;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A multipart body, or a part of it, is larger than it may be: 413. */
public final class ContentLimitException extends HttpBodyException {

  @Serial private static final long serialVersionUID = 1L;

  ContentLimitException(String detail, @Nullable Throwable cause) {
    super(HttpStatus.CONTENT_TOO_LARGE, "Content too large", detail, cause);
  }
}
