package io.github.lanewise.web;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import org.jspecify.annotations.Nullable;

/** What came of hashing one body: SHA-256 always, SHA-512 if it was asked for. */
final class BodyDigests {

  private final Sha256Digest sha256;
  private final byte @Nullable [] sha512;

  BodyDigests(Sha256Digest sha256, byte @Nullable [] sha512) {
    this.sha256 = sha256;
    this.sha512 = sha512;
  }

  Sha256Digest sha256() {
    return sha256;
  }

  boolean has(DigestAlgorithm algorithm) {
    return algorithm == DigestAlgorithm.SHA_256 || sha512 != null;
  }

  /**
   * The digest by an algorithm.
   *
   * @throws IllegalStateException if it was not asked for
   */
  byte[] of(DigestAlgorithm algorithm) {
    if (algorithm == DigestAlgorithm.SHA_256) {
      return sha256.toByteArray();
    }
    if (sha512 == null) {
      throw new IllegalStateException("a digest is there if it was asked for, sha-512 was not");
    }
    return sha512;
  }
}
