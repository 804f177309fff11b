package io.github.lanewise.autoconfigure;

import io.github.lanewise.autoconfigure.LanewiseProperties.Signing;
import io.github.lanewise.kernel.rsa.RsaKey;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/** Reads the signing key from where {@code lanewise.signing} says it is. */
final class SigningKeyLoader {

  private static final String REMEDY =
      "Give an unencrypted RSA private key in PEM form, as \"openssl genrsa\" or "
          + "\"openssl genpkey -algorithm RSA\" writes it (itself, or where it is, such as "
          + "file:/etc/key.pem), or the name of an SSL bundle with one.";

  private final KeySource source;
  private final Supplier<@Nullable SslBundles> bundles;

  SigningKeyLoader(KeySource source, Supplier<@Nullable SslBundles> bundles) {
    this.source = source;
    this.bundles = bundles;
  }

  /**
   * The configured key.
   *
   * @throws InvalidPropertyException if it cannot be read or is no RSA key that can sign
   */
  RsaKey load(Signing signing) {
    if (signing.privateKey() != null) {
      return fromPem(signing.privateKey());
    }
    if (signing.bundle() != null) {
      return fromBundle(signing.bundle(), signing.keyAlias());
    }
    throw new InvalidPropertyException("lanewise.signing names no key", REMEDY);
  }

  private RsaKey fromPem(String value) {
    try {
      return RsaKey.ofPem(source.read(value));
    } catch (IOException | IllegalArgumentException e) {
      throw new InvalidPropertyException(
          "lanewise.signing.private-key must be a readable RSA private key, was %s: %s"
              .formatted(KeySource.describe(value), e.getMessage()),
          REMEDY,
          e);
    }
  }

  private RsaKey fromBundle(String name, @Nullable String configuredAlias) {
    try {
      SslBundle bundle = bundle(name);
      KeyStore store = bundle.getStores().getKeyStore();
      if (store == null) {
        throw new GeneralSecurityException("the bundle has no key store");
      }
      String alias = alias(store, configuredAlias, bundle.getKey().getAlias());
      if (!(store.getKey(alias, password(bundle)) instanceof PrivateKey key)) {
        throw new GeneralSecurityException("alias '%s' holds no private key".formatted(alias));
      }
      return RsaKey.of(key);
    } catch (GeneralSecurityException
        | NoSuchSslBundleException
        | IllegalStateException
        | IllegalArgumentException e) {
      throw new InvalidPropertyException(
          "lanewise.signing.bundle must be an SSL bundle with an RSA private key, was '%s': %s"
              .formatted(name, e.getMessage()),
          REMEDY,
          e);
    }
  }

  private SslBundle bundle(String name) {
    SslBundles available = bundles.get();
    if (available == null) {
      throw new NoSuchSslBundleException(name, "there are no SSL bundles in this application");
    }
    return available.getBundle(name);
  }

  private static String alias(
      KeyStore store, @Nullable String configuredAlias, @Nullable String bundleAlias)
      throws GeneralSecurityException {
    if (configuredAlias != null) {
      return configuredAlias;
    }
    if (bundleAlias != null) {
      return bundleAlias;
    }
    List<String> keys = new ArrayList<>();
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias)) {
        keys.add(alias);
      }
    }
    if (keys.size() != 1) {
      throw new GeneralSecurityException(
          "without lanewise.signing.key-alias there must be one key, there are " + keys);
    }
    return keys.getFirst();
  }

  /** The key's own password, else the store's: the order in which Boot opens a bundle for TLS. */
  private static char @Nullable [] password(SslBundle bundle) {
    String password = bundle.getKey().getPassword();
    if (password == null) {
      password = bundle.getStores().getKeyStorePassword();
    }
    return password == null ? null : password.toCharArray();
  }
}
