package io.github.lanewise.kernel.sha256;

import static io.github.lanewise.kernel.sha256.Sha256Constants.BLOCK_BYTES;

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
 *
 * <p>The engine may be another one for each run: the one for as many lanes as are occupied. States
 * move through the words of their streams, and those in lanes that a narrower engine does not have
 * go to free ones that it has.
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
  static final int SHORT_BYTES = 1024;

  /** Is told of each stream whose segment has been hashed, when it has left its lane. */
  interface Follower {
    void hashed(Sha256Stream stream);
  }

  private final LaneEngines engines;
  private final int lanes;
  private OpenEngine engine;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment stage;

  // One entry a lane.
  private final @Nullable Sha256Stream[] streams;
  private final MemorySegment[] sources;
  private final long[] offsets;
  private final long[] blocksLeft;
  private final long[] stageOffsets;

  /** Whether the lane's state is with the engine; if not, it is in the stream's words. */
  private final boolean[] loaded;

  // What the compressor is called with; holds nothing of the caller's between calls.
  private final MemorySegment[] callSources;
  private final long[] callOffsets;
  private boolean callOnHeap;

  private int occupied;

  /**
   * @param engines closed with the schedule
   */
  LaneSchedule(LaneEngines engines) {
    this.engines = engines;
    this.lanes = engines.lanes();
    this.engine = engines.forOccupancy(lanes);
    this.stage = arena.allocate((long) lanes * STAGE_BYTES, BLOCK_BYTES);
    this.streams = new Sha256Stream[lanes];
    this.sources = new MemorySegment[lanes];
    this.offsets = new long[lanes];
    this.blocksLeft = new long[lanes];
    this.stageOffsets = new long[lanes];
    this.loaded = new boolean[lanes];
    this.callSources = new MemorySegment[lanes];
    this.callOffsets = new long[lanes];
    Arrays.fill(sources, stage);
    Arrays.fill(callSources, stage);
    Arrays.setAll(stageOffsets, lane -> (long) lane * STAGE_BYTES);
  }

  int lanes() {
    return lanes;
  }

  /** The engine of the last run. */
  OpenEngine engine() {
    return engine;
  }

  int occupied() {
    return occupied;
  }

  /**
   * Puts a stream with a segment into a free lane. A segment that ends before a block is full needs
   * no lane and is eaten at once.
   */
  void enter(Sha256Stream stream, Follower follower) {
    int lane = firstFree();
    stream.bindToWords();
    if (!beginRun(lane, stream)) {
      follower.hashed(stream);
      return;
    }
    streams[lane] = stream;
    occupied++;
  }

  /** Takes a stream out before its segment is eaten. Its hash is lost. */
  boolean leave(Sha256Stream stream) {
    for (int lane = 0; lane < lanes; lane++) {
      if (streams[lane] == stream) {
        unload(lane, stream);
        vacate(lane);
        return true;
      }
    }
    return false;
  }

  /** Takes a stream out with its hash, unless fewer bytes of its segment are left. */
  boolean suspend(Sha256Stream stream, long minRemaining) {
    for (int lane = 0; lane < lanes; lane++) {
      if (streams[lane] == stream) {
        long inRun = blocksLeft[lane] * BLOCK_BYTES;
        if (inRun + stream.current().remaining() < minRemaining) {
          return false;
        }
        if (sources[lane].equals(stage)) {
          stream.keepStaged(stage.asSlice(offsets[lane], inRun));
        } else {
          stream.current().skip(-inRun);
        }
        unload(lane, stream);
        vacate(lane);
        return true;
      }
    }
    return false;
  }

  /**
   * What is left of the streams in lanes, as far as it is known.
   *
   * @param bytes gets one for each
   * @return how many there are
   */
  int remaining(long[] bytes) {
    int count = 0;
    for (int lane = 0; lane < lanes; lane++) {
      Sha256Stream stream = streams[lane];
      if (stream != null) {
        bytes[count++] =
            stream.isLast()
                ? blocksLeft[lane] * BLOCK_BYTES + stream.current().remaining()
                : LanePlacement.OPEN_ENDED;
      }
    }
    return count;
  }

  /** Takes any stream out, in mid-segment; null if there is none. Its hash is lost. */
  @Nullable Sha256Stream leaveAny() {
    for (Sha256Stream stream : streams) {
      if (stream != null) {
        leave(stream);
        return stream;
      }
    }
    return null;
  }

  /** From the next run on, the lane engines are not used any more. */
  void useScalarOnly() {
    engines.useScalarOnly();
  }

  /**
   * Advances all lanes by the shortest run.
   *
   * @return how many bytes of messages and padding that was, in all lanes together
   */
  long advance(Follower follower) {
    settle();
    int blocks = layOut();
    try {
      engine.compress(callSources, callOffsets, blocks, callOnHeap);
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
        unload(lane, stream);
        vacate(lane);
        follower.hashed(stream);
      }
    }
    return bytes;
  }

  /** Gives the states to the engine for as many as there are now. */
  private void settle() {
    OpenEngine next = engines.forOccupancy(occupied);
    if (next != engine) {
      changeTo(next);
    }
    for (int lane = 0; lane < lanes; lane++) {
      Sha256Stream stream = streams[lane];
      if (stream != null && !loaded[lane]) {
        engine.put(lane, stream.bindToWords());
        loaded[lane] = true;
      }
    }
  }

  private void changeTo(OpenEngine next) {
    int lanesThere = next.lanesFor(occupied);
    for (int lane = 0; lane < lanes; lane++) {
      Sha256Stream stream = streams[lane];
      if (stream != null) {
        unload(lane, stream);
        if (lane >= lanesThere) {
          // One is free below, since there are no more streams than lanes.
          move(lane, firstFree());
        }
      }
    }
    engine = next;
  }

  private void unload(int lane, Sha256Stream stream) {
    if (loaded[lane]) {
      engine.take(lane, stream.bindToWords());
      loaded[lane] = false;
    }
  }

  /** Moves a stream and what is staged of it; its state is in its words. */
  private void move(int from, int to) {
    long offset = stageOffsets[to];
    stageOffsets[to] = stageOffsets[from];
    stageOffsets[from] = offset;
    streams[to] = streams[from];
    sources[to] = sources[from];
    offsets[to] = offsets[from];
    blocksLeft[to] = blocksLeft[from];
    streams[from] = null;
    sources[from] = stage;
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
        long to = stageOffsets[lane];
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

  private int firstFree() {
    int lane = 0;
    while (streams[lane] != null) {
      lane++;
    }
    return lane;
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
    if (stream.hasStaged()) {
      sources[lane] = stage;
      offsets[lane] = stageOffsets[lane];
      blocksLeft[lane] = stream.takeStaged(stage, stageOffsets[lane]) / BLOCK_BYTES;
      return true;
    }
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
    long at = stageOffsets[lane];
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
    engines.close();
    arena.close();
  }
}
