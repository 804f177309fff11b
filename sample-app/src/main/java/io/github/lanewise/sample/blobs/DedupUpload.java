package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.HashedMessage;
import io.github.lanewise.sample.dedup.Chunking;
import io.github.lanewise.sample.dedup.Manifest;
import io.github.lanewise.sample.dedup.Manifest.Chunk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * The chunks of one upload that the store does not have: written beside it, and moved in when all
 * are there, so that an upload that breaks off leaves none. Published or discarded; the first
 * counts.
 */
final class DedupUpload {

  private final BlobFolder folder;
  private final Chunking chunking;
  private final List<Chunk> chunks = new ArrayList<>();
  private final Set<Sha256Digest> seen = new HashSet<>();
  private volatile @Nullable Sha256Digest stream;

  // Touched under the lock only.
  private final Map<Sha256Digest, Path> staged = new HashMap<>();
  private boolean settled;

  DedupUpload(BlobFolder folder, Chunking chunking) {
    this.folder = folder;
    this.chunking = chunking;
  }

  /** Takes the digest of the whole. */
  void digested(Sha256Digest digest) {
    stream = digest;
  }

  /**
   * Notes the next chunk of the stream.
   *
   * @return whether it is the first of its kind here
   * @throws ResponseStatusException 413, if there are too many
   */
  boolean note(HashedMessage<byte[]> chunk) {
    if (chunks.size() == Manifest.MAX_CHUNKS) {
      throw new ResponseStatusException(
          HttpStatus.CONTENT_TOO_LARGE,
          "a stream must have at most %d chunks, has more".formatted(Manifest.MAX_CHUNKS));
    }
    chunks.add(new Chunk(chunk.digest(), chunk.message().length));
    return seen.add(chunk.digest());
  }

  /** Writes a chunk that the store does not have. Blocks. */
  @Nullable Void stage(HashedMessage<byte[]> chunk) throws IOException {
    if (folder.contains(chunk.digest())) {
      return null;
    }
    Path file = folder.newUploadFile();
    boolean kept = false;
    try {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(chunk.message());
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      kept = keep(chunk.digest(), file);
    } finally {
      if (!kept) {
        Files.deleteIfExists(file);
      }
    }
    return null;
  }

  private synchronized boolean keep(Sha256Digest digest, Path file) {
    if (!settled) {
      staged.put(digest, file);
    }
    return !settled;
  }

  /** Moves the chunks into the store and keeps the manifest; null if it was discarded meanwhile. */
  synchronized @Nullable StoredManifest publish(ExpectedDigest expected, ManifestFolder manifests)
      throws IOException {
    if (settled) {
      return null;
    }
    Sha256Digest whole = stream;
    if (whole == null) {
      throw new IllegalStateException("an upload is published after its body was hashed");
    }
    expected.check(whole);
    long size = chunks.stream().mapToLong(Chunk::length).sum();
    Manifest manifest = new Manifest(whole, size, chunking.manifestName(), chunks);
    Set<Sha256Digest> created = folder.publishAll(staged, seen);
    staged.clear();
    boolean isNew = manifests.keep(manifest);
    settled = true;
    Map<Sha256Digest, Integer> lengths = new HashMap<>();
    chunks.forEach(chunk -> lengths.put(chunk.digest(), chunk.length()));
    long newBytes = created.stream().mapToLong(digest -> lengths.getOrDefault(digest, 0)).sum();
    return new StoredManifest(
        ManifestFolder.address(manifest), manifest, created.size(), newBytes, isNew);
  }

  /** Removes what was written, unless it was published. */
  synchronized void discard() throws IOException {
    settled = true;
    for (Path file : staged.values()) {
      Files.deleteIfExists(file);
    }
    staged.clear();
  }
}
