package io.github.lanewise.sample.keys;

import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.sample.Durable;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * A private key in a file that only its owner may read, so that signatures outlive a restart.
 *
 * @param path PEM, PKCS #8, unencrypted
 */
public record KeyFile(Path path) {

  /** NIST SP 800-57 part 1, table 2: 128 bits of security, as the digest has. */
  private static final int KEY_BITS = 3072;

  /** The key of the file, which is made first if it is missing. */
  public RsaKey readOrCreate() throws IOException {
    if (!Files.exists(path)) {
      create();
    }
    try {
      return RsaKey.ofPem(Files.readString(path));
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "%s must hold an RSA private key (remove it to get a new one): %s"
              .formatted(path, e.getMessage()),
          e);
    }
  }

  /**
   * Forced to the disk and then renamed into place, so that a crash leaves no half of a key, and a
   * key that has signed is not lost to one.
   */
  private void create() throws IOException {
    Path folder = path.resolveSibling("");
    Durable.createDirectories(folder);
    Path incomplete = Files.createTempFile(folder, "new-", ".pem", ownerOnly());
    try {
      Files.writeString(incomplete, newKeyPem());
      Durable.forceFile(incomplete);
      Files.move(incomplete, path, StandardCopyOption.ATOMIC_MOVE);
      Durable.force(folder);
    } finally {
      Files.deleteIfExists(incomplete);
    }
  }

  private static FileAttribute<?>[] ownerOnly() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private static String newKeyPem() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(KEY_BITS);
      byte[] pkcs8 = generator.generateKeyPair().getPrivate().getEncoded();
      return "-----BEGIN PRIVATE KEY-----\n"
          + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(pkcs8)
          + "\n-----END PRIVATE KEY-----\n";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK makes RSA keys, this one does not", e);
    }
  }
}
