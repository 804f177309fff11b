package io.github.lanewise.kernel.sha256;

import static io.github.lanewise.kernel.sha256.Sha256Constants.BLOCK_BYTES;

import io.github.lanewise.kernel.sha256.BlockEngine.Compressor;
import io.github.lanewise.kernel.sha256.MultiBufferSha256.QuantumListener;
import io.github.lanewise.kernel.sha256.Segment.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which message stands in which lane, and for how many blocks.
 *
 * <p>A lane works through its stream's segment in <em>runs</em>: blocks that follow one another in
 * memory. A run lies in the segment itself, or in the lane's own part of the stage, where a block
 * is put together that does not lie in one piece: one that began in the segment before, the padded
 * end, or a short message as a whole. All lanes advance by the shortest run among them; lanes
 * without a message follow another lane and their result is not looked at.
 */
final class LaneSchedule implements AutoCloseable {

  /**
   * No call is longer, so that none runs for ever in code that is not compiled yet, and a lane that
   * becomes free does not wait longer for its next message: 16 KiB a lane.
   */
  static final int MAX_RUN_BLOCKS = 256;

  /** The stage of one lane. */
  private static final int STAGE_BYTES = 4096;

  /** Messages up to this long are staged as a whole with their padding: one run instead of two. */
  private static final int SHORT_BYTES = 1024;

  private final Compressor compressor;
  private final int lanes;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment stage;

  // One entry a lane.
  private final @Nullable Sha256Stream[] streams;
  private final MemorySegment[] sources;
  private final long[] offsets;
  private final long[] blocksLeft;

  // What the compressor is called with; holds nothing of the caller's between calls.
  private final MemorySegment[] callSources;
  private final long[] callOffsets;
  private boolean callOnHeap;

  private int occupied;

  /**
   * @param compressor of an engine with as many lanes; closed with the schedule
   */
  LaneSchedule(int lanes, Compressor compressor) {
    this.compressor = compressor;
    this.lanes = lanes;
    this.stage = arena.allocate((long) lanes * STAGE_BYTES, BLOCK_BYTES);
    this.streams = new Sha256Stream[lanes];
    this.sources = new MemorySegment[lanes];
    this.offsets = new long[lanes];
    this.blocksLeft = new long[lanes];
    this.callSources = new MemorySegment[lanes];
    this.callOffsets = new long[lanes];
    Arrays.fill(sources, stage);
    Arrays.fill(callSources, stage);
  }

  int lanes() {
    return lanes;
  }

  int occupied() {
    return occupied;
  }

  /**
   * Puts a stream with a segment into a free lane. A segment that ends before a block is full needs
   * no lane and is eaten at once.
   */
  void enter(Sha256Stream stream, QuantumListener listener) {
    int lane = 0;
    while (streams[lane] != null) {
      lane++;
    }
    int[] words = stream.bindToWords();
    if (!beginRun(lane, stream)) {
      stream.eaten();
      listener.eaten(stream);
      return;
    }
    compressor.put(lane, words);
    streams[lane] = stream;
    occupied++;
  }

  /** Takes a stream out before its segment is eaten. Its hash is lost. */
  boolean leave(Sha256Stream stream) {
    for (int lane = 0; lane < lanes; lane++) {
      if (streams[lane] == stream) {
        vacate(lane);
        return true;
      }
    }
    return false;
  }

  /**
   * Advances all lanes by the shortest run.
   *
   * @return how many bytes of messages and padding that was, in all lanes together
   */
  long advance(QuantumListener listener) {
    int blocks = layOut();
    try {
      compressor.compress(callSources, callOffsets, blocks, callOnHeap);
    } finally {
      Arrays.fill(callSources, stage);
    }
    long bytes = (long) occupied * blocks * BLOCK_BYTES;
    for (int lane = 0; lane < lanes; lane++) {
      Sha256Stream stream = streams[lane];
      if (stream == null) {
        continue;
      }
      offsets[lane] += (long) blocks * BLOCK_BYTES;
      blocksLeft[lane] -= blocks;
      if (blocksLeft[lane] == 0 && !beginRun(lane, stream)) {
        compressor.take(lane, stream.bindToWords());
        vacate(lane);
        stream.eaten();
        listener.eaten(stream);
      }
    }
    return bytes;
  }

  /** Fills in what the compressor is called with, and says for how many blocks. */
  private int layOut() {
    long blocks = MAX_RUN_BLOCKS;
    boolean anyNative = false;
    boolean anyHeap = false;
    for (int lane = 0; lane < lanes; lane++) {
      if (streams[lane] != null) {
        blocks = Math.min(blocks, blocksLeft[lane]);
        anyNative |= isNative(lane);
        anyHeap |= !isNative(lane);
      }
    }
    boolean mixed = anyNative && anyHeap;
    callOnHeap = !anyNative;
    if (mixed) {
      blocks = Math.min(blocks, STAGE_BYTES / BLOCK_BYTES);
    }
    int leader = firstOccupied();
    for (int lane = 0; lane < lanes; lane++) {
      if (streams[lane] != null && mixed && !isNative(lane)) {
        // A kernel takes one kind of memory. What is on the heap takes the detour: it is the
        // shorter one, since the native lanes among them are often just at their padded end.
        long to = (long) lane * STAGE_BYTES;
        MemorySegment.copy(sources[lane], offsets[lane], stage, to, blocks * BLOCK_BYTES);
        callSources[lane] = stage;
        callOffsets[lane] = to;
      } else {
        callSources[lane] = sources[lane];
        callOffsets[lane] = offsets[lane];
      }
    }
    for (int lane = 0; lane < lanes; lane++) {
      if (streams[lane] == null) {
        callSources[lane] = callSources[leader];
        callOffsets[lane] = callOffsets[leader];
      }
    }
    return (int) blocks;
  }

  private int firstOccupied() {
    int lane = 0;
    while (streams[lane] == null) {
      lane++;
    }
    return lane;
  }

  private boolean isNative(int lane) {
    return sources[lane].isNative();
  }

  /** Finds the lane's next run; false if the segment is used up. */
  private boolean beginRun(int lane, Sha256Stream stream) {
    if (stream.isPadded()) {
      return false;
    }
    Segment segment = stream.current();
    long remaining = segment.remaining();
    boolean readable = segment.memory() != Memory.OPAQUE;
    boolean shortEnd =
        stream.isLast()
            && stream.partialBytes() + remaining + Sha256Stream.MIN_PADDING <= SHORT_BYTES;
    if (readable && !shortEnd && stream.partialBytes() == 0 && remaining >= BLOCK_BYTES) {
      sources[lane] = segment.bytes();
      offsets[lane] = segment.position();
      blocksLeft[lane] = remaining / BLOCK_BYTES;
      segment.skip(remaining & -BLOCK_BYTES);
      return true;
    }
    // As much as there is room for, not only the block in pieces: all lanes advance by the shortest
    // run, so a run of one block would cost every lane more than this copy costs one.
    long at = (long) lane * STAGE_BYTES;
    int blocks = stream.stage(stage, at, STAGE_BYTES);
    sources[lane] = stage;
    offsets[lane] = at;
    blocksLeft[lane] = blocks;
    return blocks > 0;
  }

  private void vacate(int lane) {
    streams[lane] = null;
    sources[lane] = stage;
    occupied--;
  }

  @Override
  public void close() {
    for (Sha256Stream stream : streams) {
      if (stream != null) {
        stream.leave();
      }
    }
    Arrays.fill(streams, null);
    Arrays.fill(sources, MemorySegment.NULL);
    stage.fill((byte) 0);
    compressor.close();
    arena.close();
  }
}
