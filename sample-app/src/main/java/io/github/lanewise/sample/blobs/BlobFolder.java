package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.sample.SampleProperties;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The store on the disk: {@code sha256/ab/ab…} holds each blob in a file named by its digest, 256
 * folders wide; {@code tmp} holds uploads that are under way, on the same file system, so that a
 * rename publishes them.
 *
 * <p>One user at a time: it holds a lock, since at start it removes what a crashed one left in
 * {@code tmp}. All methods block.
 */
@Component
class BlobFolder implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(BlobFolder.class);

  /** A directory can be opened, and so forced to the disk, where files have POSIX attributes. */
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private static final int LOCKS = 64;

  private final Path blobs;
  private final Path uploads;
  private final FileChannel lockFile;
  private final Object[] locks = IntStream.range(0, LOCKS).mapToObj(i -> new Object()).toArray();

  BlobFolder(SampleProperties properties) throws IOException {
    Path root = properties.store();
    blobs = Files.createDirectories(root.resolve("sha256"));
    uploads = Files.createDirectories(root.resolve("tmp"));
    lockFile = lock(root);
    int leftovers = removeLeftovers();
    log.info("blobs are kept in {}, {} broken uploads removed", blobs, leftovers);
  }

  /** An upload that has no file yet. */
  Upload newUpload() {
    return new Upload(this);
  }

  /** A new empty file for an upload, readable by its owner only. */
  Path newUploadFile() throws IOException {
    return Files.createTempFile(uploads, "upload-", ".part");
  }

  /** Where the blob with this digest is or would be. */
  Path locate(Sha256Digest digest) {
    return directory(digest).resolve(digest.hex());
  }

  private Path directory(Sha256Digest digest) {
    return blobs.resolve(digest.hex().substring(0, 2));
  }

  /** Whether the blob is here, whole and on the disk. */
  boolean contains(Sha256Digest digest) {
    return Files.isRegularFile(locate(digest));
  }

  /**
   * Moves a finished upload, whose bytes have been forced to the disk, to its address. Atomic: no
   * reader ever sees a part of it. Of identical uploads that arrive together one becomes the blob.
   *
   * @return whether the blob is new; if not, the upload is removed
   */
  boolean publish(Path upload, Sha256Digest digest) throws IOException {
    Path directory = directory(digest);
    Path blob = locate(digest);
    synchronized (locks[digest.hashCode() & (LOCKS - 1)]) {
      if (Files.exists(blob)) {
        Files.delete(upload);
        return false;
      }
      if (!Files.isDirectory(directory)) {
        Files.createDirectories(directory);
        force(blobs);
      }
      Files.move(upload, blob, StandardCopyOption.ATOMIC_MOVE);
      force(directory);
      return true;
    }
  }

  /** A rename survives a power cut only after its directory has been forced to the disk. */
  private static void force(Path directory) throws IOException {
    if (POSIX) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  private static FileChannel lock(Path root) throws IOException {
    FileChannel channel =
        FileChannel.open(root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      log.debug("{} is locked by this very process", root, e);
    }
    channel.close();
    throw new IOException("a store must have one user at a time, another one has locked " + root);
  }

  private int removeLeftovers() throws IOException {
    int removed = 0;
    try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(uploads, "upload-*.part")) {
      for (Path leftover : leftovers) {
        Files.delete(leftover);
        removed++;
      }
    }
    return removed;
  }

  /** Lets another process have the store. */
  @Override
  public void close() throws IOException {
    lockFile.close();
  }
}
