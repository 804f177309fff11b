package io.github.lanewise.benchmarks;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.Signature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.conscrypt.Conscrypt;

/** Other people's implementations, as providers of the Java Cryptography Architecture. */
final class Peers {

  /** Loads a provider, or throws what keeps it from that. */
  @FunctionalInterface
  private interface Loader {
    Provider load() throws GeneralSecurityException;
  }

  private static final Map<String, Loader> LOADERS = new LinkedHashMap<>();

  static {
    LOADERS.put("corretto", Peers::corretto);
    LOADERS.put("conscrypt", Conscrypt::newProvider);
    LOADERS.put("bouncycastle", BouncyCastleProvider::new);
  }

  private final Map<String, Provider> providers = new LinkedHashMap<>();
  private final List<String> absences = new ArrayList<>();

  private Peers() {}

  /** Those of this platform. */
  static Peers load() {
    Peers peers = new Peers();
    LOADERS.forEach(
        (name, loader) -> {
          try {
            peers.providers.put(name, loader.load());
          } catch (GeneralSecurityException | RuntimeException | LinkageError e) {
            peers.absences.add(name + " is left out, it cannot be loaded here: " + e);
          }
        });
    return peers;
  }

  private static Provider corretto() {
    AmazonCorrettoCryptoProvider.INSTANCE.assertHealthy();
    return AmazonCorrettoCryptoProvider.INSTANCE;
  }

  /** Their names, native ones first. */
  List<String> names() {
    return List.copyOf(providers.keySet());
  }

  /** Which are missing, and why. */
  List<String> absences() {
    return absences;
  }

  /** A SHA-256 of a peer. */
  MessageDigest sha256(String name) throws GeneralSecurityException {
    return MessageDigest.getInstance("SHA-256", provider(name));
  }

  /** RSASSA-PKCS1-v1_5 over SHA-256 of a peer, to be initialized. */
  Signature sha256WithRsa(String name) throws GeneralSecurityException {
    return Signature.getInstance("SHA256withRSA", provider(name));
  }

  private Provider provider(String name) {
    Provider provider = providers.get(name);
    if (provider == null) {
      throw new IllegalArgumentException("peer must be one of " + names() + ", was " + name);
    }
    return provider;
  }
}
