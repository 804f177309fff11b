package io.github.lanewise.sample.logs;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * Records were hashed, and could not be signed or kept; those not answered for may be sent again.
 */
final class LogUnavailableException extends ResponseStatusException {

  private static final long serialVersionUID = 1L;

  LogUnavailableException(Throwable cause) {
    super(
        HttpStatus.SERVICE_UNAVAILABLE,
        "records must be signed and kept before they are acknowledged, that failed",
        cause);
  }
}
