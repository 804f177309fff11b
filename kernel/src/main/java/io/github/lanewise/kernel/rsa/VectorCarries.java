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
 * What is done to columns between products. A column c stands for v = l(c) + (h(c − 1) − bias) /
 * 2^W, an integer below 2^53, so that all of this is exact in doubles but for the rounding that is
 * wanted.
 *
 * <p>Defined anew as a hidden class for each memory, as {@link VectorPowerKernel} tells.
 */
final class VectorCarries implements Carries {

  private static final VectorPowerMemory SLOTS;

  static {
    try {
      SLOTS = MethodHandles.classData(MethodHandles.lookup(), "_", VectorPowerMemory.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final VectorSpecies<Double> SPECIES = SLOTS.species;
  private static final Class<? extends DoubleVector> TYPE = zero(SPECIES).getClass();
  private static final MemorySegment MEMORY = SLOTS.view();
  private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

  // Offsets go through this before each use, which takes the place of checks of bounds.
  private static final long MASK = SLOTS.mask();
  private static final long ROW = SLOTS.rowBytes;
  private static final long COLUMN = 2 * ROW;
  private static final long BLOCK = LimbFormat.BLOCK * ROW;
  private static final long COLUMNS = 2 * BLOCK;

  // What a high part starts from, in units of the next column. So what it has gained is fma(h,
  // 2^-W, −ROUND); and a column rounded to its carry is fma(v, 2^-W, ROUND) − ROUND.
  private static final double ROUND = 0x1.8p52;

  @Override
  public void clear(long columns, long end, double radix) {
    DoubleVector bias = broadcast(SPECIES, ROUND * radix);
    DoubleVector none = zero(SPECIES);
    for (; columns != end; columns += COLUMNS) {
      long o = columns & MASK;
      bias.intoMemorySegment(MEMORY, o, NATIVE);
      none.intoMemorySegment(MEMORY, o + ROW, NATIVE);
      bias.intoMemorySegment(MEMORY, o + 2 * ROW, NATIVE);
      none.intoMemorySegment(MEMORY, o + 3 * ROW, NATIVE);
      bias.intoMemorySegment(MEMORY, o + 4 * ROW, NATIVE);
      none.intoMemorySegment(MEMORY, o + 5 * ROW, NATIVE);
    }
  }

  @Override
  public void lower(long columns, long end, long limbs, double radix) {
    DoubleVector scale = broadcast(SPECIES, 1 / radix);
    DoubleVector round = broadcast(SPECIES, ROUND);
    DoubleVector unround = broadcast(SPECIES, -ROUND);
    DoubleVector minus = broadcast(SPECIES, -radix);
    DoubleVector gain = zero(SPECIES);
    DoubleVector carry = zero(SPECIES);
    for (; columns != end; columns += COLUMNS, limbs += BLOCK) {
      gain = TYPE.cast(gain);
      carry = TYPE.cast(carry);
      long o = columns & MASK;
      long to = limbs & MASK;
      DoubleVector v = fromMemorySegment(SPECIES, MEMORY, o + ROW, NATIVE).add(gain);
      gain = fromMemorySegment(SPECIES, MEMORY, o, NATIVE).fma(scale, unround);
      DoubleVector c0 = v.fma(scale, round).add(unround);
      c0.fma(minus, v).add(carry).intoMemorySegment(MEMORY, to, NATIVE);
      v = fromMemorySegment(SPECIES, MEMORY, o + 3 * ROW, NATIVE).add(gain);
      gain = fromMemorySegment(SPECIES, MEMORY, o + 2 * ROW, NATIVE).fma(scale, unround);
      DoubleVector c1 = v.fma(scale, round).add(unround);
      c1.fma(minus, v).add(c0).intoMemorySegment(MEMORY, to + ROW, NATIVE);
      v = fromMemorySegment(SPECIES, MEMORY, o + 5 * ROW, NATIVE).add(gain);
      gain = fromMemorySegment(SPECIES, MEMORY, o + 4 * ROW, NATIVE).fma(scale, unround);
      carry = v.fma(scale, round).add(unround);
      carry.fma(minus, v).add(c1).intoMemorySegment(MEMORY, to + 2 * ROW, NATIVE);
    }
  }

  @Override
  public void upper(long columns, long end, long limbs, double radix) {
    DoubleVector scale = broadcast(SPECIES, 1 / radix);
    DoubleVector round = broadcast(SPECIES, ROUND);
    DoubleVector unround = broadcast(SPECIES, -ROUND);
    DoubleVector minus = broadcast(SPECIES, -radix);
    // The column before the first, and what the high part before that one has gained for it.
    long before = (columns - 2 * COLUMN) & MASK;
    DoubleVector gain = fromMemorySegment(SPECIES, MEMORY, before, NATIVE).fma(scale, unround);
    DoubleVector carry =
        fromMemorySegment(SPECIES, MEMORY, before + 3 * ROW, NATIVE)
            .add(gain)
            .fma(scale, round)
            .add(unround);
    gain = fromMemorySegment(SPECIES, MEMORY, before + 2 * ROW, NATIVE).fma(scale, unround);
    for (; columns != end; columns += COLUMNS, limbs += BLOCK) {
      gain = TYPE.cast(gain);
      carry = TYPE.cast(carry);
      long o = columns & MASK;
      long to = limbs & MASK;
      DoubleVector v = fromMemorySegment(SPECIES, MEMORY, o + ROW, NATIVE).add(gain);
      gain = fromMemorySegment(SPECIES, MEMORY, o, NATIVE).fma(scale, unround);
      DoubleVector c0 = v.fma(scale, round).add(unround);
      c0.fma(minus, v).add(carry).intoMemorySegment(MEMORY, to, NATIVE);
      v = fromMemorySegment(SPECIES, MEMORY, o + 3 * ROW, NATIVE).add(gain);
      gain = fromMemorySegment(SPECIES, MEMORY, o + 2 * ROW, NATIVE).fma(scale, unround);
      DoubleVector c1 = v.fma(scale, round).add(unround);
      c1.fma(minus, v).add(c0).intoMemorySegment(MEMORY, to + ROW, NATIVE);
      v = fromMemorySegment(SPECIES, MEMORY, o + 5 * ROW, NATIVE).add(gain);
      gain = fromMemorySegment(SPECIES, MEMORY, o + 4 * ROW, NATIVE).fma(scale, unround);
      carry = v.fma(scale, round).add(unround);
      carry.fma(minus, v).add(c1).intoMemorySegment(MEMORY, to + 2 * ROW, NATIVE);
    }
  }

  @Override
  public void upperInPlace(long columns, long end, double radix) {
    DoubleVector scale = broadcast(SPECIES, 1 / radix);
    DoubleVector round = broadcast(SPECIES, ROUND);
    DoubleVector unround = broadcast(SPECIES, -ROUND);
    DoubleVector minus = broadcast(SPECIES, -radix);
    DoubleVector bias = broadcast(SPECIES, ROUND * radix);
    // The column before the first, and what the high part before that one has gained for it.
    long before = (columns - 2 * COLUMN) & MASK;
    DoubleVector gain = fromMemorySegment(SPECIES, MEMORY, before, NATIVE).fma(scale, unround);
    DoubleVector carry =
        fromMemorySegment(SPECIES, MEMORY, before + 3 * ROW, NATIVE)
            .add(gain)
            .fma(scale, round)
            .add(unround);
    gain = fromMemorySegment(SPECIES, MEMORY, before + 2 * ROW, NATIVE).fma(scale, unround);
    for (; columns != end; columns += COLUMNS) {
      gain = TYPE.cast(gain);
      carry = TYPE.cast(carry);
      long o = columns & MASK;
      DoubleVector v = fromMemorySegment(SPECIES, MEMORY, o + ROW, NATIVE).add(gain);
      gain = fromMemorySegment(SPECIES, MEMORY, o, NATIVE).fma(scale, unround);
      DoubleVector c0 = v.fma(scale, round).add(unround);
      bias.intoMemorySegment(MEMORY, o, NATIVE);
      c0.fma(minus, v).add(carry).intoMemorySegment(MEMORY, o + ROW, NATIVE);
      v = fromMemorySegment(SPECIES, MEMORY, o + 3 * ROW, NATIVE).add(gain);
      gain = fromMemorySegment(SPECIES, MEMORY, o + 2 * ROW, NATIVE).fma(scale, unround);
      DoubleVector c1 = v.fma(scale, round).add(unround);
      bias.intoMemorySegment(MEMORY, o + 2 * ROW, NATIVE);
      c1.fma(minus, v).add(c0).intoMemorySegment(MEMORY, o + 3 * ROW, NATIVE);
      v = fromMemorySegment(SPECIES, MEMORY, o + 5 * ROW, NATIVE).add(gain);
      gain = fromMemorySegment(SPECIES, MEMORY, o + 4 * ROW, NATIVE).fma(scale, unround);
      carry = v.fma(scale, round).add(unround);
      bias.intoMemorySegment(MEMORY, o + 4 * ROW, NATIVE);
      carry.fma(minus, v).add(c1).intoMemorySegment(MEMORY, o + 5 * ROW, NATIVE);
    }
  }

  @Override
  public void fold(long columns, long end, double radix) {
    DoubleVector scale = broadcast(SPECIES, 1 / radix);
    DoubleVector unround = broadcast(SPECIES, -ROUND);
    DoubleVector bias = broadcast(SPECIES, ROUND * radix);
    DoubleVector gain = zero(SPECIES);
    for (; columns != end; columns += COLUMNS) {
      gain = TYPE.cast(gain);
      long o = columns & MASK;
      DoubleVector h0 = fromMemorySegment(SPECIES, MEMORY, o, NATIVE);
      DoubleVector l0 = fromMemorySegment(SPECIES, MEMORY, o + ROW, NATIVE);
      DoubleVector h1 = fromMemorySegment(SPECIES, MEMORY, o + 2 * ROW, NATIVE);
      DoubleVector l1 = fromMemorySegment(SPECIES, MEMORY, o + 3 * ROW, NATIVE);
      DoubleVector h2 = fromMemorySegment(SPECIES, MEMORY, o + 4 * ROW, NATIVE);
      DoubleVector l2 = fromMemorySegment(SPECIES, MEMORY, o + 5 * ROW, NATIVE);
      bias.intoMemorySegment(MEMORY, o, NATIVE);
      l0.add(gain).intoMemorySegment(MEMORY, o + ROW, NATIVE);
      bias.intoMemorySegment(MEMORY, o + 2 * ROW, NATIVE);
      l1.add(h0.fma(scale, unround)).intoMemorySegment(MEMORY, o + 3 * ROW, NATIVE);
      bias.intoMemorySegment(MEMORY, o + 4 * ROW, NATIVE);
      l2.add(h1.fma(scale, unround)).intoMemorySegment(MEMORY, o + 5 * ROW, NATIVE);
      gain = h2.fma(scale, unround);
    }
    long next = (columns & MASK) + ROW;
    fromMemorySegment(SPECIES, MEMORY, next, NATIVE)
        .add(gain)
        .intoMemorySegment(MEMORY, next, NATIVE);
  }

  @Override
  public void estimate(long a, long b, long end, long column, double radix) {
    DoubleVector sum = zero(SPECIES);
    for (; b != end; a += BLOCK, b -= BLOCK) {
      sum = TYPE.cast(sum);
      DoubleVector x = fromMemorySegment(SPECIES, MEMORY, a & MASK, NATIVE);
      sum = x.fma(fromMemorySegment(SPECIES, MEMORY, b & MASK, NATIVE), sum);
    }
    long low = (column & MASK) + ROW;
    sum.fma(broadcast(SPECIES, 1 / radix), fromMemorySegment(SPECIES, MEMORY, low, NATIVE))
        .intoMemorySegment(MEMORY, low, NATIVE);
  }
}
