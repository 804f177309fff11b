package io.github.lanewise.autoconfigure;

import java.io.Serial;

/** A {@code lanewise} property with which the application cannot start. */
public final class InvalidPropertyException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final String remedy;

  InvalidPropertyException(String fact, String remedy) {
    super(fact);
    this.remedy = remedy;
  }

  InvalidPropertyException(String fact, String remedy, Throwable cause) {
    super(fact, cause);
    this.remedy = remedy;
  }

  /** What the reader of the message can do, one or two sentences. */
  public String remedy() {
    return remedy;
  }
}
