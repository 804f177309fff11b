package io.github.lanewise.autoconfigure;

import io.github.lanewise.autoconfigure.LanewiseProperties.Signing;
import io.github.lanewise.kernel.rsa.PublicExponentRule;
import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.pipeline.RsaSigner;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * Reads the signing key from where {@code lanewise.signing} says it is, and again if it changes.
 */
final class SigningKeyLoader {

  private static final Logger log = LoggerFactory.getLogger(RsaSigner.class);

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
      return fromPem(signing.privateKey(), signing.exponentRule());
    }
    String name = signing.bundle();
    if (name != null) {
      return fromBundle(signing, name, () -> bundle(name));
    }
    throw new InvalidPropertyException("lanewise.signing names no key", REMEDY);
  }

  /**
   * Lets the signer take the key of the bundle whenever the bundle is updated. An update without a
   * key that can sign is told, and the signer keeps the key that it has.
   */
  void followUpdates(Signing signing, RsaSigner signer) {
    String name = signing.bundle();
    SslBundles available = bundles.get();
    if (name != null && available != null) {
      available.addBundleUpdateHandler(name, updated -> take(signing, name, updated, signer));
    }
  }

  private void take(Signing signing, String name, SslBundle updated, RsaSigner signer) {
    String before = signer.keyId();
    try {
      signer.rotate(fromBundle(signing, name, () -> updated));
      log.info("SSL bundle '{}' was updated: signing with key {}", name, signer.keyId());
    } catch (InvalidPropertyException e) {
      log.error(
          "SSL bundle '{}' was updated, and its key cannot sign; signing goes on with key {}",
          name,
          before,
          e);
    }
  }

  private RsaKey fromPem(String value, PublicExponentRule exponentRule) {
    try {
      return RsaKey.ofPem(source.read(value), exponentRule);
    } catch (IOException | IllegalArgumentException e) {
      throw new InvalidPropertyException(
          "lanewise.signing.private-key must be a readable RSA private key, was %s: %s"
              .formatted(KeySource.describe(value), e.getMessage()),
          REMEDY,
          e);
    }
  }

  private static RsaKey fromBundle(Signing signing, String name, Supplier<SslBundle> source) {
    try {
      SslBundle bundle = source.get();
      KeyStore store = bundle.getStores().getKeyStore();
      if (store == null) {
        throw new GeneralSecurityException("the bundle has no key store");
      }
      String alias = alias(store, signing.keyAlias(), bundle.getKey().getAlias());
      if (!(store.getKey(alias, password(bundle)) instanceof PrivateKey key)) {
        throw new GeneralSecurityException("alias '%s' holds no private key".formatted(alias));
      }
      Certificate certificate = store.getCertificate(alias);
      return certificate == null
          ? RsaKey.of(key, signing.exponentRule())
          : RsaKey.of(key, certificate.getPublicKey(), signing.exponentRule());
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
