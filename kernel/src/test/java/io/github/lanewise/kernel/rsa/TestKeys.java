package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPrivateCrtKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Keys made for this run; one per size, since making them takes longer than using them. */
final class TestKeys {

  private static final Map<Integer, KeyPair> PAIRS = new ConcurrentHashMap<>();

  private TestKeys() {}

  static KeyPair pair(int bits) {
    return PAIRS.computeIfAbsent(bits, TestKeys::generate);
  }

  static CrtValues values(int bits) {
    return CrtValues.of((RSAPrivateCrtKey) pair(bits).getPrivate());
  }

  static RsaKey key(int bits) {
    return RsaKey.of(pair(bits).getPrivate());
  }

  static RsaKey withLargerPrimeFirst(int bits) {
    CrtValues values = values(bits);
    return checked(values.p().compareTo(values.q()) > 0 ? values : swapped(values));
  }

  static RsaKey withSmallerPrimeFirst(int bits) {
    CrtValues values = values(bits);
    return checked(values.p().compareTo(values.q()) < 0 ? values : swapped(values));
  }

  /** The key for primes, e and nothing else given. */
  static CrtValues of(BigInteger p, BigInteger q, BigInteger e) {
    BigInteger p1 = p.subtract(BigInteger.ONE);
    BigInteger q1 = q.subtract(BigInteger.ONE);
    BigInteger d = e.modInverse(p1.multiply(q1));
    return new CrtValues(p.multiply(q), e, d, p, q, d.mod(p1), d.mod(q1), q.modInverse(p));
  }

  private static CrtValues swapped(CrtValues key) {
    return new CrtValues(
        key.n(),
        key.e(),
        key.d(),
        key.q(),
        key.p(),
        key.dQ(),
        key.dP(),
        key.p().modInverse(key.q()));
  }

  private static RsaKey checked(CrtValues values) {
    return RsaKey.checked(values, PublicExponentRule.ABOVE_65536);
  }

  private static KeyPair generate(int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
