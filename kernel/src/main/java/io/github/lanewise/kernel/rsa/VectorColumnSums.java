package io.github.lanewise.kernel.rsa;

import static io.github.lanewise.kernel.rsa.VectorPowerLayout.SLOTS;
import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;
import static jdk.incubator.vector.DoubleVector.zero;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loop that takes nearly all of the time of a power: products of limbs, summed by columns.
 *
 * <p>The product of two limbs comes in two exact halves. With h a running sum whose unit in the
 * last place is 2^W, t = fma(a, b, h) adds the product's high half, rounded to nearest; h − t is
 * exact, and fma(a, b, h − t) is what the rounding left: an integer of at most 2^(W−1). (After
 * Emmart, Zheng and Weems, "Faster modular exponentiation using double precision floating point
 * arithmetic on the GPU", ARITH 2018, who round toward zero and add bit patterns.) High halves are
 * summed in h itself, which starts from 1.5 · 2^(W+52) and stays in that binade; low halves are
 * summed apart, and what h has gained goes to the next column. {@link LimbFormat} tells why neither
 * overflows.
 *
 * <p>Three limbs of a times three of b are nine products in five columns. A turn of the outer loop
 * runs over all pairs of blocks whose indexes add up to k, with six running sums in flight (the
 * third column has two), so that no unit waits for the four cycles of one fma. Columns 3 and 4 go
 * on as columns 0 and 1 of the next turn.
 *
 * <p>Defined anew as a hidden class for each {@link VectorColumnWork}, as {@link VectorPowerKernel}
 * tells.
 */
final class VectorColumnSums implements ColumnSums {

  private static final VectorColumnWork WORK;

  static {
    try {
      WORK = MethodHandles.classData(MethodHandles.lookup(), "_", VectorColumnWork.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final VectorPowerLayout LAYOUT = WORK.layout();
  private static final VectorSpecies<Double> SPECIES = LAYOUT.species;
  private static final MemorySegment ROWS = LAYOUT.slots;
  private static final ByteOrder NATIVE = ByteOrder.nativeOrder();
  private static final Class<? extends DoubleVector> TYPE = zero(SPECIES).getClass();

  private static final int BLOCKS = LAYOUT.blocks;
  private static final long ROW = LAYOUT.rowBytes;
  private static final int BLOCK = LimbFormat.BLOCK * LAYOUT.rowBytes;

  // A power of two that is above all offsets within a number's rows; the rows after a number's that
  // it reaches to are there, since the table comes last.
  private static final int OFFSET_MASK =
      Integer.highestOneBit(LAYOUT.limbs * LAYOUT.rowBytes) * 2 - LAYOUT.rowBytes;

  private static final int SLOT_MASK = SLOTS - 1;
  private static final long SLOT_BYTES = (long) LAYOUT.slotRows * ROW;
  private static final long A = (long) WORK.a() * ROW;
  private static final long B = (long) WORK.b() * ROW;
  private static final long SUMS = (long) WORK.sums() * ROW;
  private static final int FIRST = WORK.firstBlock();
  private static final int END = WORK.endBlock();
  private static final boolean ONTO = WORK.onto();
  private static final boolean BELOW = WORK.below();

  // The start of a running sum, and what takes its gain to the next column: fma(h, 2^-W, OFFSET).
  private static final double START = Math.scalb(0x1.8p52, LAYOUT.format.radixBits());
  private static final double INVERSE_RADIX = Math.scalb(1.0, -LAYOUT.format.radixBits());
  private static final double OFFSET = -0x1.8p52;

  @Override
  public void sum(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    long first = base + SUMS + (long) FIRST * BLOCK;
    DoubleVector l0 = ONTO ? fromMemorySegment(SPECIES, ROWS, first, NATIVE) : zero(SPECIES);
    DoubleVector l1 = ONTO ? fromMemorySegment(SPECIES, ROWS, first + ROW, NATIVE) : zero(SPECIES);
    DoubleVector l2 =
        ONTO ? fromMemorySegment(SPECIES, ROWS, first + 2 * ROW, NATIVE) : zero(SPECIES);
    for (int k = FIRST; k < END; k++) {
      long column = base + SUMS + (long) k * BLOCK;
      DoubleVector h0 = broadcast(SPECIES, START);
      DoubleVector h1 = h0;
      DoubleVector h2 = h0;
      DoubleVector g2 = h0;
      DoubleVector h3 = h0;
      DoubleVector h4 = h0;
      DoubleVector l3 =
          ONTO ? fromMemorySegment(SPECIES, ROWS, column + 3 * ROW, NATIVE) : zero(SPECIES);
      DoubleVector l4 =
          ONTO ? fromMemorySegment(SPECIES, ROWS, column + 4 * ROW, NATIVE) : zero(SPECIES);
      int from = Math.max(0, k - BLOCKS + 1);
      int last = BELOW ? (k - 1) >> 1 : Math.min(k, BLOCKS - 1);
      int end = last * BLOCK;
      for (int i = from * BLOCK, j = (k - from) * BLOCK; i <= end; i += BLOCK, j -= BLOCK) {
        h0 = TYPE.cast(h0);
        h1 = TYPE.cast(h1);
        h2 = TYPE.cast(h2);
        g2 = TYPE.cast(g2);
        h3 = TYPE.cast(h3);
        h4 = TYPE.cast(h4);
        l0 = TYPE.cast(l0);
        l1 = TYPE.cast(l1);
        l2 = TYPE.cast(l2);
        l3 = TYPE.cast(l3);
        l4 = TYPE.cast(l4);
        long a = base + A + (i & OFFSET_MASK);
        long b = base + B + (j & OFFSET_MASK);
        DoubleVector a0 = fromMemorySegment(SPECIES, ROWS, a, NATIVE);
        DoubleVector a1 = fromMemorySegment(SPECIES, ROWS, a + ROW, NATIVE);
        DoubleVector a2 = fromMemorySegment(SPECIES, ROWS, a + 2 * ROW, NATIVE);
        DoubleVector b0 = fromMemorySegment(SPECIES, ROWS, b, NATIVE);
        DoubleVector b1 = fromMemorySegment(SPECIES, ROWS, b + ROW, NATIVE);
        DoubleVector b2 = fromMemorySegment(SPECIES, ROWS, b + 2 * ROW, NATIVE);
        DoubleVector t = a0.fma(b0, h0);
        DoubleVector e00 = a0.fma(b0, h0.sub(t));
        h0 = t;
        l0 = l0.add(e00);
        t = a1.fma(b0, h1);
        DoubleVector e10 = a1.fma(b0, h1.sub(t));
        h1 = t;
        t = a2.fma(b0, h2);
        DoubleVector e20 = a2.fma(b0, h2.sub(t));
        h2 = t;
        t = a2.fma(b1, h3);
        DoubleVector e21 = a2.fma(b1, h3.sub(t));
        h3 = t;
        t = a1.fma(b1, g2);
        DoubleVector e11 = a1.fma(b1, g2.sub(t));
        g2 = t;
        t = a0.fma(b1, h1);
        DoubleVector e01 = a0.fma(b1, h1.sub(t));
        h1 = t;
        l1 = l1.add(e10.add(e01));
        t = a0.fma(b2, h2);
        DoubleVector e02 = a0.fma(b2, h2.sub(t));
        h2 = t;
        l2 = l2.add(e20.add(e11).add(e02));
        t = a1.fma(b2, h3);
        DoubleVector e12 = a1.fma(b2, h3.sub(t));
        h3 = t;
        l3 = l3.add(e21.add(e12));
        t = a2.fma(b2, h4);
        DoubleVector e22 = a2.fma(b2, h4.sub(t));
        h4 = t;
        l4 = l4.add(e22);
      }
      DoubleVector scale = broadcast(SPECIES, INVERSE_RADIX);
      DoubleVector offset = broadcast(SPECIES, OFFSET);
      l0.intoMemorySegment(ROWS, column, NATIVE);
      l1.add(h0.fma(scale, offset)).intoMemorySegment(ROWS, column + ROW, NATIVE);
      l2.add(h1.fma(scale, offset)).intoMemorySegment(ROWS, column + 2 * ROW, NATIVE);
      l0 = l3.add(h2.fma(scale, offset)).add(g2.fma(scale, offset));
      l1 = l4.add(h3.fma(scale, offset));
      l2 = h4.fma(scale, offset);
      if (ONTO) {
        l2 = l2.add(fromMemorySegment(SPECIES, ROWS, column + 5 * ROW, NATIVE));
      }
    }
    long rest = base + SUMS + (long) END * BLOCK;
    l0.intoMemorySegment(ROWS, rest, NATIVE);
    l1.intoMemorySegment(ROWS, rest + ROW, NATIVE);
    l2.intoMemorySegment(ROWS, rest + 2 * ROW, NATIVE);
  }
}
