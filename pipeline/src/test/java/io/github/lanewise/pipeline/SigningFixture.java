package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.time.Duration;

/** A key made for this run, numbered messages, and what the JCA signs them with. */
final class SigningFixture {

  static final Duration LIMIT = Duration.ofSeconds(60);

  private static final KeyPair PAIR = generate();

  static final RsaKey KEY = RsaKey.of(PAIR.getPrivate());

  private SigningFixture() {}

  static byte[] message(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  static Sha256Digest digest(int number) {
    try {
      return Sha256Digest.of(MessageDigest.getInstance("SHA-256").digest(message(number)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static RsaSignature expected(int number) {
    try {
      Signature signer = Signature.getInstance("SHA256withRSA");
      signer.initSign(PAIR.getPrivate());
      signer.update(message(number));
      return RsaSignature.of(signer.sign(), KEY.keyId());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** RSASSA-PSS is another signature each time, so that there is none to be expected. */
  static boolean jcaVerifiesPss(int number, RsaSignature signature) {
    try {
      Signature verifier = Signature.getInstance("RSASSA-PSS");
      verifier.setParameter(
          new PSSParameterSpec(
              "SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, PSSParameterSpec.TRAILER_FIELD_BC));
      verifier.initVerify(PAIR.getPublic());
      verifier.update(message(number));
      return verifier.verify(signature.toByteArray());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static SignedDigest expectedSigned(int number) {
    return new SignedDigest(digest(number), expected(number));
  }

  static KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2_048);
      return generator.generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
