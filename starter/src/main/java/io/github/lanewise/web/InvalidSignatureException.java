package io.github.lanewise.web;

import java.io.Serial;

/** A response has no signature that can be relied on: none, a wrong one, or one over too little. */
public final class InvalidSignatureException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  InvalidSignatureException(String message) {
    super(message);
  }

  InvalidSignatureException(String message, Throwable cause) {
    super(message, cause);
  }
}
