package io.github.lanewise.sample.archive;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads a large file on a thread of its own, a few chunks ahead of whoever hashes it: SHA-256 of
 * one message is a chain that no two cores can share, but reading need not be a link of it.
 */
final class ReadAhead implements AutoCloseable {

  private static final int CHUNK_BYTES = 256 * 1024;

  /** One is hashed, one is ready, one is being filled. */
  private static final int CHUNKS = 3;

  /** What was read. */
  static final class Chunk {

    private final byte[] bytes;
    private final int length;
    private final @Nullable IOException failure;

    private Chunk(byte[] bytes, int length, @Nullable IOException failure) {
      this.bytes = bytes;
      this.length = length;
      this.failure = failure;
    }

    byte[] bytes() {
      return bytes;
    }

    /** Less than the bytes have room for if the file ends with it. */
    int length() {
      return length;
    }
  }

  private final BlockingQueue<byte[]> free = new ArrayBlockingQueue<>(CHUNKS);
  private final BlockingQueue<Chunk> filled = new ArrayBlockingQueue<>(CHUNKS);
  private final FileChannel channel;
  private final Thread reader;
  private byte @Nullable [] lent;

  ReadAhead(FileChannel channel) {
    this.channel = channel;
    for (int i = 0; i < CHUNKS; i++) {
      free.add(new byte[CHUNK_BYTES]);
    }
    reader = Thread.ofPlatform().daemon().name("read-ahead").start(this::run);
  }

  private void run() {
    try {
      int length;
      do {
        ByteBuffer buffer = ByteBuffer.wrap(free.take());
        IOException failure = fill(buffer);
        length = buffer.position();
        filled.put(new Chunk(buffer.array(), length, failure));
      } while (length == CHUNK_BYTES);
    } catch (InterruptedException e) {
      // Closed: nobody wants the rest.
      Thread.currentThread().interrupt();
    }
  }

  private @Nullable IOException fill(ByteBuffer buffer) {
    try {
      while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  /** The next chunk; the one before is filled anew from now on. */
  Chunk next() throws IOException {
    try {
      if (lent != null) {
        free.put(lent);
      }
      Chunk next = filled.take();
      lent = next.bytes;
      if (next.failure != null) {
        throw next.failure;
      }
      return next;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  /** Ends the thread, by which the channel may be closed. */
  @Override
  public void close() {
    reader.interrupt();
  }
}
