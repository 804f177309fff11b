package io.github.lanewise.stress;

import io.github.lanewise.pipeline.BufferAccess;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** Three bytes that count how often they were given back. */
final class Payload {

  static final BufferAccess<Payload> ACCESS = new Access();

  private static final ByteBuffer BYTES =
      ByteBuffer.wrap(new byte[] {'a', 'b', 'c'}).asReadOnlyBuffer();

  private final AtomicInteger releases = new AtomicInteger();
  private final AtomicInteger expected = new AtomicInteger();

  void release() {
    releases.incrementAndGet();
  }

  int releases() {
    return releases.get();
  }

  /** Notes whether what came of it is as expected. */
  void expect(boolean right) {
    expected.addAndGet(right ? 1 : -1_000);
  }

  /** How often it was. */
  int expected() {
    return expected.get();
  }

  private static final class Access implements BufferAccess<Payload> {

    private static final BufferAccess<ByteBuffer> BUFFERS = BufferAccess.byteBuffers();

    @Override
    public Segments segments(Payload payload) {
      return BUFFERS.segments(BYTES.duplicate());
    }

    @Override
    public long size(Payload payload) {
      return BYTES.remaining();
    }

    @Override
    public void release(Payload payload) {
      payload.release();
    }
  }
}
