package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.RSAPrivateCrtKeySpec;

/** The same signature by the JDK's provider: code that shares nothing with ours but the key. */
final class JcaSigning {

  private JcaSigning() {}

  /** {@code NONEwithRSA} pads what it is given and hashes nothing, so the digest is not hashed. */
  static byte[] sign(RsaKey key, Sha256Digest digest) {
    byte[] signature;
    try {
      Signature signer = Signature.getInstance("NONEwithRSA");
      signer.initSign(privateKey(key.values()));
      signer.update(Pkcs1Encoding.digestInfo(digest));
      signature = signer.sign();
    } catch (GeneralSecurityException cause) {
      // The provider checks its CRT results too, and tells a fault this way.
      throw new FaultySignatureException(key.keyId(), cause);
    }
    return Release.checked(key.publicKey(), digest, signature);
  }

  private static PrivateKey privateKey(CrtValues key) throws GeneralSecurityException {
    return KeyFactory.getInstance("RSA")
        .generatePrivate(
            new RSAPrivateCrtKeySpec(
                key.n(), key.e(), key.d(), key.p(), key.q(), key.dP(), key.dQ(), key.qInv()));
  }
}
