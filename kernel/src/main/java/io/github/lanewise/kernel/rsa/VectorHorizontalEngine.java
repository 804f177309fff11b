package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.internal.HiddenClass;
import java.lang.invoke.MethodHandles;
import java.util.BitSet;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * One exponentiation at a time, as fast as it can be: the limbs of its number stand across the
 * lanes of vectors of 256 or 512 bits.
 */
final class VectorHorizontalEngine implements PowerEngine {

  private static final int LEAST_BITS = 128;
  private static final int MOST_BITS = 2048;

  private final String name;
  private final VectorHorizontalLayout layout;
  private final HorizontalKernel kernel;
  private final BitSet slotsInUse = new BitSet(VectorHorizontalLayout.SLOTS);

  VectorHorizontalEngine(int bits) {
    VectorSpecies<Double> species = VectorSpecies.of(double.class, VectorShape.forBitSize(bits));
    this.name = "horizontal-" + bits;
    this.layout = new VectorHorizontalLayout(species);
    this.kernel =
        HiddenClass.define(
            MethodHandles.lookup(), VectorHorizontalKernel.class, layout, HorizontalKernel.class);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int lanes() {
    return 1;
  }

  @Override
  public boolean serves(int modulusBits) {
    return modulusBits >= LEAST_BITS && modulusBits <= MOST_BITS;
  }

  /**
   * Working memory for one thread at a time.
   *
   * @throws IllegalStateException if 64 sessions are open already
   */
  @Override
  public Session open() {
    synchronized (slotsInUse) {
      int slot = slotsInUse.nextClearBit(0);
      if (slot == VectorHorizontalLayout.SLOTS) {
        throw new IllegalStateException(
            "at most " + slot + " sessions of " + name + " can be open at once");
      }
      slotsInUse.set(slot);
      return new VectorHorizontalSession(kernel, layout, slot, () -> release(slot));
    }
  }

  private void release(int slot) {
    synchronized (slotsInUse) {
      slotsInUse.clear(slot);
    }
  }
}
