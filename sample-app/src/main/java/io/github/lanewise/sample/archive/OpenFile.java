package io.github.lanewise.sample.archive;

import io.github.lanewise.kernel.sha256.Sha256Stream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * A place in which a worker has a file open, one after the other: the bytes of it that are here
 * now, and the state of its hash.
 */
final class OpenFile {

  /** Small enough that a chunk is still in the second cache when it is hashed. */
  static final int CHUNK_BYTES = 64 * 1024;

  /** From this size on the next chunk is read while this one is hashed. */
  static final int READ_AHEAD_BYTES = 4 * 1024 * 1024;

  private final byte[] own = new byte[CHUNK_BYTES];
  private final ByteBuffer ownBuffer = ByteBuffer.wrap(own);
  private final MessageDigest digest = newDigest();
  private Sha256Stream stream = new Sha256Stream();

  private @Nullable FileJob job;
  private @Nullable FileChannel channel;
  private @Nullable ReadAhead readAhead;
  private long expectedBytes;
  private long position;

  private byte[] chunk = own;
  private int length;
  private boolean last;

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256, this one has not", e);
    }
  }

  boolean isFree() {
    return job == null;
  }

  void open(FileJob next) throws IOException {
    job = next;
    digest.reset();
    stream = new Sha256Stream();
    begin(next);
  }

  private void begin(FileJob next) throws IOException {
    position = 0;
    last = false;
    expectedBytes = next.expectedBytes();
    Path path = next.path();
    FileChannel opened =
        path == null
            ? new FileInputStream(FileDescriptor.in).getChannel()
            : FileChannel.open(path, StandardOpenOption.READ);
    channel = opened;
    if (expectedBytes >= READ_AHEAD_BYTES) {
      readAhead = new ReadAhead(opened);
    }
  }

  /** Reads the next chunk, which may be empty if it is the last. */
  void read() throws IOException {
    FileChannel from = channel;
    if (from == null) {
      throw new IllegalStateException("a file must be open to be read");
    }
    ReadAhead ahead = readAhead;
    if (ahead != null) {
      ReadAhead.Chunk next = ahead.next();
      chunk = next.bytes();
      length = next.length();
      last = length < chunk.length;
    } else {
      chunk = own;
      length = fill(from);
      // A file that has grown since it was looked at is found by what follows the last chunk.
      last = length < CHUNK_BYTES || position + length == expectedBytes;
    }
    position += length;
  }

  private int fill(FileChannel from) throws IOException {
    ownBuffer.clear();
    while (ownBuffer.hasRemaining()
        && (expectedBytes == 0 || position + ownBuffer.position() != expectedBytes)) {
      if (from.read(ownBuffer) < 0) {
        break;
      }
    }
    return ownBuffer.position();
  }

  byte[] chunk() {
    return chunk;
  }

  int length() {
    return length;
  }

  boolean isLast() {
    return last;
  }

  /** The state of the hash where {@link PairHasher} keeps it. */
  MessageDigest digest() {
    return digest;
  }

  /** The state of the hash where {@link LaneHasher} keeps it. */
  Sha256Stream stream() {
    return stream;
  }

  /** Whose file it is. */
  FileJob job() {
    FileJob current = job;
    if (current == null) {
      throw new IllegalStateException("no file is open here");
    }
    return current;
  }

  /** Frees the place. */
  void close() throws IOException {
    job = null;
    ReadAhead ahead = readAhead;
    readAhead = null;
    FileChannel open = channel;
    channel = null;
    if (ahead != null) {
      ahead.close();
    }
    if (open != null) {
      open.close();
    }
  }
}
