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
 * multiply-add. {@link VectorColumnSums} has the loop that sums products of limbs.
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

  private static final ColumnSums PRODUCT_SUMS =
      VectorPower.define(
          VectorColumnSums.class, VectorColumnWork.product(LAYOUT), ColumnSums.class);
  private static final ColumnSums SQUARE_SUMS =
      VectorPower.define(VectorColumnSums.class, VectorColumnWork.square(LAYOUT), ColumnSums.class);
  private static final ColumnSums QUOTIENT_SUMS =
      VectorPower.define(
          VectorColumnSums.class, VectorColumnWork.quotient(LAYOUT), ColumnSums.class);
  private static final ColumnSums MULTIPLE_SUMS =
      VectorPower.define(
          VectorColumnSums.class, VectorColumnWork.multiple(LAYOUT), ColumnSums.class);

  private static final VectorSpecies<Double> SPECIES = LAYOUT.species;
  private static final MemorySegment ROWS = LAYOUT.slots;
  private static final ByteOrder NATIVE = ByteOrder.nativeOrder();
  private static final Class<? extends DoubleVector> TYPE = zero(SPECIES).getClass();

  private static final int LIMBS = LAYOUT.limbs;
  private static final int BLOCKS = LAYOUT.blocks;
  private static final long ROW = LAYOUT.rowBytes;
  private static final int BLOCK = LimbFormat.BLOCK * LAYOUT.rowBytes;

  // A power of two that is above all offsets within a number's rows; the rows after a number's that
  // it reaches to are there, since the table comes last.
  private static final int OFFSET_MASK =
      Integer.highestOneBit(LIMBS * LAYOUT.rowBytes) * 2 - LAYOUT.rowBytes;

  private static final int SLOT_MASK = SLOTS - 1;
  private static final long SLOT_BYTES = (long) LAYOUT.slotRows * ROW;
  private static final long ACCUMULATOR = (long) LAYOUT.accumulator * ROW;
  private static final long DOUBLED = (long) LAYOUT.doubled * ROW;
  private static final long OPERAND = (long) LAYOUT.operand * ROW;
  private static final long MODULUS = (long) LAYOUT.modulus * ROW;
  private static final long PRODUCT = (long) LAYOUT.product * ROW;
  private static final long QUOTIENT = (long) LAYOUT.quotient * ROW;
  private static final long TABLE = (long) LAYOUT.table * ROW;
  private static final long DIGIT = (long) LAYOUT.digit * ROW;
  private static final long ENTRY_BYTES = LIMBS * ROW;

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
      SQUARE_SUMS.sum(slot);
      reduce(slot);
    }
  }

  @Override
  public void multiply(int slot) {
    PRODUCT_SUMS.sum(slot);
    reduce(slot);
  }

  private static void reduce(int slot) {
    normalizeProduct(slot);
    QUOTIENT_SUMS.sum(slot);
    normalizeQuotient(slot);
    openLowerHalf(slot);
    MULTIPLE_SUMS.sum(slot);
    normalizeResult(slot);
  }

  private static void squareDiagonal(int slot) {
    for (int block = 0; block < BLOCKS; block++) {
      squareBlock(slot, block);
    }
  }

  /**
   * One block on the diagonal, which has six columns to itself. A method of its own, and too large
   * to be inlined, so that the compiler does not unroll the loop over the blocks.
   */
  private static void squareBlock(int slot, int block) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    long from = base + ACCUMULATOR + ((block * BLOCK) & OFFSET_MASK);
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
    long to = base + PRODUCT + 2L * ((block * BLOCK) & OFFSET_MASK);
    a0.fma(a0, start.sub(h0)).intoMemorySegment(ROWS, to, NATIVE);
    b0.fma(a1, start.sub(h1)).add(h0.fma(scale, offset)).intoMemorySegment(ROWS, to + ROW, NATIVE);
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

  /**
   * What the last column but one of Q·n's lower half has in products of the blocks that the sum
   * leaves out, in units of the last column. Of those further down not even the sum reaches 2^−30
   * of R, and this one need not be exact.
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
    long last = base + PRODUCT + (LIMBS - 1) * ROW;
    sum.fma(broadcast(SPECIES, INVERSE_RADIX), fromMemorySegment(SPECIES, ROWS, last, NATIVE))
        .intoMemorySegment(ROWS, last, NATIVE);
  }

  /** Carries T's columns into limbs of at most 2^(W−1) + 2^7; a carry goes one column far. */
  private static void normalizeProduct(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    DoubleVector carry = zero(SPECIES);
    for (int i = 0; i < 2 * LIMBS; i++) {
      carry = TYPE.cast(carry);
      long row = base + PRODUCT + i * ROW;
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
      long row = base + QUOTIENT + i * ROW;
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
        fromMemorySegment(SPECIES, ROWS, base + PRODUCT + (LIMBS - 1) * ROW, NATIVE)
            .fma(broadcast(SPECIES, INVERSE_RADIX), broadcast(SPECIES, ROUND))
            .sub(ROUND);
    for (int i = 0; i < LIMBS; i++) {
      carry = TYPE.cast(carry);
      long row = base + i * ROW;
      DoubleVector column = fromMemorySegment(SPECIES, ROWS, row + PRODUCT + LIMBS * ROW, NATIVE);
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
      fromMemorySegment(SPECIES, ROWS, base + ACCUMULATOR + i * ROW, NATIVE)
          .intoMemorySegment(ROWS, to + i * ROW, NATIVE);
    }
  }

  @Override
  public void load(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    for (int i = 0; i < LIMBS; i++) {
      long row = base + i * ROW;
      DoubleVector limb = fromMemorySegment(SPECIES, ROWS, row + OPERAND, NATIVE);
      limb.intoMemorySegment(ROWS, row + ACCUMULATOR, NATIVE);
      limb.add(limb).intoMemorySegment(ROWS, row + DOUBLED, NATIVE);
    }
  }
}
