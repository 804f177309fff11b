package io.github.lanewise.sample.logs;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Flux;

/**
 * Cuts one body into records at each newline (LF). A carriage return belongs to its record, so that
 * the digest is that of the bytes sent; an empty line is a record of no bytes; a newline at the end
 * starts no further record, and the last record may lack it.
 *
 * <p>Every buffer is copied once and released before anything else can fail: what goes on is
 * garbage-collected, whoever cancels.
 */
final class RecordSplitter {

  private final int maxRecordBytes;
  private final ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
  private long line;

  private RecordSplitter(int maxRecordBytes) {
    this.maxRecordBytes = maxRecordBytes;
  }

  /**
   * The records of a body, in order; asks for the next buffer when the records of the last are
   * taken. Ends with {@link RecordTooLargeException} at a record that exceeds {@code
   * maxRecordBytes}.
   */
  static Flux<LogRecord> split(Flux<DataBuffer> body, int maxRecordBytes) {
    return Flux.defer(
        () -> {
          RecordSplitter splitter = new RecordSplitter(maxRecordBytes);
          return body.map(RecordSplitter::copyAndRelease)
              .concatMapIterable(splitter::accept, 1)
              .concatWith(Flux.defer(() -> Flux.fromIterable(splitter.end())));
        });
  }

  private static byte[] copyAndRelease(DataBuffer buffer) {
    try {
      byte[] bytes = new byte[buffer.readableByteCount()];
      buffer.read(bytes);
      return bytes;
    } finally {
      DataBufferUtils.release(buffer);
    }
  }

  /**
   * The records of a buffer, cut as they are taken: one that is too long fails the stream when
   * those before it have gone on, and not instead of them.
   */
  private Iterable<LogRecord> accept(byte[] bytes) {
    return () -> new Cutter(bytes);
  }

  private List<LogRecord> end() {
    return unfinished.size() == 0 ? List.of() : List.of(finish(new byte[0], 0, 0));
  }

  private LogRecord finish(byte[] bytes, int start, int length) {
    checkSize(length);
    line++;
    if (unfinished.size() == 0) {
      return new LogRecord(line, ByteBuffer.wrap(bytes, start, length));
    }
    unfinished.write(bytes, start, length);
    LogRecord record = new LogRecord(line, ByteBuffer.wrap(unfinished.toByteArray()));
    unfinished.reset();
    return record;
  }

  /** Before the bytes are kept, so that a request never holds more than the limit. */
  private void checkSize(int added) {
    if (added > maxRecordBytes - unfinished.size()) {
      throw new RecordTooLargeException(line + 1, maxRecordBytes);
    }
  }

  private final class Cutter implements Iterator<LogRecord> {

    private final byte[] bytes;
    private int start;
    private int newline;

    Cutter(byte[] bytes) {
      this.bytes = bytes;
      findNewline();
    }

    private void findNewline() {
      newline = start;
      while (newline < bytes.length && bytes[newline] != '\n') {
        newline++;
      }
    }

    /** Without a further record what is left of the buffer is kept for the next, once. */
    @Override
    public boolean hasNext() {
      if (newline < bytes.length) {
        return true;
      }
      checkSize(bytes.length - start);
      unfinished.write(bytes, start, bytes.length - start);
      start = bytes.length;
      return false;
    }

    @Override
    public LogRecord next() {
      if (newline == bytes.length) {
        throw new NoSuchElementException();
      }
      LogRecord record = finish(bytes, start, newline - start);
      start = newline + 1;
      findNewline();
      return record;
    }
  }
}
