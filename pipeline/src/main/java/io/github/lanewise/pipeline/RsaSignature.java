package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.rsa.RsaPublicKey;
import io.github.lanewise.kernel.rsa.SignatureScheme;
import java.util.Arrays;
import java.util.Base64;

/**
 * A signature over a SHA-256 digest (RFC 8017 §8), its scheme and the id of the key that made it.
 * The bytes are those that {@code openssl dgst -sha256 -verify} takes for the original file; for
 * RSASSA-PSS with {@code -sigopt rsa_padding_mode:pss}.
 *
 * <p>Immutable; equal when bytes, scheme and key id are. A value alone: {@link RsaVerifier} tells
 * whether it is right.
 */
public final class RsaSignature {

  private static final String HASH = "SHA-256";

  private final byte[] bytes;
  private final String keyId;
  private final SignatureScheme scheme;

  private RsaSignature(byte[] bytes, String keyId, SignatureScheme scheme) {
    this.bytes = bytes;
    this.keyId = keyId;
    this.scheme = scheme;
  }

  /** An RSASSA-PKCS1-v1_5 signature, see {@link #of(byte[], String, SignatureScheme)}. */
  public static RsaSignature of(byte[] bytes, String keyId) {
    return of(bytes, keyId, SignatureScheme.PKCS1_V1_5);
  }

  /**
   * A signature that was stored or sent.
   *
   * @param bytes as long as the modulus of the key; copied
   * @param keyId see {@link #keyId()}
   * @throws IllegalArgumentException if there are no bytes
   */
  public static RsaSignature of(byte[] bytes, String keyId, SignatureScheme scheme) {
    if (bytes.length == 0) {
      throw new IllegalArgumentException("a signature must have the bytes of its modulus, has 0");
    }
    return new RsaSignature(bytes.clone(), keyId, scheme);
  }

  /** An RSASSA-PKCS1-v1_5 signature, see {@link #ofBase64(String, String, SignatureScheme)}. */
  public static RsaSignature ofBase64(String base64, String keyId) {
    return ofBase64(base64, keyId, SignatureScheme.PKCS1_V1_5);
  }

  /**
   * A signature from the text that {@link #base64()} writes.
   *
   * @throws IllegalArgumentException if it is not base64 with padding, or empty
   */
  public static RsaSignature ofBase64(String base64, String keyId, SignatureScheme scheme) {
    return of(Base64.getDecoder().decode(base64), keyId, scheme);
  }

  /** A copy of the bytes: as many as the modulus has, big-endian. */
  public byte[] toByteArray() {
    return bytes.clone();
  }

  /** The bytes in base64 (RFC 4648 §4), with padding, without line breaks. */
  public String base64() {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** How it was made. */
  public SignatureScheme scheme() {
    return scheme;
  }

  /** The scheme's name in RFC 8017, see {@link SignatureScheme#algorithm()}. */
  public String algorithm() {
    return scheme.algorithm();
  }

  /** {@code SHA-256}, the hash that the scheme is used with, named as in FIPS 180-4. */
  public String hash() {
    return HASH;
  }

  /** The RFC 7638 thumbprint of the key that made it, see {@link RsaPublicKey#keyId()}. */
  public String keyId() {
    return keyId;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RsaSignature that
        && scheme == that.scheme
        && keyId.equals(that.keyId)
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Scheme, hash, key id and the bytes in base64. */
  @Override
  public String toString() {
    return algorithm() + " " + HASH + " " + keyId + " " + base64();
  }
}
