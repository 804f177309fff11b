package io.github.lanewise.kernel.sha256;

import io.github.lanewise.kernel.internal.HiddenClass;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.BitSet;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/**
 * One message to a lane of a vector of 128, 256 or 512 bits.
 *
 * <p>With AVX-512 and its like it defines {@link VectorKernel} twice: once for native and once for
 * heap sources, so that the call sites of each stay with one kind. Elsewhere it defines {@link
 * VectorNarrowKernel}, which takes both.
 */
final class VectorEngine implements BlockEngine {

  private static final int WIDE_BITS = 512;

  private final String name;
  private final VectorLayout layout;
  private final boolean wide;
  private volatile LaneKernel nativeKernel;
  private volatile LaneKernel heapKernel;
  private final BitSet slotsInUse = new BitSet(VectorLayout.SLOTS);

  VectorEngine(int bits) {
    this(bits, Math.max(bits, widestBits()) >= WIDE_BITS);
  }

  /**
   * @param wide whether to use the instructions that come with vectors of 512 bits
   */
  VectorEngine(int bits, boolean wide) {
    VectorSpecies<Integer> species = VectorSpecies.of(int.class, VectorShape.forBitSize(bits));
    this.name = "vector-" + bits;
    this.layout = new VectorLayout(species);
    this.wide = wide;
    this.nativeKernel = defineKernel();
    this.heapKernel = wide ? defineKernel() : nativeKernel;
  }

  /** The widest vector that the hardware has, in bits. A wider one would be emulated in Java. */
  static int widestBits() {
    return IntVector.SPECIES_PREFERRED.vectorBitSize();
  }

  /** The class that is defined anew for this engine. */
  Class<? extends LaneKernel> source() {
    return wide ? VectorKernel.class : VectorNarrowKernel.class;
  }

  private LaneKernel defineKernel() {
    return HiddenClass.define(MethodHandles.lookup(), source(), layout, LaneKernel.class);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int lanes() {
    return layout.lanes;
  }

  /** New hidden classes have no profile and no code yet. Kernels hold no state, so runs go on. */
  @Override
  public boolean renew() {
    nativeKernel = defineKernel();
    heapKernel = wide ? defineKernel() : nativeKernel;
    return true;
  }

  @Override
  public @Nullable Compressor open() {
    synchronized (slotsInUse) {
      int slot = slotsInUse.nextClearBit(0);
      if (slot == VectorLayout.SLOTS) {
        return null;
      }
      slotsInUse.set(slot);
      return new VectorCompressor(slot);
    }
  }

  private void release(int slot) {
    layout.clear(slot);
    synchronized (slotsInUse) {
      slotsInUse.clear(slot);
    }
  }

  private final class VectorCompressor implements Compressor {

    private final int slot;
    private final MemorySegment[] stages = new MemorySegment[layout.lanes];
    private final long[] stageOffsets = new long[layout.lanes];
    private boolean closed;

    VectorCompressor(int slot) {
      this.slot = slot;
      Arrays.fill(stages, layout.stages);
      Arrays.setAll(stageOffsets, lane -> layout.stageOffset(slot, lane));
    }

    @Override
    public void put(int lane, int[] words) {
      layout.putState(slot, lane, words);
    }

    @Override
    public void take(int lane, int[] words) {
      layout.takeState(slot, lane, words);
    }

    @Override
    public void compress(MemorySegment[] sources, long[] offsets, int blocks, boolean onHeap) {
      (onHeap ? heapKernel : nativeKernel).compress(slot, sources, offsets, 0, blocks, blocks);
    }

    @Override
    public void initialise() {
      layout.initialise(slot);
    }

    @Override
    public MemorySegment stage() {
      return layout.stages;
    }

    @Override
    public long stageOffset(int lane) {
      return stageOffsets[lane];
    }

    @Override
    public void compressStaged(int first, int blocks) {
      // One more can be read behind the last of a stage, see VectorLayout.STAGE_STRIDE.
      nativeKernel.compress(slot, stages, stageOffsets, first, blocks, first + blocks + 1);
    }

    @Override
    public void digests(MemorySegment target, long offset, int count) {
      nativeKernel.layOutDigests(slot);
      layout.copyDigests(slot, target, offset, count);
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        release(slot);
      }
    }
  }
}
