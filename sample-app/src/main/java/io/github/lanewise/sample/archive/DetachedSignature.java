package io.github.lanewise.sample.archive;

import io.github.lanewise.kernel.rsa.RsaPublicKey;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A signature in a file of its own: the bytes alone, as {@code openssl dgst -sha256 -sign} writes
 * them (RSASSA-PKCS1-v1_5 over SHA-256).
 */
record DetachedSignature(FileName file) {

  /** The one whose name is the manifest's and {@code .sig}. */
  static DetachedSignature besides(FileName manifest) {
    return new DetachedSignature(new FileName(manifest.octets() + ".sig"));
  }

  /** Whether it is by this key, of these bytes. */
  boolean isBy(RsaPublicKey key, byte[] bytes) throws IOException {
    byte[] signature;
    try {
      signature = Files.readAllBytes(file.toPath());
    } catch (IOException e) {
      throw new IOException(ShellQuoting.quote(file) + ": " + Failures.textOf(e), e);
    }
    return key.verifies(digestOf(bytes), signature);
  }

  static Sha256Digest digestOf(byte[] bytes) {
    try {
      return Sha256Digest.of(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256, this one has not", e);
    }
  }

  /** The bytes of a file that is signed. */
  static byte[] read(FileName manifest) throws IOException {
    try {
      return Files.readAllBytes(manifest.toPath());
    } catch (IOException e) {
      throw new IOException(ShellQuoting.quote(manifest) + ": " + Failures.textOf(e), e);
    }
  }
}
