package io.github.lanewise.observation;

import io.github.lanewise.kernel.rsa.SignatureScheme;

/**
 * A signature, from its subscription until it may leave; the time that it waited for a worker is in
 * it.
 *
 * @since 0.1
 */
public final class SignatureObservationContext extends OperationObservationContext {

  private final SignatureScheme scheme;

  SignatureObservationContext(SignatureScheme scheme) {
    this.scheme = scheme;
  }

  /** The scheme of the signature. */
  public SignatureScheme scheme() {
    return scheme;
  }
}
