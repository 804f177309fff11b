package io.github.lanewise.kernel.rsa;

import static io.github.lanewise.kernel.rsa.VectorPowerLayout.ENTRIES;
import static io.github.lanewise.kernel.rsa.VectorPowerLayout.SLOTS;
import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;
import static jdk.incubator.vector.DoubleVector.zero;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Montgomery products of independent numbers, one to a lane, in double-precision fused
 * multiply-add.
 *
 * <p>The product of two limbs comes in two exact halves. With h a running sum whose unit in the
 * last place is 2^W, t = fma(a, b, h) adds the product's high half, rounded to nearest; h − t is
 * exact, and fma(a, b, h − t) is what the rounding left: an integer of at most 2^(W−1). (After
 * Emmart, Zheng and Weems, "Faster modular exponentiation using double precision floating point
 * arithmetic on the GPU", ARITH 2018, who round toward zero and add bit patterns.) High halves are
 * summed in h itself, which starts from 1.5 · 2^(W+52) and stays in that binade; low halves are
 * summed apart. {@link LimbFormat} tells why neither overflows.
 *
 * <p>A multiplication modulo n: T = a·b; Q = T · (−1/n) mod R; result = (T + Q·n) / R. All columns
 * of each of the three are independent, so that nothing waits for a digit of the quotient. Q·n is
 * needed from its upper half on: T + Q·n is a multiple of R, so what the lower half carries is an
 * integer and an approximation rounds to it. |result| ≤ |a·b|/R + n·|Q|/R, with |Q| ≤ R/2 · (1 +
 * 2^−38) from limbs of at most 2^(W−1) + 2^7. With |a|, |b| &lt; n and R &gt; 8n that is below n ·
 * (1/8 + 1/2 + 2^−39): again below n in magnitude, and never a final subtraction.
 *
 * <p>This class is never used as such: {@link VectorPower} defines it anew as a hidden class for
 * each vector shape and limb format, handed in as class data, so that the species, the loops'
 * lengths and all offsets are constants of the class. Loop variables are cast to the exact type of
 * the species' vectors at the start of each turn, and start from broadcasts, never from vectors in
 * static fields: else the compiler makes objects of them.
 */
final class VectorPowerKernel implements LanePowerKernel {

  private static final VectorPowerLayout LAYOUT;

  static {
    try {
      LAYOUT = MethodHandles.classData(MethodHandles.lookup(), "_", VectorPowerLayout.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final VectorSpecies<Double> SPECIES = LAYOUT.species;
  private static final MemorySegment ROWS = LAYOUT.slots;
  private static final ByteOrder NATIVE = ByteOrder.nativeOrder();
  private static final Class<? extends DoubleVector> TYPE = zero(SPECIES).getClass();

  private static final int LIMBS = LAYOUT.limbs;
  private static final int BLOCKS = LIMBS / LimbFormat.BLOCK;
  private static final int ROW = LAYOUT.rowBytes;
  private static final int BLOCK = LimbFormat.BLOCK * ROW;

  // A power of two that is above all offsets within a number's rows; the rows after a number's that
  // it reaches to are there, since the table comes last.
  private static final int OFFSET_MASK = Integer.highestOneBit(LIMBS * ROW) * 2 - ROW;

  private static final int SLOT_MASK = SLOTS - 1;
  private static final long SLOT_BYTES = (long) LAYOUT.slotRows * ROW;
  private static final long ACCUMULATOR = (long) LAYOUT.accumulator * ROW;
  private static final long DOUBLED = (long) LAYOUT.doubled * ROW;
  private static final long OPERAND = (long) LAYOUT.operand * ROW;
  private static final long MODULUS = (long) LAYOUT.modulus * ROW;
  private static final long NEGATED_INVERSE = (long) LAYOUT.negatedInverse * ROW;
  private static final long PRODUCT = (long) LAYOUT.product * ROW;
  private static final long QUOTIENT = (long) LAYOUT.quotient * ROW;
  private static final long TABLE = (long) LAYOUT.table * ROW;
  private static final long DIGIT = (long) LAYOUT.digit * ROW;
  private static final long ENTRY_BYTES = (long) LIMBS * ROW;

  // 2^W, and the start of a running sum of high halves: its unit is 2^W.
  private static final double RADIX = Math.scalb(1.0, LAYOUT.format.radixBits());
  private static final double INVERSE_RADIX = 1.0 / RADIX;
  private static final double START = 0x1.8p52 * RADIX;

  // fma(h, 2^-W, this) is what a running sum has gained, in units of the next column.
  private static final double OFFSET = -0x1.8p52;

  // fma(x, 2^-W, this) - this is x / 2^W rounded to an integer, if that is below 2^51.
  private static final double ROUND = 0x1.8p52;

  @Override
  public void square(int slot, int times) {
    for (int i = 0; i < times; i++) {
      squareDiagonal(slot);
      squareOffDiagonal(slot);
      reduce(slot);
    }
  }

  @Override
  public void multiply(int slot) {
    product(slot);
    reduce(slot);
  }

  private static void reduce(int slot) {
    normalizeProduct(slot);
    quotient(slot);
    normalizeQuotient(slot);
    addMultiple(slot);
    normalizeResult(slot);
  }

  /** The blocks on the diagonal, of six columns each. Columns are stored before their carries. */
  private static void squareDiagonal(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    for (int i = 0; i < BLOCKS; i++) {
      long from = base + ACCUMULATOR + (long) i * BLOCK;
      DoubleVector a0 = fromMemorySegment(SPECIES, ROWS, from, NATIVE);
      DoubleVector a1 = fromMemorySegment(SPECIES, ROWS, from + ROW, NATIVE);
      DoubleVector a2 = fromMemorySegment(SPECIES, ROWS, from + 2 * ROW, NATIVE);
      DoubleVector b0 = a0.add(a0);
      DoubleVector b1 = a1.add(a1);
      DoubleVector start = broadcast(SPECIES, START);
      DoubleVector scale = broadcast(SPECIES, INVERSE_RADIX);
      DoubleVector offset = broadcast(SPECIES, OFFSET);
      DoubleVector h0 = a0.fma(a0, start);
      DoubleVector h1 = b0.fma(a1, start);
      DoubleVector h2 = b0.fma(a2, start);
      DoubleVector g2 = a1.fma(a1, start);
      DoubleVector h3 = b1.fma(a2, start);
      DoubleVector h4 = a2.fma(a2, start);
      long to = base + PRODUCT + (long) i * 2 * BLOCK;
      a0.fma(a0, start.sub(h0)).intoMemorySegment(ROWS, to, NATIVE);
      b0.fma(a1, start.sub(h1))
          .add(h0.fma(scale, offset))
          .intoMemorySegment(ROWS, to + ROW, NATIVE);
      b0.fma(a2, start.sub(h2))
          .add(a1.fma(a1, start.sub(g2)))
          .add(h1.fma(scale, offset))
          .intoMemorySegment(ROWS, to + 2 * ROW, NATIVE);
      b1.fma(a2, start.sub(h3))
          .add(h2.fma(scale, offset))
          .add(g2.fma(scale, offset))
          .intoMemorySegment(ROWS, to + 3 * ROW, NATIVE);
      a2.fma(a2, start.sub(h4))
          .add(h3.fma(scale, offset))
          .intoMemorySegment(ROWS, to + 4 * ROW, NATIVE);
      h4.fma(scale, offset).intoMemorySegment(ROWS, to + 5 * ROW, NATIVE);
    }
  }

  /** The blocks off the diagonal, once each with one factor doubled, added to those on it. */
  private static void squareOffDiagonal(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    DoubleVector l0 = fromMemorySegment(SPECIES, ROWS, base + PRODUCT, NATIVE);
    DoubleVector l1 = fromMemorySegment(SPECIES, ROWS, base + PRODUCT + ROW, NATIVE);
    DoubleVector l2 = fromMemorySegment(SPECIES, ROWS, base + PRODUCT + 2 * ROW, NATIVE);
    for (int k = 0; k < 2 * BLOCKS - 1; k++) {
      long column = base + PRODUCT + (long) k * BLOCK;
      DoubleVector h0 = broadcast(SPECIES, START);
      DoubleVector h1 = h0;
      DoubleVector h2 = h0;
      DoubleVector g2 = h0;
      DoubleVector h3 = h0;
      DoubleVector h4 = h0;
      DoubleVector scale = broadcast(SPECIES, INVERSE_RADIX);
      DoubleVector offset = broadcast(SPECIES, OFFSET);
      DoubleVector l3 = fromMemorySegment(SPECIES, ROWS, column + 3 * ROW, NATIVE);
      DoubleVector l4 = fromMemorySegment(SPECIES, ROWS, column + 4 * ROW, NATIVE);
      int last = ((k - 1) >> 1) * BLOCK;
      for (int i = Math.max(0, k - BLOCKS + 1) * BLOCK,
              j = (k - Math.max(0, k - BLOCKS + 1)) * BLOCK;
          i <= last;
          i += BLOCK, j -= BLOCK) {
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
        long a = base + DOUBLED + (i & OFFSET_MASK);
        long b = base + ACCUMULATOR + (j & OFFSET_MASK);
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
      l0.intoMemorySegment(ROWS, column, NATIVE);
      l1.add(h0.fma(scale, offset)).intoMemorySegment(ROWS, column + ROW, NATIVE);
      l2.add(h1.fma(scale, offset)).intoMemorySegment(ROWS, column + 2 * ROW, NATIVE);
      l0 = l3.add(h2.fma(scale, offset)).add(g2.fma(scale, offset));
      l1 = l4.add(h3.fma(scale, offset));
      l2 = h4.fma(scale, offset).add(fromMemorySegment(SPECIES, ROWS, column + 5 * ROW, NATIVE));
    }
    long last = base + PRODUCT + (2 * BLOCKS - 1) * (long) BLOCK;
    l0.intoMemorySegment(ROWS, last, NATIVE);
    l1.intoMemorySegment(ROWS, last + ROW, NATIVE);
    l2.intoMemorySegment(ROWS, last + 2 * ROW, NATIVE);
  }

  /** T = accumulator · operand, in columns before their carries. */
  private static void product(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    DoubleVector l0 = zero(SPECIES);
    DoubleVector l1 = zero(SPECIES);
    DoubleVector l2 = zero(SPECIES);
    for (int k = 0; k < 2 * BLOCKS - 1; k++) {
      long column = base + PRODUCT + (long) k * BLOCK;
      DoubleVector h0 = broadcast(SPECIES, START);
      DoubleVector h1 = h0;
      DoubleVector h2 = h0;
      DoubleVector g2 = h0;
      DoubleVector h3 = h0;
      DoubleVector h4 = h0;
      DoubleVector scale = broadcast(SPECIES, INVERSE_RADIX);
      DoubleVector offset = broadcast(SPECIES, OFFSET);
      DoubleVector l3 = zero(SPECIES);
      DoubleVector l4 = zero(SPECIES);
      int last = Math.min(k, BLOCKS - 1) * BLOCK;
      for (int i = Math.max(0, k - BLOCKS + 1) * BLOCK,
              j = (k - Math.max(0, k - BLOCKS + 1)) * BLOCK;
          i <= last;
          i += BLOCK, j -= BLOCK) {
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
        long a = base + ACCUMULATOR + (i & OFFSET_MASK);
        long b = base + OPERAND + (j & OFFSET_MASK);
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
      l0.intoMemorySegment(ROWS, column, NATIVE);
      l1.add(h0.fma(scale, offset)).intoMemorySegment(ROWS, column + ROW, NATIVE);
      l2.add(h1.fma(scale, offset)).intoMemorySegment(ROWS, column + 2 * ROW, NATIVE);
      l0 = l3.add(h2.fma(scale, offset)).add(g2.fma(scale, offset));
      l1 = l4.add(h3.fma(scale, offset));
      l2 = h4.fma(scale, offset);
    }
    long last = base + PRODUCT + (2 * BLOCKS - 1) * (long) BLOCK;
    l0.intoMemorySegment(ROWS, last, NATIVE);
    l1.intoMemorySegment(ROWS, last + ROW, NATIVE);
    l2.intoMemorySegment(ROWS, last + 2 * ROW, NATIVE);
  }

  /** Q = T · (−1/n) mod R: the lower half of the columns. Two more are computed and not used. */
  private static void quotient(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    DoubleVector l0 = zero(SPECIES);
    DoubleVector l1 = zero(SPECIES);
    DoubleVector l2 = zero(SPECIES);
    for (int k = 0; k < BLOCKS; k++) {
      long column = base + QUOTIENT + (long) k * BLOCK;
      DoubleVector h0 = broadcast(SPECIES, START);
      DoubleVector h1 = h0;
      DoubleVector h2 = h0;
      DoubleVector g2 = h0;
      DoubleVector h3 = h0;
      DoubleVector h4 = h0;
      DoubleVector scale = broadcast(SPECIES, INVERSE_RADIX);
      DoubleVector offset = broadcast(SPECIES, OFFSET);
      DoubleVector l3 = zero(SPECIES);
      DoubleVector l4 = zero(SPECIES);
      int last = k * BLOCK;
      for (int i = 0 * BLOCK, j = (k - 0) * BLOCK; i <= last; i += BLOCK, j -= BLOCK) {
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
        long a = base + PRODUCT + (i & OFFSET_MASK);
        long b = base + NEGATED_INVERSE + (j & OFFSET_MASK);
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
      l0.intoMemorySegment(ROWS, column, NATIVE);
      l1.add(h0.fma(scale, offset)).intoMemorySegment(ROWS, column + ROW, NATIVE);
      l2.add(h1.fma(scale, offset)).intoMemorySegment(ROWS, column + 2 * ROW, NATIVE);
      l0 = l3.add(h2.fma(scale, offset)).add(g2.fma(scale, offset));
      l1 = l4.add(h3.fma(scale, offset));
      l2 = h4.fma(scale, offset);
    }
  }

  /** T + Q·n from the last column of the lower half on. */
  private static void addMultiple(int slot) {
    openLowerHalf(slot);
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    DoubleVector l0 = zero(SPECIES);
    DoubleVector l1 = zero(SPECIES);
    DoubleVector l2 =
        fromMemorySegment(SPECIES, ROWS, base + PRODUCT + (long) (LIMBS - 1) * ROW, NATIVE);
    for (int k = BLOCKS - 1; k < 2 * BLOCKS - 1; k++) {
      long column = base + PRODUCT + (long) k * BLOCK;
      DoubleVector h0 = broadcast(SPECIES, START);
      DoubleVector h1 = h0;
      DoubleVector h2 = h0;
      DoubleVector g2 = h0;
      DoubleVector h3 = h0;
      DoubleVector h4 = h0;
      DoubleVector scale = broadcast(SPECIES, INVERSE_RADIX);
      DoubleVector offset = broadcast(SPECIES, OFFSET);
      DoubleVector l3 = fromMemorySegment(SPECIES, ROWS, column + 3 * ROW, NATIVE);
      DoubleVector l4 = fromMemorySegment(SPECIES, ROWS, column + 4 * ROW, NATIVE);
      int last = Math.min(k, BLOCKS - 1) * BLOCK;
      for (int i = Math.max(0, k - BLOCKS + 1) * BLOCK,
              j = (k - Math.max(0, k - BLOCKS + 1)) * BLOCK;
          i <= last;
          i += BLOCK, j -= BLOCK) {
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
        long a = base + QUOTIENT + (i & OFFSET_MASK);
        long b = base + MODULUS + (j & OFFSET_MASK);
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
      l0.intoMemorySegment(ROWS, column, NATIVE);
      l1.add(h0.fma(scale, offset)).intoMemorySegment(ROWS, column + ROW, NATIVE);
      l2.add(h1.fma(scale, offset)).intoMemorySegment(ROWS, column + 2 * ROW, NATIVE);
      l0 = l3.add(h2.fma(scale, offset)).add(g2.fma(scale, offset));
      l1 = l4.add(h3.fma(scale, offset));
      l2 = h4.fma(scale, offset).add(fromMemorySegment(SPECIES, ROWS, column + 5 * ROW, NATIVE));
    }
    long last = base + PRODUCT + (2 * BLOCKS - 1) * (long) BLOCK;
    l0.intoMemorySegment(ROWS, last, NATIVE);
    l1.intoMemorySegment(ROWS, last + ROW, NATIVE);
    l2.intoMemorySegment(ROWS, last + 2 * ROW, NATIVE);
  }

  /**
   * What the last column but one of Q·n's lower half has in products of the blocks that {@link
   * #addMultiple} leaves out, in units of the last column. Of those further down not even the sum
   * reaches 2^−30 of R, and this one need not be exact.
   */
  private static void openLowerHalf(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    DoubleVector sum = zero(SPECIES);
    for (int i = 0; i < BLOCKS - 1; i++) {
      sum = TYPE.cast(sum);
      DoubleVector a =
          fromMemorySegment(SPECIES, ROWS, base + QUOTIENT + (long) i * BLOCK + 2 * ROW, NATIVE);
      DoubleVector b =
          fromMemorySegment(
              SPECIES, ROWS, base + MODULUS + (long) (BLOCKS - 2 - i) * BLOCK + 2 * ROW, NATIVE);
      sum = a.fma(b, sum);
    }
    long last = base + PRODUCT + (long) (LIMBS - 1) * ROW;
    sum.fma(broadcast(SPECIES, INVERSE_RADIX), fromMemorySegment(SPECIES, ROWS, last, NATIVE))
        .intoMemorySegment(ROWS, last, NATIVE);
  }

  /** Carries T's columns into limbs of at most 2^(W−1) + 2^7; a carry goes one column far. */
  private static void normalizeProduct(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    DoubleVector carry = zero(SPECIES);
    for (int i = 0; i < 2 * LIMBS; i++) {
      carry = TYPE.cast(carry);
      long row = base + PRODUCT + (long) i * ROW;
      DoubleVector column = fromMemorySegment(SPECIES, ROWS, row, NATIVE);
      DoubleVector high =
          column.fma(broadcast(SPECIES, INVERSE_RADIX), broadcast(SPECIES, ROUND)).sub(ROUND);
      high.fma(broadcast(SPECIES, -RADIX), column).add(carry).intoMemorySegment(ROWS, row, NATIVE);
      carry = high;
    }
  }

  /** As {@link #normalizeProduct}; the last carry is dropped, as Q counts modulo R. */
  private static void normalizeQuotient(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    DoubleVector carry = zero(SPECIES);
    for (int i = 0; i < LIMBS; i++) {
      carry = TYPE.cast(carry);
      long row = base + QUOTIENT + (long) i * ROW;
      DoubleVector column = fromMemorySegment(SPECIES, ROWS, row, NATIVE);
      DoubleVector high =
          column.fma(broadcast(SPECIES, INVERSE_RADIX), broadcast(SPECIES, ROUND)).sub(ROUND);
      high.fma(broadcast(SPECIES, -RADIX), column).add(carry).intoMemorySegment(ROWS, row, NATIVE);
      carry = high;
    }
  }

  /** The upper half of T + Q·n, with the carry that the lower half rounds to. */
  private static void normalizeResult(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    DoubleVector carry =
        fromMemorySegment(SPECIES, ROWS, base + PRODUCT + (long) (LIMBS - 1) * ROW, NATIVE)
            .fma(broadcast(SPECIES, INVERSE_RADIX), broadcast(SPECIES, ROUND))
            .sub(ROUND);
    for (int i = 0; i < LIMBS; i++) {
      carry = TYPE.cast(carry);
      long row = base + (long) i * ROW;
      DoubleVector column =
          fromMemorySegment(SPECIES, ROWS, row + PRODUCT + (long) LIMBS * ROW, NATIVE);
      DoubleVector high =
          column.fma(broadcast(SPECIES, INVERSE_RADIX), broadcast(SPECIES, ROUND)).sub(ROUND);
      DoubleVector limb = high.fma(broadcast(SPECIES, -RADIX), column).add(carry);
      limb.intoMemorySegment(ROWS, row + ACCUMULATOR, NATIVE);
      limb.add(limb).intoMemorySegment(ROWS, row + DOUBLED, NATIVE);
      carry = high;
    }
  }

  @Override
  public void select(int slot) {
    for (int block = 0; block < BLOCKS; block++) {
      selectBlock(slot, block);
    }
  }

  /** Three limbs of the entry that each lane's digit names. */
  private static void selectBlock(int slot, int block) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    long offset = base + ((block * BLOCK) & OFFSET_MASK);
    LongVector digits =
        fromMemorySegment(SPECIES, ROWS, base + DIGIT, NATIVE)
            .viewAsIntegralLanes()
            .reinterpretAsLongs();
    DoubleVector x0 = zero(SPECIES);
    DoubleVector x1 = x0;
    DoubleVector x2 = x0;
    for (int entry = 0; entry < ENTRIES; entry++) {
      x0 = TYPE.cast(x0);
      x1 = TYPE.cast(x1);
      x2 = TYPE.cast(x2);
      VectorMask<Double> chosen = digits.compare(VectorOperators.EQ, (long) entry).cast(SPECIES);
      long from = offset + TABLE + entry * ENTRY_BYTES;
      x0 = x0.blend(fromMemorySegment(SPECIES, ROWS, from, NATIVE), chosen);
      x1 = x1.blend(fromMemorySegment(SPECIES, ROWS, from + ROW, NATIVE), chosen);
      x2 = x2.blend(fromMemorySegment(SPECIES, ROWS, from + 2 * ROW, NATIVE), chosen);
    }
    x0.intoMemorySegment(ROWS, offset + OPERAND, NATIVE);
    x1.intoMemorySegment(ROWS, offset + OPERAND + ROW, NATIVE);
    x2.intoMemorySegment(ROWS, offset + OPERAND + 2 * ROW, NATIVE);
  }

  @Override
  public void store(int slot, int entry) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    long to = base + TABLE + (entry & (ENTRIES - 1)) * ENTRY_BYTES;
    for (int i = 0; i < LIMBS; i++) {
      fromMemorySegment(SPECIES, ROWS, base + ACCUMULATOR + (long) i * ROW, NATIVE)
          .intoMemorySegment(ROWS, to + (long) i * ROW, NATIVE);
    }
  }

  @Override
  public void load(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    for (int i = 0; i < LIMBS; i++) {
      long row = base + (long) i * ROW;
      DoubleVector limb = fromMemorySegment(SPECIES, ROWS, row + OPERAND, NATIVE);
      limb.intoMemorySegment(ROWS, row + ACCUMULATOR, NATIVE);
      limb.add(limb).intoMemorySegment(ROWS, row + DOUBLED, NATIVE);
    }
  }
}
