package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.math.BigInteger;

/** The one door by which signatures leave this package. */
final class Release {

  private Release() {}

  /**
   * Hands out what the public key confirms, and nothing else (Boneh, DeMillo, Lipton 1997).
   *
   * @param signature below the modulus
   * @throws FaultySignatureException instead of the value, if it is wrong
   */
  static byte[] checked(
      RsaPublicKey key, SignatureScheme scheme, Sha256Digest digest, BigInteger signature) {
    return checked(key, scheme, digest, Octets.ofInteger(signature, key.signatureBytes()));
  }

  static byte[] checked(
      RsaPublicKey key, SignatureScheme scheme, Sha256Digest digest, byte[] signature) {
    if (!key.verifies(digest, signature, scheme)) {
      throw new FaultySignatureException(key.keyId());
    }
    return signature;
  }
}
