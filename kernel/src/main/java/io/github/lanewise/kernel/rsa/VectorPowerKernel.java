package io.github.lanewise.kernel.rsa;

import static io.github.lanewise.kernel.rsa.VectorPowerLayout.ENTRIES;
import static jdk.incubator.vector.LongVector.broadcast;
import static jdk.incubator.vector.LongVector.fromMemorySegment;
import static jdk.incubator.vector.LongVector.zero;

import io.github.lanewise.kernel.internal.HiddenClass;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Montgomery products of independent numbers, one to a lane, in double-precision fused
 * multiply-add. {@link VectorRowProducts} has the loops that add products of limbs to columns,
 * {@link VectorCarries} those that make limbs of columns again.
 *
 * <p>A multiplication modulo n: T = a·b; Q = T · (−1/n) mod R; result = (T + Q·n) / R. All columns
 * of each of the three are independent, so that nothing waits for a digit of the quotient. Q·n is
 * needed from its upper half on: T + Q·n is a multiple of R, so what the lower half carries is an
 * integer and an approximation rounds to it. |result| ≤ |a·b|/R + n·|Q|/R, with |Q| ≤ R/2 · (1 +
 * 2^−34) from limbs of at most 2^(W−1) + 2^7 and W of at least 43. With |a|, |b| &lt; n and R ≥ 8n
 * that is below n · (1/8 + 1/2 + 2^−35): again below n in magnitude, and never a final subtraction.
 *
 * <p>This class is never used as such: {@link VectorPower} defines it anew as a hidden class for
 * each {@link VectorPowerMemory}, handed in as class data, so that the species and the memory are
 * constants of the class. One class serves all limb formats: their lengths are arguments, so that
 * compilers have to learn each loop once and not once for each size of keys. Loop variables are
 * cast to the exact type of the species' vectors at the start of each turn, and start from
 * broadcasts or loads, never from vectors in static fields: else the compiler makes objects of
 * them. No vector is in a method that runs but a few times in a power, since outside of C2 all
 * vectors are objects.
 */
final class VectorPowerKernel implements LanePowerKernel {

  private static final VectorPowerMemory SLOTS;

  static {
    try {
      SLOTS = MethodHandles.classData(MethodHandles.lookup(), "_", VectorPowerMemory.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final RowProducts ROWS =
      HiddenClass.define(MethodHandles.lookup(), VectorRowProducts.class, SLOTS, RowProducts.class);
  private static final Carries CARRIES =
      HiddenClass.define(MethodHandles.lookup(), VectorCarries.class, SLOTS, Carries.class);

  private static final VectorSpecies<Long> SPECIES =
      VectorSpecies.of(long.class, SLOTS.species.vectorShape());
  private static final Class<? extends LongVector> TYPE = zero(SPECIES).getClass();
  private static final MemorySegment MEMORY = SLOTS.view();
  private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

  // Offsets go through this before each use, which takes the place of checks of bounds.
  private static final long MASK = SLOTS.mask();
  private static final long START = SLOTS.start();
  private static final long SLOT_BYTES = SLOTS.slotBytes;
  private static final long ROW = SLOTS.rowBytes;
  private static final long BLOCK = LimbFormat.BLOCK * ROW;
  private static final long COLUMN = 2 * ROW;
  private static final long COLUMNS = 2 * BLOCK;

  @Override
  public void square(int slot, VectorPowerLayout layout, int times) {
    for (int i = 0; i < times; i++) {
      squareColumns(START + slot * SLOT_BYTES, layout);
      reduce(START + slot * SLOT_BYTES, layout);
    }
  }

  @Override
  public void multiply(int slot, VectorPowerLayout layout) {
    productColumns(START + slot * SLOT_BYTES, layout);
    reduce(START + slot * SLOT_BYTES, layout);
  }

  private static void squareColumns(long base, VectorPowerLayout layout) {
    int blocks = layout.blocks;
    double bias = layout.format.bias();
    // Off the diagonal each product counts twice.
    int run = (layout.format.productsPerRun() - 3) / 6;
    long x = base + layout.accumulator;
    long end = x + layout.number;
    long columns = base + layout.columns;
    ROWS.beginSquare(x, end, base + layout.doubled, columns, bias);
    for (int i = 0; i < blocks - 1; i++) {
      if (i != 0 && i % run == 0) {
        fold(columns, 2 * i + 1, i + blocks, layout);
      }
      ROWS.add(
          base + layout.doubled + i * BLOCK,
          x + (i + 1) * BLOCK,
          end,
          columns + (2 * i + 1) * COLUMNS);
    }
  }

  private static void productColumns(long base, VectorPowerLayout layout) {
    int blocks = layout.blocks;
    double bias = layout.format.bias();
    int run = layout.format.productsPerRun() / 3;
    long a = base + layout.accumulator;
    long b = base + layout.operand;
    long columns = base + layout.columns;
    CARRIES.clear(
        columns + blocks * COLUMNS, columns + 2L * blocks * COLUMNS, layout.format.radix());
    ROWS.begin(a, b, b + layout.number, columns, bias);
    for (int i = 1; i < blocks; i++) {
      if (i % run == 0) {
        fold(columns, i, i + blocks, layout);
      }
      ROWS.add(a + i * BLOCK, b, b + layout.number, columns + i * COLUMNS);
    }
  }

  /** X = T / R mod n, T being in the columns. */
  private static void reduce(long base, VectorPowerLayout layout) {
    int blocks = layout.blocks;
    double radix = layout.format.radix();
    long columns = base + layout.columns;
    long middle = columns + blocks * COLUMNS;
    long end = middle + blocks * COLUMNS;
    CARRIES.lower(columns, middle, base + layout.low, radix);
    CARRIES.upperInPlace(middle - COLUMNS, end, radix);
    quotientColumns(base, layout);
    long quotientColumns = base + layout.quotientColumns;
    CARRIES.lower(
        quotientColumns, quotientColumns + blocks * COLUMNS, base + layout.quotient, radix);
    multipleColumns(base, layout);
    CARRIES.upper(middle, end, base + layout.accumulator, radix);
  }

  /** T · (−1/n) mod R. */
  private static void quotientColumns(long base, VectorPowerLayout layout) {
    int blocks = layout.blocks;
    int run = layout.format.productsPerRun() / 3;
    long a = base + layout.low;
    long b = base + layout.negatedInverse;
    long end = b + layout.number;
    long columns = base + layout.quotientColumns;
    ROWS.begin(a, b, end, columns, layout.format.bias());
    for (int i = 1; i < blocks; i++) {
      if (i % run == 0) {
        fold(columns, i, blocks, layout);
      }
      ROWS.add(a + i * BLOCK, b, end - i * BLOCK, columns + i * COLUMNS);
    }
  }

  /** T + Q·n from the last block of the lower half on; two columns below it are not complete. */
  private static void multipleColumns(long base, VectorPowerLayout layout) {
    int blocks = layout.blocks;
    int run = layout.format.productsPerRun() / 3;
    long a = base + layout.quotient;
    long end = base + layout.modulus + layout.number;
    long columns = base + layout.columns;
    for (int i = 0; i < blocks; i++) {
      if (i != 0 && i % run == 0) {
        fold(columns, blocks - 1, blocks + i, layout);
      }
      ROWS.add(a + i * BLOCK, end - (i + 1) * BLOCK, end, columns + (blocks - 1) * COLUMNS);
    }
    CARRIES.estimate(
        a + 2 * ROW,
        end - BLOCK - ROW,
        base + layout.modulus - ROW,
        columns + (blocks * LimbFormat.BLOCK - 1) * COLUMN,
        layout.format.radix());
  }

  /** Moves what high parts have gained to the low parts of the next columns, by blocks. */
  private static void fold(long columns, int from, int to, VectorPowerLayout layout) {
    if (from < to) {
      CARRIES.fold(columns + from * COLUMNS, columns + to * COLUMNS, layout.format.radix());
    }
  }

  @Override
  public void select(int slot, VectorPowerLayout layout) {
    long base = START + slot * SLOT_BYTES;
    want(base + layout.digits, base + layout.wanted);
    for (long number = 0; number != layout.number; number += BLOCK) {
      selectBlock(
          base + layout.table + number,
          layout.number,
          base + layout.wanted,
          base + layout.operand + number);
    }
  }

  /** For each entry of the table all ones in the lanes whose digit names it, zeros in others. */
  private static void want(long digits, long wanted) {
    LongVector digit = fromMemorySegment(SPECIES, MEMORY, digits & MASK, NATIVE);
    LongVector one = broadcast(SPECIES, 1);
    LongVector none = zero(SPECIES);
    long entry = 0;
    for (long end = wanted + ENTRIES * ROW; wanted != end; wanted += ROW, entry++) {
      // 0 − 1 has its upper bit set, what is from 1 to 15 has not after 1 was subtracted.
      LongVector other = digit.lanewise(VectorOperators.XOR, broadcast(SPECIES, entry));
      none.sub(other.sub(one).lanewise(VectorOperators.LSHR, 63))
          .intoMemorySegment(MEMORY, wanted & MASK, NATIVE);
    }
  }

  /** Three limbs of the entry that each lane wants, all being read. */
  private static void selectBlock(long entry, long step, long wanted, long to) {
    LongVector x0 = zero(SPECIES);
    LongVector x1 = zero(SPECIES);
    LongVector x2 = zero(SPECIES);
    for (long end = wanted + ENTRIES * ROW; wanted != end; wanted += ROW, entry += step) {
      x0 = TYPE.cast(x0);
      x1 = TYPE.cast(x1);
      x2 = TYPE.cast(x2);
      LongVector mask = fromMemorySegment(SPECIES, MEMORY, wanted & MASK, NATIVE);
      long from = entry & MASK;
      x0 = x0.or(fromMemorySegment(SPECIES, MEMORY, from, NATIVE).and(mask));
      x1 = x1.or(fromMemorySegment(SPECIES, MEMORY, from + ROW, NATIVE).and(mask));
      x2 = x2.or(fromMemorySegment(SPECIES, MEMORY, from + 2 * ROW, NATIVE).and(mask));
    }
    long o = to & MASK;
    x0.intoMemorySegment(MEMORY, o, NATIVE);
    x1.intoMemorySegment(MEMORY, o + ROW, NATIVE);
    x2.intoMemorySegment(MEMORY, o + 2 * ROW, NATIVE);
  }
}
