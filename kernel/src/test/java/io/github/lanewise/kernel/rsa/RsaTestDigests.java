package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.sha256.Sha256Digest;

/** Numbered digests: of no message, which does not matter to a signature. */
final class RsaTestDigests {

  private RsaTestDigests() {}

  static Sha256Digest of(int number) {
    byte[] digest = new byte[Sha256Digest.BYTES];
    digest[0] = (byte) number;
    return Sha256Digest.of(digest);
  }
}
