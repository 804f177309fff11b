package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import org.jspecify.annotations.Nullable;

/** The one door by which signatures leave this package. */
final class Release {

  private Release() {}

  /**
   * Hands out what the public key confirms, and nothing else (Boneh, DeMillo, Lipton 1997).
   *
   * @throws FaultySignatureException instead of the value, if it is wrong
   */
  static byte[] checked(
      RsaPublicKey key, SignatureScheme scheme, Sha256Digest digest, byte[] signature) {
    return checked(key, scheme, digest, signature, key.recover(signature));
  }

  /**
   * The same, where the power of the check was computed elsewhere.
   *
   * @param recovered signature^e mod n; null if the octets are no signature
   */
  static byte[] checked(
      RsaPublicKey key,
      SignatureScheme scheme,
      Sha256Digest digest,
      byte[] signature,
      long @Nullable [] recovered) {
    if (recovered == null || !key.confirms(digest, recovered, scheme)) {
      throw new FaultySignatureException(key.keyId());
    }
    return signature;
  }
}
