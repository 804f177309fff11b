package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.sample.FileThreads;
import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One upload's file: opened, then either published or discarded. Both ends can come at once, from a
 * finished body and from a connection that breaks; the first one counts, and after it nothing is
 * left open or in the folder of uploads. All methods but {@link #digested} block.
 */
final class Upload {

  private final BlobFolder folder;
  private @Nullable Path file;
  private @Nullable AsynchronousFileChannel channel;
  private volatile @Nullable Sha256Digest digest;
  private boolean settled;

  Upload(BlobFolder folder) {
    this.folder = folder;
  }

  /** Makes the file, to be written by these threads; null if the upload was discarded meanwhile. */
  synchronized @Nullable AsynchronousFileChannel open(FileThreads threads) throws IOException {
    if (settled) {
      return null;
    }
    file = folder.newUploadFile();
    channel = threads.openForWriting(file);
    return channel;
  }

  /** Takes the digest of the whole body. */
  void digested(Sha256Digest digest) {
    this.digest = digest;
  }

  /**
   * Puts the written file in its place, if it has the expected digest; null if the upload was
   * discarded meanwhile.
   */
  synchronized @Nullable StoredBlob publish(ExpectedDigest expected) throws IOException {
    if (settled) {
      return null;
    }
    if (file == null || channel == null || digest == null) {
      throw new IllegalStateException("an upload is published after its body was written");
    }
    expected.check(digest);
    long size = channel.size();
    if (!folder.contains(digest)) {
      channel.force(true);
    }
    channel.close();
    boolean created = folder.publish(file, digest);
    settled = true;
    return new StoredBlob(digest, size, created);
  }

  /** Removes the file, unless the upload was published. */
  synchronized void discard() throws IOException {
    if (settled) {
      return;
    }
    settled = true;
    if (channel != null) {
      channel.close();
    }
    if (file != null) {
      Files.deleteIfExists(file);
    }
  }
}
