package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.sample.Durable;
import io.github.lanewise.sample.SampleProperties;
import io.github.lanewise.sample.dedup.Manifest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.context.annotation.DependsOn;
import org.springframework.stereotype.Component;

/**
 * Manifests on the disk: {@code manifests/<64 hex digits>}, named by the digest of their text. All
 * methods block.
 */
@Component
@DependsOn("blobFolder")
class ManifestFolder {

  private final Path folder;
  private final BlobFolder blobs;

  ManifestFolder(SampleProperties properties, BlobFolder blobs) throws IOException {
    this.folder = properties.store().resolve("manifests");
    this.blobs = blobs;
    Durable.createDirectories(folder);
  }

  /** What names a manifest. */
  static Sha256Digest address(Manifest manifest) {
    try {
      byte[] text = manifest.text().getBytes(StandardCharsets.US_ASCII);
      return Sha256Digest.of(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException cause) {
      throw new IllegalStateException("every JDK has SHA-256, this one has not", cause);
    }
  }

  /**
   * Keeps a manifest whose chunks are on the disk; it is there when this returns.
   *
   * @return whether it is new
   */
  synchronized boolean keep(Manifest manifest) throws IOException {
    Path file = folder.resolve(address(manifest).hex());
    boolean created = !Files.exists(file);
    if (created) {
      Path incomplete = blobs.newUploadFile();
      try {
        Files.writeString(incomplete, manifest.text(), StandardCharsets.US_ASCII);
        Durable.forceFile(incomplete);
        Files.move(incomplete, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(incomplete);
      }
    }
    Durable.force(folder);
    return created;
  }

  /** The manifest with this address. */
  Optional<Manifest> find(Sha256Digest address) throws IOException {
    return read(folder.resolve(address.hex()));
  }

  private static Optional<Manifest> read(Path file) throws IOException {
    try {
      return Optional.of(Manifest.parse(Files.readString(file, StandardCharsets.US_ASCII)));
    } catch (NoSuchFileException unknown) {
      return Optional.empty();
    } catch (IllegalArgumentException spoilt) {
      throw new IOException(file + " must be a manifest: " + spoilt.getMessage(), spoilt);
    }
  }

  /** All files that should be manifests. */
  List<Path> list() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  /** What is wrong with a file whose bytes have the right digest; empty if all chunks are here. */
  Optional<String> missing(Path file) throws IOException {
    return read(file)
        .flatMap(
            manifest ->
                manifest.chunks().stream()
                    .map(Manifest.Chunk::digest)
                    .filter(chunk -> !blobs.contains(chunk))
                    .findFirst())
        .map(chunk -> "lacks the chunk " + chunk);
  }
}
