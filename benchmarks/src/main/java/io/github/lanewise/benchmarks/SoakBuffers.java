package io.github.lanewise.benchmarks;

import io.github.lanewise.pipeline.BufferAccess;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A pool of buffers, heap and direct, that counts those outside of it. What comes back is
 * overwritten and used again at once, so that whoever still reads it reads something else.
 */
final class SoakBuffers implements BufferAccess<SoakBuffers.Buffer> {

  static final int BYTES = 64 * 1024;

  /** A buffer on its way. */
  static final class Buffer {

    private final ByteBuffer bytes;
    private final AtomicBoolean released = new AtomicBoolean();

    private Buffer(ByteBuffer bytes) {
      this.bytes = bytes;
    }
  }

  private final Queue<ByteBuffer> direct = new ConcurrentLinkedQueue<>();
  private final Queue<ByteBuffer> heap = new ConcurrentLinkedQueue<>();
  private final AtomicLong live = new AtomicLong();
  private final AtomicLong releasedTwice = new AtomicLong();

  /** An empty buffer to write into, from position 0. */
  ByteBuffer take(boolean onHeap) {
    ByteBuffer pooled = (onHeap ? heap : direct).poll();
    if (pooled != null) {
      return pooled;
    }
    return onHeap ? ByteBuffer.allocate(BYTES) : ByteBuffer.allocateDirect(BYTES);
  }

  /** Sends a buffer off with what was written. */
  Buffer send(ByteBuffer written) {
    live.incrementAndGet();
    return new Buffer(written.flip());
  }

  /** Two pieces, as of a composed buffer. */
  @Override
  public Segments segments(Buffer payload) {
    ByteBuffer bytes = payload.bytes;
    int middle = bytes.limit() / 3;
    return new Segments() {
      private int taken;

      @Override
      public boolean hasNext() {
        return taken < 2;
      }

      @Override
      public ByteBuffer next() {
        return switch (taken++) {
          case 0 -> bytes.slice(0, middle);
          case 1 -> bytes.slice(middle, bytes.limit() - middle);
          default -> throw new NoSuchElementException();
        };
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public long size(Buffer payload) {
    return payload.bytes.limit();
  }

  @Override
  public void release(Buffer payload) {
    if (!payload.released.compareAndSet(false, true)) {
      releasedTwice.incrementAndGet();
      return;
    }
    live.decrementAndGet();
    ByteBuffer bytes = payload.bytes.clear();
    MemorySegment.ofBuffer(bytes).fill((byte) 0xA5);
    (bytes.isDirect() ? direct : heap).add(bytes);
  }

  long live() {
    return live.get();
  }

  long releasedTwice() {
    return releasedTwice.get();
  }
}
