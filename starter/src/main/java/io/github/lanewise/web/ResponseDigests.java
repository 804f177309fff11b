package io.github.lanewise.web;

/** Which responses get digest fields (RFC 9530). */
public enum ResponseDigests {

  /** None; {@code Want-*} is not answered. */
  NEVER,

  /** Those whose request wants them, by {@code Want-Content-Digest} or {@code Want-Repr-Digest}. */
  WANTED,

  /** As wanted, and {@code Content-Digest} in all others too. */
  ALWAYS
}
