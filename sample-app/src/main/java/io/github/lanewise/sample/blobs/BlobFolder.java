package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.sample.Durable;
import io.github.lanewise.sample.SampleProperties;
import io.github.lanewise.sample.StoreUnusableException;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The store on the disk: {@code sha256/ab/ab…} holds each blob in a file named by its digest, 256
 * folders wide, which are made and forced to the disk at the start; {@code tmp} holds uploads that
 * are under way, on the same file system, so that a rename publishes them.
 *
 * <p>One user at a time: it holds a lock, since at start it removes what a crashed one left in
 * {@code tmp}. All methods block.
 */
@Component
class BlobFolder implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(BlobFolder.class);

  /** One for each value of a digest's first byte. */
  static final int FOLDERS = 256;

  private static final int LOCKS = 64;

  private final Path root;
  private final Path blobs;
  private final Path uploads;
  private final FileChannel lockFile;
  private final Object[] locks = IntStream.range(0, LOCKS).mapToObj(i -> new Object()).toArray();

  BlobFolder(SampleProperties properties) throws IOException {
    root = properties.store();
    blobs = root.resolve("sha256");
    uploads = root.resolve("tmp");
    try {
      Durable.createDirectories(root);
      lockFile = lock(root);
      makeFolders();
    } catch (StoreUnusableException e) {
      throw e;
    } catch (IOException e) {
      throw new StoreUnusableException(
          "lanewise.sample.store must be a folder in which files can be made, was %s: %s"
              .formatted(root, e),
          "Set lanewise.sample.store to a folder that this user may write, or give this one to it.",
          e);
    }
    int leftovers = removeLeftovers();
    log.info("blobs are kept in {}, {} broken uploads removed", blobs, leftovers);
  }

  /**
   * Forced also if they were there: a crash may have come between the making and the forcing, and
   * what is published has to be found after a power cut.
   */
  private void makeFolders() throws IOException {
    for (int prefix = 0; prefix < FOLDERS; prefix++) {
      Files.createDirectories(directory(prefix));
    }
    Files.createDirectories(uploads);
    Durable.force(blobs);
    Durable.force(root);
  }

  /** An upload that has no file yet. */
  Upload newUpload() {
    return new Upload(this);
  }

  /** A new empty file for an upload, readable by its owner only. */
  Path newUploadFile() throws IOException {
    try {
      return Files.createTempFile(uploads, "upload-", ".part");
    } catch (NoSuchFileException removed) {
      // Somebody tidied up while we ran, which is no reason to refuse uploads until a restart.
      Files.createDirectories(uploads);
      return Files.createTempFile(uploads, "upload-", ".part");
    }
  }

  /** Where the blob with this digest is or would be. */
  Path locate(Sha256Digest digest) {
    return directory(digest).resolve(digest.hex());
  }

  private Path directory(Sha256Digest digest) {
    return blobs.resolve(digest.hex().substring(0, 2));
  }

  private Path directory(int firstByte) {
    return blobs.resolve(HexFormat.of().toHexDigits((byte) firstByte));
  }

  /** The files in the folder of blobs whose digest begins with a byte. */
  List<Path> list(int firstByte) throws IOException {
    try (Stream<Path> files = Files.list(directory(firstByte))) {
      return files.sorted().toList();
    }
  }

  /** A file's place in the store, with slashes. */
  String relative(Path file) {
    return root.relativize(file).toString().replace(File.separatorChar, '/');
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
    boolean created = move(upload, digest);
    // Also for one that was there: whoever moved it may not have forced it yet.
    Durable.force(directory(digest));
    return created;
  }

  private boolean move(Path upload, Sha256Digest digest) throws IOException {
    Path blob = locate(digest);
    synchronized (locks[digest.hashCode() & (LOCKS - 1)]) {
      if (Files.exists(blob)) {
        Files.delete(upload);
        return false;
      }
      Files.move(upload, blob, StandardCopyOption.ATOMIC_MOVE);
      return true;
    }
  }

  /**
   * Publishes many at once, with one force for each folder.
   *
   * @param uploads as for one
   * @param wanted all that are to be on the disk when this returns, those that were here too
   * @return the digests of those that are new
   */
  Set<Sha256Digest> publishAll(Map<Sha256Digest, Path> uploads, Set<Sha256Digest> wanted)
      throws IOException {
    Set<Sha256Digest> created = new HashSet<>();
    for (Map.Entry<Sha256Digest, Path> upload : uploads.entrySet()) {
      if (move(upload.getValue(), upload.getKey())) {
        created.add(upload.getKey());
      }
    }
    for (Path directory : wanted.stream().map(this::directory).collect(Collectors.toSet())) {
      Durable.force(directory);
    }
    return created;
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
    throw new StoreUnusableException(
        "a store must have one user at a time, another one has locked " + root,
        "Stop the process that uses it, or set lanewise.sample.store to another folder.",
        null);
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
