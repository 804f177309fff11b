package io.github.lanewise.kernel.rsa;

import java.security.PrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.util.List;

/**
 * A private RSA key with two primes and its CRT values, checked when it is loaded. Immutable, safe
 * for any number of threads.
 *
 * <p>Checked, each with a text of its own (RFC 8017 §3.2, FIPS 186-5 appendix A.1):
 *
 * <ul>
 *   <li>the modulus has 2,048 to 8,192 bits, a multiple of 8
 *   <li>e is odd, above 2^16 and below 2^64 (3 as well, where {@link PublicExponentRule#ALLOW_3} is
 *       given)
 *   <li>p·q = n; p and q are odd primes of half the size each that are not close to one another
 *   <li>e·d ≡ 1 modulo p−1 and modulo q−1, 2^(bits/2) &lt; d &lt; n
 *   <li>e·dP ≡ 1 modulo p−1, e·dQ ≡ 1 modulo q−1, q·qInv ≡ 1 modulo p, each reduced
 * </ul>
 *
 * <p>No private value can be read from it, and its text shows none. They stay in memory, as {@link
 * java.math.BigInteger}s and as words, until the garbage collector takes the key and reuses its
 * place: the former cannot be erased, so there is no {@code destroy} that would promise it.
 */
public final class RsaKey {

  private final CrtValues values;
  private final RsaPublicKey publicKey;
  private final CrtKey crt;

  private RsaKey(CrtValues values) {
    this.values = values;
    this.publicKey = new RsaPublicKey(values.n(), values.e());
    this.crt = new CrtKey(values, publicKey.modulus());
  }

  /**
   * Takes the JCA's key, whose public exponent must be above 2^16.
   *
   * @throws InvalidRsaKeyException with every violated rule; also if the key is not RSA, is for
   *     RSASSA-PSS only, or does not show its CRT values (a key that stays in a token)
   */
  public static RsaKey of(PrivateKey key) {
    return of(key, PublicExponentRule.ABOVE_65536);
  }

  /** As {@link #of(PrivateKey)}, with a say in the public exponent. */
  public static RsaKey of(PrivateKey key, PublicExponentRule exponentRule) {
    if (key.getAlgorithm().equals("RSASSA-PSS")) {
      throw new InvalidRsaKeyException(
          "the key must be allowed for RSASSA-PKCS1-v1_5, is for RSASSA-PSS only");
    }
    if (!(key instanceof RSAPrivateCrtKey crt)) {
      throw new InvalidRsaKeyException(
          "the key must be an RSA key that shows its CRT values (p, q, dP, dQ, qInv), this "
              + key.getAlgorithm()
              + " key does not");
    }
    return checked(CrtValues.of(crt), exponentRule);
  }

  /**
   * Reads a PEM text with one block, {@code PRIVATE KEY} (PKCS #8) or {@code RSA PRIVATE KEY} (PKCS
   * #1), whose public exponent must be above 2^16.
   *
   * @throws InvalidRsaKeyException with every violated rule; also if the PEM is encrypted, holds
   *     another kind of key, more than one block, or bytes after the key
   */
  public static RsaKey ofPem(String pem) {
    return ofPem(pem, PublicExponentRule.ABOVE_65536);
  }

  /** As {@link #ofPem(String)}, with a say in the public exponent. */
  public static RsaKey ofPem(String pem, PublicExponentRule exponentRule) {
    return checked(PrivateKeyPem.read(pem), exponentRule);
  }

  static RsaKey checked(CrtValues values, PublicExponentRule exponentRule) {
    List<String> violations = RsaKeyRules.violations(values, exponentRule);
    if (!violations.isEmpty()) {
      throw new InvalidRsaKeyException(violations);
    }
    return new RsaKey(values);
  }

  /** The public half. */
  public RsaPublicKey publicKey() {
    return publicKey;
  }

  /** The public half as PEM, see {@link RsaPublicKey#pem()}. */
  public String publicPem() {
    return publicKey.pem();
  }

  /** The thumbprint of the public half, see {@link RsaPublicKey#keyId()}. */
  public String keyId() {
    return publicKey.keyId();
  }

  /** The size of the modulus. */
  public int bits() {
    return publicKey.bits();
  }

  CrtValues values() {
    return values;
  }

  /** The values as words, for signing. */
  CrtKey crt() {
    return crt;
  }

  /** Key id and size; nothing private. */
  @Override
  public String toString() {
    return "RsaKey[" + keyId() + ", " + bits() + " bits]";
  }
}
