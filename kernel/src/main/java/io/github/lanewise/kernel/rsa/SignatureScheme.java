package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.security.MessageDigest;
import java.security.SecureRandom;

/** How a digest becomes the number that is signed: the two signature schemes of RFC 8017 §8. */
public enum SignatureScheme {

  /**
   * RSASSA-PKCS1-v1_5 (§8.2), {@code SHA256withRSA} in the JCA: fixed padding, so that the same
   * digest gets the same signature from the same key. What every tool verifies.
   */
  PKCS1_V1_5("RSASSA-PKCS1-v1_5", "RS256") {
    @Override
    byte[] encode(Sha256Digest digest, int modulusBits, SecureRandom random) {
      return Pkcs1Encoding.encode(digest, octets(modulusBits));
    }

    @Override
    boolean isEncoding(byte[] encoded, Sha256Digest digest, int modulusBits) {
      return MessageDigest.isEqual(encoded, Pkcs1Encoding.encode(digest, octets(modulusBits)));
    }
  },

  /**
   * RSASSA-PSS (§8.1) with SHA-256, MGF1 with SHA-256 and a salt of 32 bytes: another signature
   * each time, with a proof of security.
   */
  PSS("RSASSA-PSS", "PS256") {
    @Override
    byte[] encode(Sha256Digest digest, int modulusBits, SecureRandom random) {
      byte[] salt = new byte[PssEncoding.SALT_BYTES];
      random.nextBytes(salt);
      return PssEncoding.encode(digest, salt, modulusBits);
    }

    @Override
    boolean isEncoding(byte[] encoded, Sha256Digest digest, int modulusBits) {
      return PssEncoding.isEncoding(encoded, digest, modulusBits);
    }
  };

  private final String algorithm;
  private final String joseName;

  SignatureScheme(String algorithm, String joseName) {
    this.algorithm = algorithm;
    this.joseName = joseName;
  }

  /** The scheme's name in RFC 8017: {@code RSASSA-PKCS1-v1_5} or {@code RSASSA-PSS}. */
  public String algorithm() {
    return algorithm;
  }

  /** The name of scheme and hash in JOSE (RFC 7518 §3.1): {@code RS256} or {@code PS256}. */
  public String joseName() {
    return joseName;
  }

  /** The encoded message, as many octets as the modulus has, and below it as a number. */
  abstract byte[] encode(Sha256Digest digest, int modulusBits, SecureRandom random);

  /**
   * Whether this is an encoding of the digest.
   *
   * @param encoded as many octets as the modulus has
   */
  abstract boolean isEncoding(byte[] encoded, Sha256Digest digest, int modulusBits);

  private static int octets(int bits) {
    return (bits + 7) / 8;
  }
}
