package io.github.lanewise.kernel.rsa;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;
import static jdk.incubator.vector.DoubleVector.zero;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loops that take nearly all of the time of a power: products of limbs, added to columns.
 *
 * <p>The product of two limbs comes in two exact halves. With h a column's high part, whose unit in
 * the last place is 2^W, t = fma(a, b, h) adds the product's high half, rounded to nearest; h − t
 * is exact, and fma(a, b, h − t) is what the rounding left: an integer of at most 2^(W−1), which is
 * added to the column's low part. (After Emmart, Zheng and Weems, "Faster modular exponentiation
 * using double precision floating point arithmetic on the GPU", ARITH 2018, who split each product
 * by itself; here the sum is.) High parts start from 1.5 · 2^(W+52) and stay in that binade; {@link
 * LimbFormat} tells for how long.
 *
 * <p>Three limbs of a stay in registers while b passes by. A turn takes three limbs of b, nine
 * products in five columns: it completes three of them, and two go on to the next turn. So six
 * parts of columns are loaded and six stored in a turn, and with a limb of b and what a product
 * needs all are in the sixteen registers of AVX2. Loops end at an address and are not counted:
 * counted ones are unrolled and reordered, and spill.
 *
 * <p>Defined anew as a hidden class for each memory, as {@link VectorPowerKernel} tells.
 */
final class VectorRowProducts implements RowProducts {

  private static final VectorPowerMemory SLOTS;

  static {
    try {
      SLOTS = MethodHandles.classData(MethodHandles.lookup(), "_", VectorPowerMemory.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final VectorSpecies<Double> SPECIES = SLOTS.species;
  private static final MemorySegment MEMORY = SLOTS.view();
  private static final ByteOrder NATIVE = ByteOrder.nativeOrder();
  private static final Class<? extends DoubleVector> TYPE = zero(SPECIES).getClass();

  // Offsets go through this before each use, which takes the place of checks of bounds.
  private static final long MASK = SLOTS.mask();
  private static final long ROW = SLOTS.rowBytes;
  private static final long BLOCK = LimbFormat.BLOCK * ROW;
  private static final long COLUMNS = 2 * BLOCK;

  @Override
  public void begin(long a, long b, long end, long columns, double start) {
    DoubleVector bias = broadcast(SPECIES, start);
    long of = a & MASK;
    DoubleVector a0 = fromMemorySegment(SPECIES, MEMORY, of, NATIVE);
    DoubleVector a1 = fromMemorySegment(SPECIES, MEMORY, of + ROW, NATIVE);
    DoubleVector a2 = fromMemorySegment(SPECIES, MEMORY, of + 2 * ROW, NATIVE);
    DoubleVector h0 = bias;
    DoubleVector h1 = bias;
    DoubleVector l0 = zero(SPECIES);
    DoubleVector l1 = zero(SPECIES);
    for (; b != end; b += BLOCK, columns += COLUMNS) {
      h0 = TYPE.cast(h0);
      h1 = TYPE.cast(h1);
      l0 = TYPE.cast(l0);
      l1 = TYPE.cast(l1);
      long at = b & MASK;
      long to = columns & MASK;
      DoubleVector bv = fromMemorySegment(SPECIES, MEMORY, at, NATIVE);
      DoubleVector sum;
      DoubleVector h2;
      DoubleVector l2;
      sum = a0.fma(bv, h0);
      l0 = l0.add(a0.fma(bv, h0.sub(sum)));
      h0 = sum;
      sum = a1.fma(bv, h1);
      l1 = l1.add(a1.fma(bv, h1.sub(sum)));
      h1 = sum;
      sum = a2.fma(bv, bias);
      l2 = a2.fma(bv, bias.sub(sum));
      h2 = sum;
      h0.intoMemorySegment(MEMORY, to, NATIVE);
      l0.intoMemorySegment(MEMORY, to + ROW, NATIVE);
      bv = fromMemorySegment(SPECIES, MEMORY, at + ROW, NATIVE);
      DoubleVector h3;
      DoubleVector l3;
      sum = a0.fma(bv, h1);
      l1 = l1.add(a0.fma(bv, h1.sub(sum)));
      h1 = sum;
      sum = a1.fma(bv, h2);
      l2 = l2.add(a1.fma(bv, h2.sub(sum)));
      h2 = sum;
      sum = a2.fma(bv, bias);
      l3 = a2.fma(bv, bias.sub(sum));
      h3 = sum;
      h1.intoMemorySegment(MEMORY, to + 2 * ROW, NATIVE);
      l1.intoMemorySegment(MEMORY, to + 3 * ROW, NATIVE);
      bv = fromMemorySegment(SPECIES, MEMORY, at + 2 * ROW, NATIVE);
      DoubleVector h4;
      DoubleVector l4;
      sum = a0.fma(bv, h2);
      l2 = l2.add(a0.fma(bv, h2.sub(sum)));
      h2 = sum;
      sum = a1.fma(bv, h3);
      l3 = l3.add(a1.fma(bv, h3.sub(sum)));
      h3 = sum;
      sum = a2.fma(bv, bias);
      l4 = a2.fma(bv, bias.sub(sum));
      h4 = sum;
      h2.intoMemorySegment(MEMORY, to + 4 * ROW, NATIVE);
      l2.intoMemorySegment(MEMORY, to + 5 * ROW, NATIVE);
      h0 = h3;
      l0 = l3;
      h1 = h4;
      l1 = l4;
    }
    long rest = columns & MASK;
    h0.intoMemorySegment(MEMORY, rest, NATIVE);
    l0.intoMemorySegment(MEMORY, rest + ROW, NATIVE);
    h1.intoMemorySegment(MEMORY, rest + 2 * ROW, NATIVE);
    l1.intoMemorySegment(MEMORY, rest + 3 * ROW, NATIVE);
  }

  @Override
  public void add(long a, long b, long end, long columns) {
    long of = a & MASK;
    DoubleVector a0 = fromMemorySegment(SPECIES, MEMORY, of, NATIVE);
    DoubleVector a1 = fromMemorySegment(SPECIES, MEMORY, of + ROW, NATIVE);
    DoubleVector a2 = fromMemorySegment(SPECIES, MEMORY, of + 2 * ROW, NATIVE);
    long o = columns & MASK;
    DoubleVector h0 = fromMemorySegment(SPECIES, MEMORY, o, NATIVE);
    DoubleVector l0 = fromMemorySegment(SPECIES, MEMORY, o + ROW, NATIVE);
    DoubleVector h1 = fromMemorySegment(SPECIES, MEMORY, o + 2 * ROW, NATIVE);
    DoubleVector l1 = fromMemorySegment(SPECIES, MEMORY, o + 3 * ROW, NATIVE);
    for (; b != end; b += BLOCK, columns += COLUMNS) {
      h0 = TYPE.cast(h0);
      h1 = TYPE.cast(h1);
      l0 = TYPE.cast(l0);
      l1 = TYPE.cast(l1);
      long at = b & MASK;
      long to = columns & MASK;
      DoubleVector bv = fromMemorySegment(SPECIES, MEMORY, at, NATIVE);
      DoubleVector sum;
      sum = a0.fma(bv, h0);
      l0 = l0.add(a0.fma(bv, h0.sub(sum)));
      h0 = sum;
      sum = a1.fma(bv, h1);
      l1 = l1.add(a1.fma(bv, h1.sub(sum)));
      h1 = sum;
      DoubleVector h2 = fromMemorySegment(SPECIES, MEMORY, to + 4 * ROW, NATIVE);
      DoubleVector l2 = fromMemorySegment(SPECIES, MEMORY, to + 5 * ROW, NATIVE);
      sum = a2.fma(bv, h2);
      l2 = l2.add(a2.fma(bv, h2.sub(sum)));
      h2 = sum;
      h0.intoMemorySegment(MEMORY, to, NATIVE);
      l0.intoMemorySegment(MEMORY, to + ROW, NATIVE);
      bv = fromMemorySegment(SPECIES, MEMORY, at + ROW, NATIVE);
      sum = a0.fma(bv, h1);
      l1 = l1.add(a0.fma(bv, h1.sub(sum)));
      h1 = sum;
      sum = a1.fma(bv, h2);
      l2 = l2.add(a1.fma(bv, h2.sub(sum)));
      h2 = sum;
      DoubleVector h3 = fromMemorySegment(SPECIES, MEMORY, to + 6 * ROW, NATIVE);
      DoubleVector l3 = fromMemorySegment(SPECIES, MEMORY, to + 7 * ROW, NATIVE);
      sum = a2.fma(bv, h3);
      l3 = l3.add(a2.fma(bv, h3.sub(sum)));
      h3 = sum;
      h1.intoMemorySegment(MEMORY, to + 2 * ROW, NATIVE);
      l1.intoMemorySegment(MEMORY, to + 3 * ROW, NATIVE);
      bv = fromMemorySegment(SPECIES, MEMORY, at + 2 * ROW, NATIVE);
      sum = a0.fma(bv, h2);
      l2 = l2.add(a0.fma(bv, h2.sub(sum)));
      h2 = sum;
      sum = a1.fma(bv, h3);
      l3 = l3.add(a1.fma(bv, h3.sub(sum)));
      h3 = sum;
      DoubleVector h4 = fromMemorySegment(SPECIES, MEMORY, to + 8 * ROW, NATIVE);
      DoubleVector l4 = fromMemorySegment(SPECIES, MEMORY, to + 9 * ROW, NATIVE);
      sum = a2.fma(bv, h4);
      l4 = l4.add(a2.fma(bv, h4.sub(sum)));
      h4 = sum;
      h2.intoMemorySegment(MEMORY, to + 4 * ROW, NATIVE);
      l2.intoMemorySegment(MEMORY, to + 5 * ROW, NATIVE);
      h0 = h3;
      l0 = l3;
      h1 = h4;
      l1 = l4;
    }
    long rest = columns & MASK;
    h0.intoMemorySegment(MEMORY, rest, NATIVE);
    l0.intoMemorySegment(MEMORY, rest + ROW, NATIVE);
    h1.intoMemorySegment(MEMORY, rest + 2 * ROW, NATIVE);
    l1.intoMemorySegment(MEMORY, rest + 3 * ROW, NATIVE);
  }

  @Override
  public void beginSquare(long a, long end, long doubled, long columns, double start) {
    DoubleVector bias = broadcast(SPECIES, start);
    DoubleVector none = zero(SPECIES);
    for (; a != end; a += BLOCK, doubled += BLOCK, columns += 2 * COLUMNS) {
      long at = a & MASK;
      long to = columns & MASK;
      DoubleVector a0 = fromMemorySegment(SPECIES, MEMORY, at, NATIVE);
      DoubleVector a1 = fromMemorySegment(SPECIES, MEMORY, at + ROW, NATIVE);
      DoubleVector a2 = fromMemorySegment(SPECIES, MEMORY, at + 2 * ROW, NATIVE);
      DoubleVector b0 = a0.add(a0);
      DoubleVector b1 = a1.add(a1);
      DoubleVector h0 = a0.fma(a0, bias);
      DoubleVector h1 = b0.fma(a1, bias);
      DoubleVector g2 = b0.fma(a2, bias);
      DoubleVector h2 = a1.fma(a1, g2);
      DoubleVector h3 = b1.fma(a2, bias);
      DoubleVector h4 = a2.fma(a2, bias);
      h0.intoMemorySegment(MEMORY, to, NATIVE);
      a0.fma(a0, bias.sub(h0)).intoMemorySegment(MEMORY, to + ROW, NATIVE);
      h1.intoMemorySegment(MEMORY, to + 2 * ROW, NATIVE);
      b0.fma(a1, bias.sub(h1)).intoMemorySegment(MEMORY, to + 3 * ROW, NATIVE);
      h2.intoMemorySegment(MEMORY, to + 4 * ROW, NATIVE);
      b0.fma(a2, bias.sub(g2))
          .add(a1.fma(a1, g2.sub(h2)))
          .intoMemorySegment(MEMORY, to + 5 * ROW, NATIVE);
      h3.intoMemorySegment(MEMORY, to + 6 * ROW, NATIVE);
      b1.fma(a2, bias.sub(h3)).intoMemorySegment(MEMORY, to + 7 * ROW, NATIVE);
      h4.intoMemorySegment(MEMORY, to + 8 * ROW, NATIVE);
      a2.fma(a2, bias.sub(h4)).intoMemorySegment(MEMORY, to + 9 * ROW, NATIVE);
      bias.intoMemorySegment(MEMORY, to + 10 * ROW, NATIVE);
      none.intoMemorySegment(MEMORY, to + 11 * ROW, NATIVE);
      long twice = doubled & MASK;
      b0.intoMemorySegment(MEMORY, twice, NATIVE);
      b1.intoMemorySegment(MEMORY, twice + ROW, NATIVE);
      a2.add(a2).intoMemorySegment(MEMORY, twice + 2 * ROW, NATIVE);
    }
  }
}
