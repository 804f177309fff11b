package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.rsa.RsaCrt;
import io.github.lanewise.kernel.rsa.RsaEngineChoice;
import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.kernel.rsa.SignatureScheme;
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
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

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

  /** On two workers of the caller, one half at a time. */
  static RsaSigner signer(RsaCrt crt, Scheduler first, Scheduler second) {
    return signer(crt, RsaEngineChoice.uncalibrated(), first, second, Disposables.disposed());
  }

  /** On two threads of its own, one half at a time. */
  static RsaSigner signer(RsaCrt crt) {
    return signer(crt, RsaEngineChoice.uncalibrated());
  }

  /** On two threads of its own. */
  static RsaSigner signer(RsaCrt crt, RsaEngineChoice choice) {
    Scheduler first = Schedulers.newSingle("first", true);
    Scheduler second = Schedulers.newSingle("second", true);
    return signer(crt, choice, first, second, Disposables.composite(first, second));
  }

  static RsaSigner signer(
      RsaCrt crt, RsaEngineChoice choice, Scheduler first, Scheduler second, Disposable own) {
    return signer(crt, SignatureScheme.PKCS1_V1_5, choice, first, second, own);
  }

  static RsaSigner signer(
      RsaCrt crt,
      SignatureScheme scheme,
      RsaEngineChoice choice,
      Scheduler first,
      Scheduler second,
      Disposable own) {
    return new RsaSigner(crt, scheme, bits -> choice, first, second, Schedulers.immediate(), own);
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
