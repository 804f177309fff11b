package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the primes of a key that was kept without them, from n, e and d: NIST SP 800-56B rev. 2,
 * appendix C.1. Runs once, when a key is loaded; its time depends on the key, as that of all checks
 * of a key does.
 */
final class CrtCompletion {

  /** Each base finds the factors of a good key with a probability of at least one half. */
  private static final int BASES = 100;

  private static final BigInteger ONE = BigInteger.ONE;

  private CrtCompletion() {}

  /**
   * All eight values. That they are a key's has to be checked as for any other.
   *
   * @throws InvalidRsaKeyException if n, e and d do not belong together, or a size is not one of a
   *     key
   */
  static CrtValues complete(
      BigInteger n, BigInteger e, BigInteger d, PublicExponentRule exponentRule) {
    requireSizes(n, e, d, exponentRule);
    BigInteger factor = factor(n, e.multiply(d).subtract(ONE));
    if (factor == null) {
      throw new InvalidRsaKeyException(
          "n, e and d must belong together, so that e·d - 1 leads to p and q; they do not");
    }
    BigInteger cofactor = n.divide(factor);
    BigInteger p = factor.max(cofactor);
    BigInteger q = factor.min(cofactor);
    return new CrtValues(
        n, e, d, p, q, d.mod(p.subtract(ONE)), d.mod(q.subtract(ONE)), q.modInverse(p));
  }

  /** First: powers of numbers of any size could take any time. */
  private static void requireSizes(
      BigInteger n, BigInteger e, BigInteger d, PublicExponentRule exponentRule) {
    List<String> violations = new ArrayList<>(RsaKeyRules.sizeViolations(n, e, exponentRule));
    if (d.signum() <= 0 || d.compareTo(n) >= 0) {
      violations.add("d must be positive and below n");
    }
    if (!violations.isEmpty()) {
      throw new InvalidRsaKeyException(violations);
    }
  }

  /**
   * A factor of n that is neither 1 nor n; null if none was found.
   *
   * <p>m = e·d − 1 is a multiple of λ(n), so that g^m = 1 for any g prime to n. On the way from
   * g^r, r the odd part of m, to g^m by squaring stands a root of 1; one that is neither 1 nor −1
   * has a factor in common with n when 1 is subtracted.
   */
  private static @Nullable BigInteger factor(BigInteger n, BigInteger m) {
    int t = m.getLowestSetBit();
    if (t < 1) {
      return null;
    }
    BigInteger r = m.shiftRight(t);
    BigInteger minusOne = n.subtract(ONE);
    SecureRandom random = new SecureRandom();
    for (int base = 0; base < BASES; base++) {
      BigInteger y = new BigInteger(n.bitLength() - 1, random).modPow(r, n);
      for (int squaring = 0; squaring < t && !y.equals(ONE) && !y.equals(minusOne); squaring++) {
        BigInteger square = y.multiply(y).mod(n);
        if (square.equals(ONE)) {
          return y.subtract(ONE).gcd(n);
        }
        y = square;
      }
    }
    return null;
  }
}
