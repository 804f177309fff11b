package io.github.lanewise.sample.archive;

import io.github.lanewise.kernel.rsa.InvalidRsaKeyException;
import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.kernel.rsa.RsaPublicKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;

/** Keys in PEM files. */
final class KeyPem {

  private KeyPem() {}

  /** A private key: PKCS #8 or PKCS #1, unencrypted. */
  static RsaKey readPrivate(FileName file) throws IOException {
    String pem = read(file);
    try {
      return RsaKey.ofPem(pem);
    } catch (InvalidRsaKeyException e) {
      throw unusable(file, e);
    }
  }

  /** A public key, or that of a certificate or of a private key. */
  static RsaPublicKey readPublic(FileName file) throws IOException {
    String pem = read(file);
    try {
      if (pem.contains("-----BEGIN CERTIFICATE-----")) {
        return RsaPublicKey.of(
            CertificateFactory.getInstance("X.509")
                .generateCertificate(
                    new ByteArrayInputStream(pem.getBytes(StandardCharsets.ISO_8859_1)))
                .getPublicKey());
      }
      return pem.contains("PRIVATE KEY-----")
          ? RsaKey.ofPem(pem).publicKey()
          : RsaPublicKey.ofPem(pem);
    } catch (InvalidRsaKeyException | CertificateException e) {
      throw unusable(file, e);
    }
  }

  private static String read(FileName file) throws IOException {
    try {
      return Files.readString(file.toPath(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new IOException(ShellQuoting.quote(file) + ": " + Failures.textOf(e), e);
    }
  }

  private static IOException unusable(FileName file, Exception cause) {
    return new IOException(ShellQuoting.quote(file) + ": " + cause.getMessage(), cause);
  }
}
