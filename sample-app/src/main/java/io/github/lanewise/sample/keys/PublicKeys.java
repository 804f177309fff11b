package io.github.lanewise.sample.keys;

import io.github.lanewise.kernel.rsa.RsaPublicKey;
import io.github.lanewise.sample.Durable;
import io.github.lanewise.sample.SampleProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/**
 * The public keys of signatures that outlive the process, in {@code keys/<key id>.pem} of the
 * store: a signer forgets the keys that it had before its start. All methods block.
 */
@Component
public class PublicKeys {

  /** An RFC 7638 thumbprint by SHA-256, base64url; nothing else becomes part of a path. */
  private static final Pattern KEY_ID = Pattern.compile("[A-Za-z0-9_-]{43}");

  private final Path folder;
  private final Set<String> kept = ConcurrentHashMap.newKeySet();

  /** Makes nothing yet. */
  public PublicKeys(SampleProperties properties) {
    this.folder = properties.store().resolve("keys");
  }

  /** Keeps a key for good, on the disk when this returns. */
  public void keep(RsaPublicKey key) throws IOException {
    if (kept.contains(key.keyId())) {
      return;
    }
    Path file = file(key.keyId());
    if (!Files.exists(file)) {
      Durable.createDirectories(folder);
      Path incomplete = Files.createTempFile(folder, "new-", ".pem");
      try {
        Files.writeString(incomplete, key.pem());
        Durable.forceFile(incomplete);
        Files.move(incomplete, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(incomplete);
      }
    }
    Durable.force(folder);
    kept.add(key.keyId());
  }

  /** A key that was kept, by this process or one before. */
  public Optional<RsaPublicKey> find(String keyId) throws IOException {
    if (!KEY_ID.matcher(keyId).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(RsaPublicKey.ofPem(Files.readString(file(keyId))));
    } catch (NoSuchFileException unknown) {
      return Optional.empty();
    }
  }

  private Path file(String keyId) {
    return folder.resolve(keyId + ".pem");
  }
}
