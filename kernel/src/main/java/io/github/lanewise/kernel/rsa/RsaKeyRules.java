package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * What must hold of a private key before anything is signed with it (RFC 8017 §3.2, FIPS 186-5
 * appendix A.1).
 */
final class RsaKeyRules {

  static final int MIN_BITS = 2_048;
  static final int MAX_BITS = 8_192;

  // The JDK then runs its Miller-Rabin rounds for the size and a Lucas test: a composite made to
  // pass one of them does not pass both.
  private static final int PRIME_CERTAINTY = 100;

  // FIPS 186-5 A.1.3: |p − q| > 2^(bits/2 − 100), or Fermat's method finds the factors.
  private static final int PRIME_DISTANCE_SLACK_BITS = 100;

  private final CrtValues key;
  private final List<String> violations = new ArrayList<>();

  private RsaKeyRules(CrtValues key) {
    this.key = key;
  }

  /** Every violated rule, in a fixed order; empty for a good key. */
  static List<String> violations(CrtValues key, PublicExponentRule exponentRule) {
    RsaKeyRules rules = new RsaKeyRules(key);
    rules.everyValueIsPositive();
    if (rules.violations.isEmpty()) {
      rules.sizes(exponentRule);
      rules.primes();
      rules.exponents();
      rules.crtValues();
    }
    return rules.violations;
  }

  /** What can be said of a key without its private values. */
  static List<String> sizeViolations(BigInteger n, BigInteger e, PublicExponentRule exponentRule) {
    BigInteger unknown = BigInteger.ZERO;
    RsaKeyRules rules =
        new RsaKeyRules(new CrtValues(n, e, unknown, unknown, unknown, unknown, unknown, unknown));
    rules.require(n.signum() > 0, "n must be positive");
    rules.require(e.signum() > 0, "e must be positive");
    rules.sizes(exponentRule);
    return rules.violations;
  }

  /** Alone first: the other rules compute modulo p − 1 and q − 1, which must be positive. */
  private void everyValueIsPositive() {
    require(key.n().signum() > 0, "n must be positive");
    require(key.e().signum() > 0, "e must be positive");
    require(key.d().signum() > 0, "d must be positive");
    require(key.p().compareTo(BigInteger.TWO) >= 0, "p must be at least 2");
    require(key.q().compareTo(BigInteger.TWO) >= 0, "q must be at least 2");
    require(key.dP().signum() > 0, "dP must be positive");
    require(key.dQ().signum() > 0, "dQ must be positive");
    require(key.qInv().signum() > 0, "qInv must be positive");
  }

  private void sizes(PublicExponentRule exponentRule) {
    int bits = key.n().bitLength();
    require(
        bits >= MIN_BITS && bits <= MAX_BITS && bits % 8 == 0,
        "the modulus must have 2048 to 8192 bits, a multiple of 8, has " + bits);
    require(
        exponentRule.accepts(key.e()),
        exponentRule.rule()
            + ", was "
            + (key.e().bitLength() <= 64 ? key.e() : "of " + key.e().bitLength() + " bits"));
  }

  private void primes() {
    require(key.p().multiply(key.q()).equals(key.n()), "p·q must equal n");
    require(isOddPrime(key.p()), "p must be an odd prime");
    require(isOddPrime(key.q()), "q must be an odd prime");
    int halfBits = key.n().bitLength() / 2;
    if (key.p().equals(key.q())) {
      violations.add("p and q must differ");
    } else {
      require(
          key.p().subtract(key.q()).bitLength() > halfBits - PRIME_DISTANCE_SLACK_BITS,
          "p and q must differ by more than 2^(bits/2 - 100)");
    }
    require(
        key.p().bitLength() == halfBits && key.q().bitLength() == halfBits,
        "p and q must have half the bits of n each, "
            + halfBits
            + ", have "
            + key.p().bitLength()
            + " and "
            + key.q().bitLength());
  }

  private static boolean isOddPrime(BigInteger value) {
    return value.testBit(0) && value.isProbablePrime(PRIME_CERTAINTY);
  }

  private void exponents() {
    require(
        key.d().compareTo(key.n()) < 0 && key.d().bitLength() > key.n().bitLength() / 2,
        "d must be above 2^(bits/2) and below n");
    require(inverse(key.e(), key.d(), minusOne(key.p())), "e·d must be 1 modulo p-1");
    require(inverse(key.e(), key.d(), minusOne(key.q())), "e·d must be 1 modulo q-1");
  }

  /** Stated with e, not d, so that a wrong d is told once and not again here. */
  private void crtValues() {
    require(
        key.dP().compareTo(key.p()) < 0 && inverse(key.e(), key.dP(), minusOne(key.p())),
        "dP must be below p, and e·dP must be 1 modulo p-1");
    require(
        key.dQ().compareTo(key.q()) < 0 && inverse(key.e(), key.dQ(), minusOne(key.q())),
        "dQ must be below q, and e·dQ must be 1 modulo q-1");
    require(
        key.qInv().compareTo(key.p()) < 0 && inverse(key.q(), key.qInv(), key.p()),
        "qInv must be below p, and q·qInv must be 1 modulo p");
  }

  private static BigInteger minusOne(BigInteger value) {
    return value.subtract(BigInteger.ONE);
  }

  /** Whether a·b leaves 1, also for the modulus 1, where everything leaves 0. */
  private static boolean inverse(BigInteger a, BigInteger b, BigInteger modulus) {
    return a.multiply(b).subtract(BigInteger.ONE).mod(modulus).signum() == 0;
  }

  private void require(boolean holds, String rule) {
    if (!holds) {
      violations.add(rule);
    }
  }
}
