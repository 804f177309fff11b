package io.github.lanewise.sample.logs;

import io.github.lanewise.pipeline.BufferAccess;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import org.springframework.stereotype.Component;

/** Log records as payloads; their bytes are on the heap, so there is nothing to give back. */
@Component
class LogRecordAccess implements BufferAccess<LogRecord> {

  @Override
  public Segments segments(LogRecord payload) {
    return new OnePiece(List.of(payload.bytes().duplicate()).iterator());
  }

  @Override
  public void release(LogRecord payload) {}

  private record OnePiece(Iterator<ByteBuffer> pieces) implements Segments {

    @Override
    public boolean hasNext() {
      return pieces.hasNext();
    }

    @Override
    public ByteBuffer next() {
      return pieces.next();
    }

    @Override
    public void close() {}
  }
}
