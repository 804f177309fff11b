package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Payloads that know how often they were given back, and where their segments are. */
final class Payloads implements BufferAccess<Payloads.Tracked> {

  private final Queue<Tracked> made = new ConcurrentLinkedQueue<>();

  /** A payload of any number of segments. */
  static final class Tracked {

    private final List<ByteBuffer> segments;
    private final AtomicInteger released = new AtomicInteger();
    private final AtomicInteger openSegments = new AtomicInteger();

    private Tracked(List<ByteBuffer> segments) {
      this.segments = segments;
    }

    /** What a receiver does with what it was passed. */
    void release() {
      released.incrementAndGet();
    }
  }

  Tracked of(byte[]... segments) {
    List<ByteBuffer> buffers = new ArrayList<>();
    for (byte[] segment : segments) {
      buffers.add(ByteBuffer.wrap(segment).asReadOnlyBuffer());
    }
    Tracked payload = new Tracked(buffers);
    made.add(payload);
    return payload;
  }

  @Override
  public Segments segments(Tracked payload) {
    payload.openSegments.incrementAndGet();
    Iterator<ByteBuffer> each = payload.segments.iterator();
    return new Segments() {
      @Override
      public boolean hasNext() {
        return each.hasNext();
      }

      @Override
      public ByteBuffer next() {
        return each.next();
      }

      @Override
      public void close() {
        payload.openSegments.decrementAndGet();
      }
    };
  }

  @Override
  public long size(Tracked payload) {
    return payload.segments.stream().mapToLong(ByteBuffer::remaining).sum();
  }

  @Override
  public void release(Tracked payload) {
    payload.release();
  }

  int made() {
    return made.size();
  }

  /** How many payloads were given back exactly once and have no segments open. */
  long settled() {
    return made.stream()
        .filter(payload -> payload.released.get() == 1 && payload.openSegments.get() == 0)
        .count();
  }

  /** How often the payload given back most often was. */
  int mostReleases() {
    return made.stream().mapToInt(payload -> payload.released.get()).max().orElse(0);
  }

  static byte[] random(int length, long seed) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  static Sha256Digest digestOf(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return Sha256Digest.of(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
