package io.github.lanewise.web;

import java.io.Serial;
import org.springframework.http.HttpStatus;

/**
 * A body has not the digest that a field of its message gives. It comes at the end of the body,
 * instead of completion; on the server it is a 400.
 */
public final class DigestMismatchException extends HttpBodyException {

  @Serial private static final long serialVersionUID = 1L;

  DigestMismatchException(String field, DigestAlgorithm algorithm, String computed) {
    super(
        HttpStatus.BAD_REQUEST,
        "Digest mismatch",
        "the body must have the %s digest that %s gives, its own is %s"
            .formatted(algorithm.key(), field, computed),
        null);
  }
}
