package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;
import java.security.SecureRandom;

/**
 * Base blinding (Kocher, CRYPTO '96, §10): the private exponent meets m·r^e, which tells nothing of
 * m, and its result s·r is divided by r at the end.
 *
 * @param factor r^e mod n
 * @param inverse r^−1 mod n
 * @param uses how many signatures this r and those it came from have blinded, this one included
 */
record Blinding(RsaPublicKey key, BigInteger factor, BigInteger inverse, int uses) {

  static Blinding fresh(RsaPublicKey key, SecureRandom random) {
    BigInteger r = unit(key.n(), random);
    // Throws ArithmeticException if r shares a factor with n: the odds are below 2^−1000.
    return new Blinding(key, r.modPow(key.e(), key.n()), r.modInverse(key.n()), 1);
  }

  /** Uniform in 1…n−1. n's upper bit is set, so that more than half of the draws hit. */
  private static BigInteger unit(BigInteger n, SecureRandom random) {
    BigInteger r;
    do {
      r = new BigInteger(n.bitLength(), random);
    } while (r.signum() == 0 || r.compareTo(n) >= 0);
    return r;
  }

  /** The pair for r², which costs two products. */
  Blinding squared() {
    BigInteger n = key.n();
    return new Blinding(
        key, factor.multiply(factor).mod(n), inverse.multiply(inverse).mod(n), uses + 1);
  }

  BigInteger blind(BigInteger message) {
    return message.multiply(factor).mod(key.n());
  }

  BigInteger unblind(BigInteger signature) {
    return signature.multiply(inverse).mod(key.n());
  }

  /** Nothing: r is a secret of the signature. */
  @Override
  public String toString() {
    return "Blinding[]";
  }
}
