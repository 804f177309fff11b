package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;

/** Which public exponents a private key may have. */
public enum PublicExponentRule {

  /** Odd, above 2^16 and below 2^64: the rule unless told otherwise. */
  ABOVE_65536("e must be odd, above 2^16 and below 2^64"),

  /**
   * Also 3, for keys that exist already. With PKCS #1 v1.5 it is as strong as its verifiers: those
   * that do not look at the whole padding can be forged for (Bleichenbacher, CRYPTO 2006 rump
   * session).
   */
  ALLOW_3("e must be 3, or odd, above 2^16 and below 2^64");

  private static final BigInteger THREE = BigInteger.valueOf(3);

  // FIPS 186-5 §5.4 allows up to 2^256, but the JDK and OpenSSL refuse more than 64 bits with large
  // moduli, and a signature that nobody can verify is no use.
  private static final int MIN_BITS = 17;
  private static final int MAX_BITS = 64;

  private final String rule;

  PublicExponentRule(String rule) {
    this.rule = rule;
  }

  boolean accepts(BigInteger e) {
    if (this == ALLOW_3 && e.equals(THREE)) {
      return true;
    }
    return e.testBit(0) && e.bitLength() >= MIN_BITS && e.bitLength() <= MAX_BITS;
  }

  String rule() {
    return rule;
  }
}
