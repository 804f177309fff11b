package io.github.lanewise.kernel.rsa;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.BitSet;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/**
 * One exponentiation at a time, as fast as it can be: the limbs of its number stand across the
 * lanes of vectors of 256 or 512 bits.
 */
final class VectorHorizontalEngine implements PowerEngine {

  private static final int LEAST_BITS = 128;
  private static final int MOST_BITS = 2048;

  // A call of Math.fma takes a few nanoseconds, some hundred if it is interpreted; without the
  // instruction it computes with BigDecimal, for a microsecond at the very least.
  private static final long FMA_NANOS = 1_000;

  private final String name;
  private final VectorHorizontalLayout layout;
  private final HorizontalKernel kernel;
  private final BitSet slotsInUse = new BitSet(VectorHorizontalLayout.SLOTS);

  VectorHorizontalEngine(int bits) {
    VectorSpecies<Double> species = VectorSpecies.of(double.class, VectorShape.forBitSize(bits));
    this.name = "horizontal-" + bits;
    this.layout = new VectorHorizontalLayout(species);
    this.kernel = defineKernel(layout);
  }

  /**
   * Why vectors of this width are not for this machine, or null if they are. Needs the incubator
   * module.
   */
  static @Nullable String refusal(int bits) {
    int widest = DoubleVector.SPECIES_PREFERRED.vectorBitSize();
    if (bits > widest) {
      return "the widest vectors that this JVM uses have " + widest + " bits";
    }
    return fmaNanos() < FMA_NANOS ? null : "no fused multiply-add instruction here";
  }

  /** The shortest of some tries: one that nothing interrupted is enough. */
  private static long fmaNanos() {
    long shortest = Long.MAX_VALUE;
    double x = 1;
    for (int round = 0; round < 10; round++) {
      long start = System.nanoTime();
      for (int i = 0; i < 20; i++) {
        x = Math.fma(x, 0.75, 0.1);
      }
      shortest = Math.min(shortest, (System.nanoTime() - start) / 20);
    }
    // The sum converges to 0.4; what it is must be asked, or it need not be computed.
    return x > 1 ? Long.MAX_VALUE : shortest;
  }

  private static HorizontalKernel defineKernel(VectorHorizontalLayout layout) {
    String file = VectorHorizontalKernel.class.getSimpleName() + ".class";
    try (InputStream in = VectorHorizontalKernel.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is not where the class was loaded from");
      }
      return (HorizontalKernel)
          MethodHandles.lookup()
              .defineHiddenClassWithClassData(in.readAllBytes(), layout, true)
              .lookupClass()
              .getDeclaredConstructor()
              .newInstance();
    } catch (IOException | ReflectiveOperationException e) {
      throw new IllegalStateException("cannot define a horizontal kernel", e);
    }
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
