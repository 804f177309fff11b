package io.github.lanewise.sample.blobs;

import io.github.lanewise.kernel.sha256.Sha256Midstate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.AsynchronousFileChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Knows how far one request's bytes are written, and the midstate there. Every 16 MiB it forces
 * them to the disk and tells, so that a crash does not cost a whole request.
 */
final class UploadWriter {

  private static final long CHECKPOINT_BYTES = 16L << 20;

  /** Told on a thread that may block. */
  interface Checkpoint {
    void reached(Sha256Midstate written) throws IOException;
  }

  private final AsynchronousFileChannel channel;
  private final Checkpoint checkpoint;

  /** Midstates of buffers that are on their way to the file, in order. */
  private final Queue<Sha256Midstate> following = new ConcurrentLinkedQueue<>();

  private volatile @Nullable Sha256Midstate written;
  private long atCheckpoint;
  private boolean closed;

  UploadWriter(
      AsynchronousFileChannel channel, @Nullable Sha256Midstate written, Checkpoint checkpoint) {
    this.channel = channel;
    this.written = written;
    this.checkpoint = checkpoint;
    this.atCheckpoint = offset();
  }

  AsynchronousFileChannel channel() {
    return channel;
  }

  @Nullable Sha256Midstate written() {
    return written;
  }

  long offset() {
    Sha256Midstate last = written;
    return last == null ? 0 : last.byteCount();
  }

  /** A buffer is about to be written; the midstate after it. */
  void follows(Sha256Midstate after) {
    following.add(after);
  }

  /**
   * The next buffer has been written. On the thread that wrote it; after the end, which a cancel
   * may have brought meanwhile, it does not count.
   */
  synchronized void wrote() {
    Sha256Midstate after = following.remove();
    if (closed) {
      return;
    }
    written = after;
    if (after.byteCount() - atCheckpoint >= CHECKPOINT_BYTES) {
      atCheckpoint = after.byteCount();
      try {
        channel.force(false);
        checkpoint.reached(after);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Waits for a write that is under way; what counts is known then. False if it was closed. */
  synchronized boolean close() throws IOException {
    if (closed) {
      return false;
    }
    closed = true;
    channel.close();
    return true;
  }
}
