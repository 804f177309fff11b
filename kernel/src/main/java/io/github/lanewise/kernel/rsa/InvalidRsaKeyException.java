package io.github.lanewise.kernel.rsa;

import java.util.List;

/**
 * A key that must not be used, with every rule that it violates.
 *
 * <p>The texts name rules and public values (sizes, the public exponent); no private value is in
 * them, so they may be logged.
 */
public final class InvalidRsaKeyException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final List<String> violations;

  InvalidRsaKeyException(List<String> violations) {
    super(String.join("; ", violations));
    this.violations = List.copyOf(violations);
  }

  InvalidRsaKeyException(String violation) {
    this(List.of(violation));
  }

  InvalidRsaKeyException(String violation, Throwable cause) {
    super(violation, cause);
    this.violations = List.of(violation);
  }

  /** One text per violated rule, at least one; unmodifiable. */
  public List<String> violations() {
    return violations;
  }
}
