package io.github.lanewise.sample.dedup;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Flux;

/**
 * Cuts a stream into chunks, which do not depend on how its buffers are cut. Every buffer is copied
 * once and released before anything else can fail; chunks are on the heap, so whoever cancels has
 * nothing to release.
 */
public final class ChunkSplitter {

  private static final int FIRST_CAPACITY = 64 * 1024;

  private final Boundaries boundaries;
  private byte[] filling = new byte[FIRST_CAPACITY];
  private int filled;

  private ChunkSplitter(Boundaries boundaries) {
    this.boundaries = boundaries;
  }

  /**
   * The chunks of a stream, in order; asks for the next buffer when the chunks of the last are
   * taken, and holds one chunk that is not whole. An empty stream has none.
   */
  public static Flux<byte[]> split(Flux<DataBuffer> stream, Chunking chunking) {
    return Flux.defer(
        () -> {
          ChunkSplitter splitter = new ChunkSplitter(chunking.begin());
          return stream
              .map(ChunkSplitter::copyAndRelease)
              .concatMapIterable(splitter::cut, 1)
              .concatWith(Flux.defer(splitter::end));
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

  private List<byte[]> cut(byte[] bytes) {
    List<byte[]> chunks = new ArrayList<>();
    int from = 0;
    int boundary;
    while ((boundary = boundaries.next(bytes, from, bytes.length)) >= 0) {
      chunks.add(chunk(bytes, from, boundary));
      from = boundary;
      if (from == bytes.length) {
        break;
      }
    }
    keep(bytes, from, bytes.length);
    return chunks;
  }

  private byte[] chunk(byte[] bytes, int from, int to) {
    byte[] chunk = Arrays.copyOf(filling, filled + to - from);
    System.arraycopy(bytes, from, chunk, filled, to - from);
    filled = 0;
    return chunk;
  }

  private void keep(byte[] bytes, int from, int to) {
    int needed = filled + to - from;
    if (needed > filling.length) {
      int doubled = Math.min(2 * filling.length, boundaries.maxBytes());
      filling = Arrays.copyOf(filling, Math.max(needed, doubled));
    }
    System.arraycopy(bytes, from, filling, filled, to - from);
    filled = needed;
  }

  private Flux<byte[]> end() {
    return filled == 0 ? Flux.empty() : Flux.just(Arrays.copyOf(filling, filled));
  }
}
