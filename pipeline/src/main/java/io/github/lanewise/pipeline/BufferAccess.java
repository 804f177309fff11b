package io.github.lanewise.pipeline;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * How to look into a payload, and how to give it back: for {@link ByteBuffer} and {@code byte[]}
 * here, for Spring's {@code DataBuffer} in the starter. Called from any thread, for one payload by
 * one thread at a time.
 *
 * @param <B> the payload
 */
public interface BufferAccess<B> {

  /**
   * The readable bytes of a payload, piece by piece, without a copy. Positions of the payload are
   * not moved. Called once for each payload, on a worker; an exception fails the stream.
   */
  Segments segments(B payload);

  /**
   * How many bytes {@link #segments} will bring, cheaply: it is asked for each payload when it
   * arrives, on upstream's thread, for the bound of bytes in flight. An exception fails the stream.
   */
  long size(B payload);

  /** Gives back a payload that has been hashed and does not go on downstream. Must not throw. */
  void release(B payload);

  /**
   * Gives back a payload that was dropped on cancellation or error. Must not throw.
   *
   * <p>Either this or the discard hook of the context, never both: whoever releases in a hook what
   * was released here would release another's memory.
   *
   * @param context of the subscriber that will not get it
   */
  default void discard(B payload, Context context) {
    release(payload);
  }

  /**
   * The pieces of one payload; there may be none, and any may be empty. Closed once, when all have
   * been hashed or dropped. What is thrown by any method fails the stream.
   */
  interface Segments extends Iterator<ByteBuffer>, AutoCloseable {

    @Override
    void close();
  }

  /** Buffers that the garbage collector owns; see {@link #of}. */
  static BufferAccess<ByteBuffer> byteBuffers() {
    return new GarbageCollected<>(buffer -> buffer, ByteBuffer::remaining);
  }

  /** Arrays; see {@link #of}. */
  static BufferAccess<byte[]> byteArrays() {
    return new GarbageCollected<>(ByteBuffer::wrap, bytes -> bytes.length);
  }

  /**
   * Payloads of one piece that the garbage collector owns. Nothing is given back; dropped ones go
   * to the discard hook.
   *
   * @param bytes from position to limit, the payload's bytes
   */
  static <B> BufferAccess<B> of(Function<? super B, ByteBuffer> bytes) {
    return new GarbageCollected<>(bytes, payload -> bytes.apply(payload).remaining());
  }
}

/**
 * Nothing to give back, so that a drop is told to whoever asked for it with {@code doOnDiscard}.
 */
final class GarbageCollected<B> implements BufferAccess<B> {

  private final Function<? super B, ByteBuffer> bytes;
  private final ToLongFunction<? super B> size;

  GarbageCollected(Function<? super B, ByteBuffer> bytes, ToLongFunction<? super B> size) {
    this.bytes = bytes;
    this.size = size;
  }

  @Override
  public long size(B payload) {
    return size.applyAsLong(payload);
  }

  @Override
  public Segments segments(B payload) {
    return new One(bytes.apply(payload));
  }

  @Override
  public void release(B payload) {}

  @Override
  public void discard(B payload, Context context) {
    Operators.onDiscard(payload, context);
  }

  private static final class One implements Segments {

    private final ByteBuffer only;
    private boolean taken;

    One(ByteBuffer only) {
      this.only = only;
    }

    @Override
    public boolean hasNext() {
      return !taken;
    }

    @Override
    public ByteBuffer next() {
      if (taken) {
        throw new NoSuchElementException();
      }
      taken = true;
      return only;
    }

    @Override
    public void close() {}
  }
}
