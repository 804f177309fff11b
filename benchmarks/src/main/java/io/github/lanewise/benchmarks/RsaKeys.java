package io.github.lanewise.benchmarks;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Keys made when they are first asked for, one of each size in a JVM; gone with it. */
final class RsaKeys {

  private static final Map<Integer, KeyPair> BY_BITS = new ConcurrentHashMap<>();

  private RsaKeys() {}

  static KeyPair of(int bits) {
    return BY_BITS.computeIfAbsent(bits, RsaKeys::generate);
  }

  private static KeyPair generate(int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot make an RSA key of " + bits + " bits", e);
    }
  }
}
