package io.github.lanewise.kernel.rsa;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A private key in a PKCS #12 store (RFC 7292), read by the JDK.
 *
 * @param privateKey as the store gives it
 * @param publicKey of the certificate beside it; null if there is none
 */
record Pkcs12Store(PrivateKey privateKey, @Nullable PublicKey publicKey) {

  /**
   * Reads a store.
   *
   * @param alias of the key; null for the only one
   * @throws InvalidRsaKeyException if it is no such store, the password is wrong or the key is not
   *     there
   */
  static Pkcs12Store read(byte[] bytes, char[] password, @Nullable String alias) {
    try {
      KeyStore store = open(bytes, password);
      String name = alias == null ? onlyKey(store) : alias;
      if (!(store.getKey(name, password) instanceof PrivateKey key)) {
        throw new InvalidRsaKeyException(
            "alias '%s' must hold a private key, does not; those that do are %s"
                .formatted(name, keys(store)));
      }
      Certificate certificate = store.getCertificate(name);
      return new Pkcs12Store(key, certificate == null ? null : certificate.getPublicKey());
    } catch (GeneralSecurityException cause) {
      throw new InvalidRsaKeyException(
          "the PKCS #12 store must open its key with the password of the store, does not", cause);
    }
  }

  private static KeyStore open(byte[] bytes, char[] password) throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try {
      store.load(new ByteArrayInputStream(bytes), password);
    } catch (IOException cause) {
      // How a store says that its password is another one (KeyStore.load).
      throw cause.getCause() instanceof UnrecoverableKeyException
          ? new InvalidRsaKeyException(
              "the password must be that of the PKCS #12 store, is not", cause)
          : new InvalidRsaKeyException("the bytes must be a PKCS #12 store, are not", cause);
    }
    return store;
  }

  private static String onlyKey(KeyStore store) throws GeneralSecurityException {
    List<String> keys = keys(store);
    if (keys.size() != 1) {
      throw new InvalidRsaKeyException(
          "without an alias the PKCS #12 store must have one private key, has " + keys);
    }
    return keys.getFirst();
  }

  private static List<String> keys(KeyStore store) throws GeneralSecurityException {
    List<String> keys = new ArrayList<>();
    for (String alias : Collections.list(store.aliases())) {
      if (store.entryInstanceOf(alias, KeyStore.PrivateKeyEntry.class)) {
        keys.add(alias);
      }
    }
    return keys;
  }

  /** Nothing: a key of another provider may print its values. */
  @Override
  public String toString() {
    return "Pkcs12Store[]";
  }
}
