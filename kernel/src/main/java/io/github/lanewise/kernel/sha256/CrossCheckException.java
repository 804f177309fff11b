package io.github.lanewise.kernel.sha256;

/**
 * The digest of a message is not released, because a lane engine that took part in it was found to
 * hash wrongly, and earlier segments of the message, which {@code jdk} would need, are gone. Hash
 * the message again from its beginning: that will be done by {@code jdk}.
 */
public final class CrossCheckException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  CrossCheckException(String betrayal) {
    super(
        "the digest is not released, because lanes that it was made in cannot be trusted ("
            + betrayal
            + "); hash the message again from its beginning");
  }
}
