package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.RSAPrivateCrtKeySpec;
import javax.crypto.Cipher;

/**
 * The same signature by the JDK's provider: arithmetic that shares nothing with ours but the key.
 */
final class JcaSigning {

  private JcaSigning() {}

  static byte[] sign(RsaKey key, Sha256Digest digest, SignatureScheme scheme, SecureRandom random) {
    byte[] signature;
    try {
      PrivateKey privateKey = privateKey(key.values());
      signature =
          switch (scheme) {
            case PKCS1_V1_5 -> signPadded(privateKey, digest);
            case PSS -> power(privateKey, scheme.encode(digest, key.bits(), random));
          };
    } catch (GeneralSecurityException cause) {
      // The provider checks its CRT results too, and tells a fault this way.
      throw new FaultySignatureException(key.keyId(), cause);
    }
    return Release.checked(key.publicKey(), scheme, digest, signature);
  }

  /** {@code NONEwithRSA} pads what it is given and hashes nothing, so the digest is not hashed. */
  private static byte[] signPadded(PrivateKey key, Sha256Digest digest)
      throws GeneralSecurityException {
    Signature signer = Signature.getInstance("NONEwithRSA");
    signer.initSign(key);
    signer.update(Pkcs1Encoding.digestInfo(digest));
    return signer.sign();
  }

  /** The private-key operation alone, which the JCA calls decryption without padding. */
  private static byte[] power(PrivateKey key, byte[] encoded) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("RSA/ECB/NoPadding");
    cipher.init(Cipher.DECRYPT_MODE, key);
    return cipher.doFinal(encoded);
  }

  private static PrivateKey privateKey(CrtValues key) throws GeneralSecurityException {
    return KeyFactory.getInstance("RSA")
        .generatePrivate(
            new RSAPrivateCrtKeySpec(
                key.n(), key.e(), key.d(), key.p(), key.q(), key.dP(), key.dQ(), key.qInv()));
  }
}
