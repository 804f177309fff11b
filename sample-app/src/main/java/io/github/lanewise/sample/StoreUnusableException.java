package io.github.lanewise.sample;

import java.io.IOException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A store without which the service cannot start. */
public final class StoreUnusableException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  private final String remedy;

  /** The fact, and what the reader can do about it. */
  public StoreUnusableException(String fact, String remedy, @Nullable IOException cause) {
    super(fact, cause);
    this.remedy = remedy;
  }

  /** What the reader of the message can do. */
  public String remedy() {
    return remedy;
  }
}
