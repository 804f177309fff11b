package io.github.lanewise.pipeline;

import io.github.lanewise.pipeline.BufferAccess.Segments;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;

/** One digest per fixed-size chunk of a stream; see {@link HashingPipeline#chunks}. */
final class FluxChunks<B> extends FluxOperator<B, HashedChunk> {

  private final BufferAccess<B> access;
  private final int chunkBytes;
  private final LaneDispatcher dispatcher;

  FluxChunks(Flux<B> source, BufferAccess<B> access, int chunkBytes, LaneDispatcher dispatcher) {
    super(source);
    this.access = access;
    this.chunkBytes = chunkBytes;
    this.dispatcher = dispatcher;
  }

  @Override
  public int getPrefetch() {
    return dispatcher.prefetch();
  }

  @Override
  public void subscribe(CoreSubscriber<? super HashedChunk> actual) {
    source.subscribe(new ChunkSubscriber<>(actual, access, chunkBytes, dispatcher));
  }

  /** A payload of which chunks still hold slices. */
  private static final class Sliced<B> {

    private final B payload;
    private @Nullable Segments segments;
    private int slices;

    Sliced(B payload) {
      this.payload = payload;
    }
  }

  /** A part of a payload, within one chunk. */
  private record Slice<B>(ByteBuffer bytes, Sliced<B> of) {}

  /** A chunk under way: an independent message, so that several of a stream fill lanes at once. */
  private static final class Chunk<B> extends LanePiece {

    private final ArrayDeque<Slice<B>> slices = new ArrayDeque<>();
    private final long offset;
    private int length;
    private boolean whole;
    private boolean waiting;

    /** Whether it is hashed and the subscriber knows. */
    private boolean done;

    private @Nullable Slice<B> inLane;

    Chunk(LaneTask task, long offset) {
      super(task);
      this.offset = offset;
    }
  }

  private static final class ChunkSubscriber<B> extends HashSubscriber<B, HashedChunk> {

    private final int chunkBytes;

    /** All that are under way, first come first. */
    private final ArrayDeque<Chunk<B>> inOrder = new ArrayDeque<>();

    /** Those that can go into a lane. */
    private final ArrayDeque<Chunk<B>> ready = new ArrayDeque<>();

    private final ArrayDeque<Sliced<B>> held = new ArrayDeque<>();
    private @Nullable Sliced<B> cutting;
    private ByteBuffer rest = NOTHING;
    private @Nullable Chunk<B> filling;
    private long offset;

    ChunkSubscriber(
        CoreSubscriber<? super HashedChunk> downstream,
        BufferAccess<B> access,
        int chunkBytes,
        LaneDispatcher dispatcher) {
      super(downstream, access, dispatcher);
      this.chunkBytes = chunkBytes;
    }

    @Override
    @Nullable LanePiece next() {
      while (ready.isEmpty()) {
        if (!cut()) {
          return null;
        }
      }
      Chunk<B> chunk = ready.remove();
      chunk.waiting = false;
      Slice<B> slice = chunk.slices.poll();
      chunk.inLane = slice;
      chunk.segment(slice == null ? NOTHING : slice.bytes, chunk.whole && chunk.slices.isEmpty());
      return chunk;
    }

    /** Takes one step from payloads to slices; false if there is nothing to take it on. */
    private boolean cut() {
      Sliced<B> from = cutting;
      if (from == null) {
        B payload = poll();
        if (payload != null) {
          Sliced<B> sliced = new Sliced<>(payload);
          cutting = sliced;
          held.add(sliced);
          sliced.segments = access.segments(payload);
          return true;
        }
        return isExhausted() && end();
      }
      if (rest.hasRemaining()) {
        cutSlice(from);
      } else if (isCut(from)) {
        cutting = null;
        releaseIfEaten(from);
      } else if (from.segments != null) {
        rest = from.segments.next().duplicate();
      }
      return true;
    }

    private void cutSlice(Sliced<B> from) {
      Chunk<B> chunk = filling;
      if (chunk == null) {
        chunk = new Chunk<>(this, offset);
        filling = chunk;
        inOrder.add(chunk);
      }
      int bytes = Math.min(rest.remaining(), chunkBytes - chunk.length);
      chunk.slices.add(new Slice<>(rest.slice(rest.position(), bytes), from));
      from.slices++;
      rest.position(rest.position() + bytes);
      chunk.length += bytes;
      offset += bytes;
      if (chunk.length == chunkBytes) {
        chunk.whole = true;
        filling = null;
      }
      makeReady(chunk);
    }

    private boolean end() {
      Chunk<B> tail = filling;
      if (tail != null && !hasFailed()) {
        filling = null;
        tail.whole = true;
        makeReady(tail);
        return true;
      }
      // After an error the chunk that was being filled is not one.
      if (inOrder.isEmpty() || inOrder.peek() == tail) {
        finish();
      }
      return false;
    }

    /** Whether all of the payload being cut is in slices. */
    private boolean isCut(Sliced<B> sliced) {
      return !rest.hasRemaining() && (sliced.segments == null || !sliced.segments.hasNext());
    }

    private void makeReady(Chunk<B> chunk) {
      if (!chunk.waiting && !chunk.hasSegment()) {
        chunk.waiting = true;
        ready.add(chunk);
      }
    }

    @Override
    @SuppressWarnings("unchecked") // The pieces of this task are its chunks.
    void eaten(LanePiece piece) {
      Chunk<B> chunk = (Chunk<B>) piece;
      Slice<B> slice = chunk.inLane;
      if (slice != null) {
        chunk.inLane = null;
        slice.of.slices--;
        if (slice.of.equals(cutting) && isCut(slice.of)) {
          cutting = null;
        }
        releaseIfEaten(slice.of);
      }
      if (!chunk.isFinished()) {
        if (chunk.whole || !chunk.slices.isEmpty()) {
          makeReady(chunk);
        }
        return;
      }
      chunk.done = true;
      Chunk<B> first;
      while ((first = inOrder.peek()) != null && first.done) {
        inOrder.remove();
        emit(new HashedChunk(first.offset, first.length, first.digest()));
      }
    }

    private void releaseIfEaten(Sliced<B> sliced) {
      if (!sliced.equals(cutting) && sliced.slices == 0) {
        // Held until its segments are closed: should that throw, it is given back with the stream.
        close(sliced);
        if (held.remove(sliced)) {
          access.release(sliced.payload);
          payloadLeft();
        }
      }
    }

    private static void close(Sliced<?> sliced) {
      Segments open = sliced.segments;
      sliced.segments = null;
      if (open != null) {
        open.close();
      }
    }

    @Override
    void releaseHeld() {
      inOrder.clear();
      ready.clear();
      cutting = null;
      filling = null;
      rest = NOTHING;
      Sliced<B> sliced;
      while ((sliced = held.poll()) != null) {
        try {
          close(sliced);
        } finally {
          access.discard(sliced.payload, currentContext());
        }
      }
    }

    @Override
    void discardResult(HashedChunk result) {}
  }
}
