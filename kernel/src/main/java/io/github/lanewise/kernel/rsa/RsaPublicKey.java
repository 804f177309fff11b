package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The public half of a key: verifies, and names itself. Immutable, safe for any number of threads;
 * equal when modulus and exponent are.
 */
public final class RsaPublicKey {

  private static final Base64.Encoder BASE64_URL = Base64.getUrlEncoder().withoutPadding();

  private final BigInteger n;
  private final BigInteger e;
  private final OddModulus modulus;
  private final String keyId;

  /** For values that were checked. */
  RsaPublicKey(BigInteger n, BigInteger e) {
    this.n = n;
    this.e = e;
    this.modulus = new OddModulus(Words.of(n));
    this.keyId = thumbprint(n, e);
  }

  /**
   * Takes the JCA's key.
   *
   * @throws InvalidRsaKeyException if it is not an RSA key, its modulus has not 2,048 to 8,192
   *     bits, or its exponent is not odd and from 3 to below 2^64
   */
  public static RsaPublicKey of(PublicKey key) {
    if (!(key instanceof RSAPublicKey rsa)) {
      throw new InvalidRsaKeyException("the key must be an RSA key, is " + key.getAlgorithm());
    }
    int bits = rsa.getModulus().bitLength();
    if (bits < RsaKeyRules.MIN_BITS
        || bits > RsaKeyRules.MAX_BITS
        || !rsa.getModulus().testBit(0)) {
      throw new InvalidRsaKeyException(
          "the modulus must be odd and have 2048 to 8192 bits, has " + bits);
    }
    BigInteger e = rsa.getPublicExponent();
    if (!e.testBit(0) || e.compareTo(BigInteger.TWO) <= 0 || e.bitLength() > 64) {
      throw new InvalidRsaKeyException("e must be odd, at least 3 and below 2^64");
    }
    return new RsaPublicKey(rsa.getModulus(), e);
  }

  /**
   * Reads a PEM text with one {@code PUBLIC KEY} block (SubjectPublicKeyInfo, RFC 5280 §4.1), as
   * {@code openssl pkey -pubout} and {@link #pem()} write it.
   *
   * @throws InvalidRsaKeyException if the text is something else, or as {@link #of} says
   */
  public static RsaPublicKey ofPem(String pem) {
    PemBlock block = PemBlock.only(pem);
    if (!block.label().equals("PUBLIC KEY")) {
      throw new InvalidRsaKeyException("the PEM must be a PUBLIC KEY, is a " + block.label());
    }
    try {
      return of(KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(block.der())));
    } catch (GeneralSecurityException cause) {
      throw new InvalidRsaKeyException("the PEM must hold an RSA public key, does not", cause);
    }
  }

  /**
   * Whether this key confirms a signature: RSASSA-PKCS1-v1_5 (RFC 8017 §8.2.2), by encoding the
   * digest again and comparing all of it, so no padding is parsed.
   *
   * @param signature any bytes; what has not the length of the modulus is no signature
   */
  public boolean verifies(Sha256Digest digest, byte[] signature) {
    return verifies(digest, signature, SignatureScheme.PKCS1_V1_5);
  }

  /**
   * As {@link #verifies(Sha256Digest, byte[])}, by the given scheme. RSASSA-PSS (§8.1.2) has to be
   * with SHA-256, MGF1 with SHA-256 and 32 bytes of salt.
   */
  public boolean verifies(Sha256Digest digest, byte[] signature, SignatureScheme scheme) {
    long[] recovered = recover(signature);
    return recovered != null && confirms(digest, recovered, scheme);
  }

  /**
   * RSAVP1 (RFC 8017 §5.2.2): signature^e mod n.
   *
   * @return words; null if the octets are no signature, see {@link #representative}
   */
  long @Nullable [] recover(byte[] signature) {
    long[] s = representative(signature);
    if (s == null) {
      return null;
    }
    powerAlone(power(s));
    return s;
  }

  /** RSAVP1 as a task, whose result is written over s. */
  Exponentiation power(long[] s) {
    return Exponentiation.ofPublic(modulus, s, e.longValue(), s);
  }

  /** Computes such a task; its exponent is public, so that only its ones cost a product. */
  static void powerAlone(Exponentiation task) {
    Montgomery modulo = task.modulus().montgomery();
    long[] scratch = modulo.scratch();
    long[] base = modulo.ofWords(task.base());
    modulo.multiply(base, base, modulo.rSquared(), scratch);
    long[] power = new long[modulo.limbs()];
    modulo.power(power, base, task.exponent()[0], scratch);
    long[] one = new long[modulo.limbs()];
    one[0] = 1;
    modulo.multiply(power, power, one, scratch);
    modulo.toWords(power, task.result());
  }

  /**
   * The number that the octets of a signature stand for.
   *
   * @return words; null if the octets have not the length of the modulus or are not below it
   */
  long @Nullable [] representative(byte[] signature) {
    if (signature.length != signatureBytes()) {
      return null;
    }
    long[] s = Words.ofOctets(signature, modulus.length());
    return Words.below(s, modulus.words()) == 0 ? null : s;
  }

  /** Whether this is an encoding of the digest. */
  boolean confirms(Sha256Digest digest, long[] recovered, SignatureScheme scheme) {
    return scheme.isEncoding(Words.toOctets(recovered, signatureBytes()), digest, bits());
  }

  /** The length of every signature by this key: that of the modulus, in bytes. */
  public int signatureBytes() {
    return (n.bitLength() + 7) / 8;
  }

  /** The size of the modulus. */
  public int bits() {
    return n.bitLength();
  }

  /**
   * The JWK thumbprint (RFC 7638) with SHA-256, base64url without padding: 43 characters. The same
   * for the same key wherever it is computed.
   */
  public String keyId() {
    return keyId;
  }

  /** The JCA's form of this key. */
  public RSAPublicKey toJca() {
    try {
      return (RSAPublicKey)
          KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(n, e));
    } catch (GeneralSecurityException cause) {
      throw new IllegalStateException("this JDK refuses the public key " + keyId, cause);
    }
  }

  /** SubjectPublicKeyInfo as PEM with lines of 64 characters and a line feed after each. */
  public String pem() {
    byte[] newline = {'\n'};
    String body = Base64.getMimeEncoder(64, newline).encodeToString(toJca().getEncoded());
    return "-----BEGIN PUBLIC KEY-----\n" + body + "\n-----END PUBLIC KEY-----\n";
  }

  OddModulus modulus() {
    return modulus;
  }

  BigInteger n() {
    return n;
  }

  BigInteger e() {
    return e;
  }

  /** RFC 7638 §3: the required members in lexicographic order, without white space. */
  private static String thumbprint(BigInteger n, BigInteger e) {
    String jwk =
        "{\"e\":\"%s\",\"kty\":\"RSA\",\"n\":\"%s\"}"
            .formatted(
                BASE64_URL.encodeToString(Octets.shortest(e)),
                BASE64_URL.encodeToString(Octets.shortest(n)));
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(jwk.getBytes(StandardCharsets.US_ASCII));
      return BASE64_URL.encodeToString(hash);
    } catch (NoSuchAlgorithmException cause) {
      throw new IllegalStateException("every JDK has SHA-256, this one has not", cause);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RsaPublicKey that && n.equals(that.n) && e.equals(that.e);
  }

  @Override
  public int hashCode() {
    return keyId.hashCode();
  }

  @Override
  public String toString() {
    return "RsaPublicKey[" + keyId + ", " + bits() + " bits]";
  }
}
