package io.github.lanewise.kernel.sha256;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.BitSet;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/**
 * One message to a lane of a vector of 128, 256 or 512 bits.
 *
 * <p>Defines {@link VectorKernel} twice: once for native and once for heap sources, so that the
 * call sites of each stay with one kind.
 */
final class VectorEngine implements BlockEngine {

  private final String name;
  private final VectorLayout layout;
  private volatile LaneKernel nativeKernel;
  private volatile LaneKernel heapKernel;
  private final BitSet slotsInUse = new BitSet(VectorLayout.SLOTS);

  VectorEngine(int bits) {
    VectorSpecies<Integer> species = VectorSpecies.of(int.class, VectorShape.forBitSize(bits));
    this.name = "vector-" + bits;
    this.layout = new VectorLayout(species);
    this.nativeKernel = defineKernel(layout);
    this.heapKernel = defineKernel(layout);
  }

  /** The widest vector that the hardware has, in bits. A wider one would be emulated in Java. */
  static int widestBits() {
    return IntVector.SPECIES_PREFERRED.vectorBitSize();
  }

  private static LaneKernel defineKernel(VectorLayout layout) {
    String file = VectorKernel.class.getSimpleName() + ".class";
    try (InputStream in = VectorKernel.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is not where the class was loaded from");
      }
      return (LaneKernel)
          MethodHandles.lookup()
              .defineHiddenClassWithClassData(in.readAllBytes(), layout, true)
              .lookupClass()
              .getDeclaredConstructor()
              .newInstance();
    } catch (IOException | ReflectiveOperationException e) {
      throw new IllegalStateException("cannot define a lane kernel", e);
    }
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
    nativeKernel = defineKernel(layout);
    heapKernel = defineKernel(layout);
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
    private boolean closed;

    VectorCompressor(int slot) {
      this.slot = slot;
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
      (onHeap ? heapKernel : nativeKernel).compress(slot, sources, offsets, blocks);
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
