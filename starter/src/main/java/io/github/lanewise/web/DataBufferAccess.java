package io.github.lanewise.web;

import io.github.lanewise.pipeline.BufferAccess;
import java.nio.ByteBuffer;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;

/**
 * Spring's data buffers as payloads. A buffer that a codec composed of several is read piece by
 * piece, in place; its read position stays where it was, so that the next operator sees the same
 * bytes. Stateless; one instance serves every stream.
 */
public final class DataBufferAccess implements BufferAccess<DataBuffer> {

  @Override
  public Segments segments(DataBuffer payload) {
    return new DataBufferSegments(payload.readableByteBuffers());
  }

  @Override
  public long size(DataBuffer payload) {
    return payload.readableByteCount();
  }

  /** Releases a pooled buffer; any other is left to the garbage collector. */
  @Override
  public void release(DataBuffer payload) {
    DataBufferUtils.release(payload);
  }

  private record DataBufferSegments(DataBuffer.ByteBufferIterator pieces) implements Segments {

    @Override
    public boolean hasNext() {
      return pieces.hasNext();
    }

    @Override
    public ByteBuffer next() {
      return pieces.next();
    }

    @Override
    public void close() {
      pieces.close();
    }
  }
}
