package io.github.lanewise.test;

import io.github.lanewise.kernel.rsa.RsaKey;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;

/** A key that no file has: made once in a JVM, since it takes a tenth of a second. */
final class GeneratedKey {

  /** The least that may sign. */
  private static final int BITS = 2_048;

  private GeneratedKey() {}

  private static final class Holder {
    static final RsaKey KEY = generate();
  }

  static RsaKey ofThisJvm() {
    return Holder.KEY;
  }

  private static RsaKey generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(BITS);
      return RsaKey.of(generator.generateKeyPair().getPrivate());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has RSA", e);
    }
  }
}
