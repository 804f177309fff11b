package io.github.lanewise.kernel.rsa;

import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.COLUMNS;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.DIGITS;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.EMPTY;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.ENTRIES;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.FACTOR;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.INVERSE;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.LIMB_DOWN;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.MODULUS;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.OPERAND;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.SLOTS;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.SLOT_BYTES;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.TABLE;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.TO_LOW;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.TWICE;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.X;
import static jdk.incubator.vector.DoubleVector.fromMemorySegment;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * One number's limbs across the lanes: neighbouring columns of a product in neighbouring lanes.
 *
 * <p>Column c of a·b is the sum of all a(i)·b(c − i). One limb of a in all lanes, times a window of
 * as many limbs of b, adds to as many columns. So windows are loads at any limb, and no lane ever
 * moves to another.
 *
 * <p><b>A column</b> is a sum of high parts h, and one of low parts l. h starts from 1.5·2^(52+W),
 * and stays so near to it that all of its values are multiples of 2^W (see {@link
 * VectorHorizontalRadix} for why). A fused multiply-add rounds the new sum to the nearest of them:
 * h' = h + ab + e with |e| ≤ 2^(W−1). Then h − h' is exact, and so is the second one, ab + (h − h')
 * = −e, which is added to l. These are at most 2k integers of at most 2^(W−1), so |l| ≤ k·2^W below
 * 2^52. (Splitting products with two fused multiply-adds is from Emmart, Zheng and Weems, ARITH
 * 2018; there each product is split by itself, here the sum is.)
 *
 * <p><b>Carries.</b> Column c stands for v = l(c) + (h(c − 1) − bias) / 2^W, an integer below 2^52
 * + 2^51, so all of this is exact in doubles. v is rounded to a multiple of 2^W by adding the bias
 * and taking it away; what remains is at most 2^(W−1), and the carry to the next column at most
 * 2^7. So after one pass without a chain of carries every limb is at most 2^(W−1) + 2^7.
 *
 * <p><b>Reduction</b> (Montgomery 1985, all digits at once): t = T mod R, q = t·(−1/n) mod R, and
 * (T + q·n) / R. Limbs of t and q from a carry pass that drops what leaves column k − 1 are right
 * modulo R. T + q·n is a multiple of R, so what its columns below k carry into column k is an
 * integer, and v(k−1) / 2^W is nearer to it than 2^(54−2W), since that is all that the columns
 * below k − 1 can be worth. Hence q·n needs no column below k − 2, whose high part v(k−1) includes.
 *
 * <p><b>Bounds.</b> |q| ≤ (2^(W−1) + 2^7)·R / (2^W − 1) < 0.51·R. With |a|, |b| ≤ n and R ≥ 4n the
 * result is at most n²/R + 0.51·n < n, and a factor of 1 instead of b gives at most n/R + 0.51·n.
 * Its uppermost limb is small: |X| < n ≤ 2^(Wk−2), so nothing is carried out of column 2k − 1, and
 * limbs behind the last one are 0 as windows need them.
 *
 * <p>Defined as a hidden class for each vector shape, with casts of loop variables and everything
 * written out in place: what compilers need for that is told at SHA-256's kernel, and in
 * docs/performance.md.
 */
final class VectorHorizontalKernel implements HorizontalKernel {

  private static final VectorHorizontalLayout LAYOUT;

  static {
    try {
      LAYOUT = MethodHandles.classData(MethodHandles.lookup(), "_", VectorHorizontalLayout.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final VectorSpecies<Double> SPECIES = LAYOUT.species;
  private static final VectorSpecies<Long> LONGS =
      VectorSpecies.of(long.class, SPECIES.vectorShape());
  private static final Class<? extends DoubleVector> TYPE = DoubleVector.zero(SPECIES).getClass();
  private static final Class<? extends LongVector> LONG_TYPE = LongVector.zero(LONGS).getClass();
  private static final MemorySegment MEMORY = LAYOUT.slots;
  private static final MemorySegment MULTIPLICITY = LAYOUT.multiplicity;
  private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

  private static final ValueLayout.OfDouble LIMB = ValueLayout.JAVA_DOUBLE;

  private static final int LANES = SPECIES.length();
  private static final long LIMB_BYTES = Double.BYTES;
  private static final long ROW = LANES * LIMB_BYTES;

  // Offsets go through this before each use, which takes the place of checks of bounds and
  // alignment.
  private static final long MASK = (SLOTS * SLOT_BYTES - 1) & -LIMB_BYTES;

  @Override
  public void multiply(int slot, int limbs, long a, long b) {
    long base = slot * SLOT_BYTES;
    columns(base, limbs, a, b, 0, 2 * limbs - 1, EMPTY, 0, COLUMNS);
    reduce(base, limbs);
  }

  @Override
  public void square(int slot, int limbs) {
    long base = slot * SLOT_BYTES;
    int groups = Math.ceilDiv(2 * limbs - 1, 4 * LANES);
    besideTheDiagonal(base, 4 * groups);
    for (int group = 0; group < groups; group++) {
      int first = group * 4 * LANES;
      int pairs = 0;
      for (int c = first; c < first + 4 * LANES; c += LANES) {
        pairs = Math.max(pairs, Math.min(c / 2, limbs - 1 - c / 2));
      }
      mirrored4(base, first, pairs);
    }
    reduce(base, limbs);
  }

  /** X = T / R mod n, T being in the columns. */
  private static void reduce(long base, int limbs) {
    int rows = LAYOUT.rows(limbs);
    carry(base, base + COLUMNS, base + DIGITS, rows);
    columns(base, limbs, DIGITS, INVERSE, 0, rows * LANES, EMPTY, 0, FACTOR);
    carry(base, base + FACTOR, base + DIGITS, rows);
    int first = limbs - 2;
    long at = COLUMNS + first * LIMB_BYTES;
    columns(base, limbs, DIGITS, MODULUS, first, limbs + 1, at, ROW, at);
    carryOut(base, base + COLUMNS + limbs * LIMB_BYTES, rows);
  }

  /**
   * Adds columns of a·b to those at start, four vectors at a time while more than two are left.
   *
   * @param step how far apart vectors at start are: a row, or 0 to read the same again
   */
  private static void columns(
      long base,
      int limbs,
      long a,
      long b,
      int first,
      int columns,
      long start,
      long step,
      long out) {
    int end = first + columns;
    int c = first;
    long from = base + start;
    long to = base + out;
    while (c < end) {
      // a(i) meets limbs of b in these columns from lowest to highest, and zeros outside.
      int lowest = Math.max(0, c - limbs + 1);
      if (end - c > 2 * LANES) {
        int count = Math.min(limbs - 1, c + 4 * LANES - 1) - lowest + 1;
        window4(
            base + a + lowest * LIMB_BYTES, base + b + (c - lowest) * LIMB_BYTES, count, from, to);
        c += 4 * LANES;
        from += 4 * step;
        to += 4 * ROW;
      } else {
        int count = Math.min(limbs - 1, c + 2 * LANES - 1) - lowest + 1;
        window2(
            base + a + lowest * LIMB_BYTES, base + b + (c - lowest) * LIMB_BYTES, count, from, to);
        c += 2 * LANES;
        from += 2 * step;
        to += 2 * ROW;
      }
    }
  }

  private static void window4(long a, long b, int count, long from, long to) {
    long o = from & MASK;
    DoubleVector h0 = fromMemorySegment(SPECIES, MEMORY, o, NATIVE);
    DoubleVector h1 = fromMemorySegment(SPECIES, MEMORY, o + ROW, NATIVE);
    DoubleVector h2 = fromMemorySegment(SPECIES, MEMORY, o + 2 * ROW, NATIVE);
    DoubleVector h3 = fromMemorySegment(SPECIES, MEMORY, o + 3 * ROW, NATIVE);
    o = (from + TO_LOW) & MASK;
    DoubleVector l0 = fromMemorySegment(SPECIES, MEMORY, o, NATIVE);
    DoubleVector l1 = fromMemorySegment(SPECIES, MEMORY, o + ROW, NATIVE);
    DoubleVector l2 = fromMemorySegment(SPECIES, MEMORY, o + 2 * ROW, NATIVE);
    DoubleVector l3 = fromMemorySegment(SPECIES, MEMORY, o + 3 * ROW, NATIVE);
    for (long end = a + count * LIMB_BYTES; a != end; a += LIMB_BYTES, b -= LIMB_BYTES) {
      h0 = TYPE.cast(h0);
      h1 = TYPE.cast(h1);
      h2 = TYPE.cast(h2);
      h3 = TYPE.cast(h3);
      l0 = TYPE.cast(l0);
      l1 = TYPE.cast(l1);
      l2 = TYPE.cast(l2);
      l3 = TYPE.cast(l3);
      DoubleVector x = DoubleVector.broadcast(SPECIES, MEMORY.get(LIMB, a & MASK));
      long w = b & MASK;
      DoubleVector w0 = fromMemorySegment(SPECIES, MEMORY, w, NATIVE);
      DoubleVector w1 = fromMemorySegment(SPECIES, MEMORY, w + ROW, NATIVE);
      DoubleVector w2 = fromMemorySegment(SPECIES, MEMORY, w + 2 * ROW, NATIVE);
      DoubleVector w3 = fromMemorySegment(SPECIES, MEMORY, w + 3 * ROW, NATIVE);
      DoubleVector sum = x.fma(w0, h0);
      l0 = l0.add(x.fma(w0, h0.sub(sum)));
      h0 = sum;
      sum = x.fma(w1, h1);
      l1 = l1.add(x.fma(w1, h1.sub(sum)));
      h1 = sum;
      sum = x.fma(w2, h2);
      l2 = l2.add(x.fma(w2, h2.sub(sum)));
      h2 = sum;
      sum = x.fma(w3, h3);
      l3 = l3.add(x.fma(w3, h3.sub(sum)));
      h3 = sum;
    }
    o = to & MASK;
    h0.intoMemorySegment(MEMORY, o, NATIVE);
    h1.intoMemorySegment(MEMORY, o + ROW, NATIVE);
    h2.intoMemorySegment(MEMORY, o + 2 * ROW, NATIVE);
    h3.intoMemorySegment(MEMORY, o + 3 * ROW, NATIVE);
    o = (to + TO_LOW) & MASK;
    l0.intoMemorySegment(MEMORY, o, NATIVE);
    l1.intoMemorySegment(MEMORY, o + ROW, NATIVE);
    l2.intoMemorySegment(MEMORY, o + 2 * ROW, NATIVE);
    l3.intoMemorySegment(MEMORY, o + 3 * ROW, NATIVE);
  }

  private static void window2(long a, long b, int count, long from, long to) {
    long o = from & MASK;
    DoubleVector h0 = fromMemorySegment(SPECIES, MEMORY, o, NATIVE);
    DoubleVector h1 = fromMemorySegment(SPECIES, MEMORY, o + ROW, NATIVE);
    o = (from + TO_LOW) & MASK;
    DoubleVector l0 = fromMemorySegment(SPECIES, MEMORY, o, NATIVE);
    DoubleVector l1 = fromMemorySegment(SPECIES, MEMORY, o + ROW, NATIVE);
    for (long end = a + count * LIMB_BYTES; a != end; a += LIMB_BYTES, b -= LIMB_BYTES) {
      h0 = TYPE.cast(h0);
      h1 = TYPE.cast(h1);
      l0 = TYPE.cast(l0);
      l1 = TYPE.cast(l1);
      DoubleVector x = DoubleVector.broadcast(SPECIES, MEMORY.get(LIMB, a & MASK));
      long w = b & MASK;
      DoubleVector w0 = fromMemorySegment(SPECIES, MEMORY, w, NATIVE);
      DoubleVector w1 = fromMemorySegment(SPECIES, MEMORY, w + ROW, NATIVE);
      DoubleVector sum = x.fma(w0, h0);
      l0 = l0.add(x.fma(w0, h0.sub(sum)));
      h0 = sum;
      sum = x.fma(w1, h1);
      l1 = l1.add(x.fma(w1, h1.sub(sum)));
      h1 = sum;
    }
    o = to & MASK;
    h0.intoMemorySegment(MEMORY, o, NATIVE);
    h1.intoMemorySegment(MEMORY, o + ROW, NATIVE);
    o = (to + TO_LOW) & MASK;
    l0.intoMemorySegment(MEMORY, o, NATIVE);
    l1.intoMemorySegment(MEMORY, o + ROW, NATIVE);
  }

  /**
   * Begins the columns of X². A row that starts at column c (even) holds, for a limb i = c/2 + s
   * and a window from limb j = c/2 − s on, pairs (i, j + lane). Those on the diagonal count once,
   * those above it twice, and those below are the same ones again and must not count. All of that
   * is in the steps s from 0 to half a row; with s below 0 every pair counts twice ({@link
   * #mirrored4}).
   */
  private static void besideTheDiagonal(long base, int rows) {
    DoubleVector bias = DoubleVector.broadcast(SPECIES, MEMORY.get(LIMB, (base + EMPTY) & MASK));
    DoubleVector times0 = multiplicity(0);
    DoubleVector times1 = multiplicity(1);
    long to = base + COLUMNS;
    long middle = base + X;
    for (long end = middle + rows * ROW / 2; middle != end; middle += ROW / 2, to += ROW) {
      long m = middle & MASK;
      DoubleVector x = DoubleVector.broadcast(SPECIES, MEMORY.get(LIMB, m)).mul(times0);
      DoubleVector w = fromMemorySegment(SPECIES, MEMORY, m, NATIVE);
      DoubleVector h = x.fma(w, bias);
      DoubleVector l = x.fma(w, bias.sub(h));
      x = DoubleVector.broadcast(SPECIES, MEMORY.get(LIMB, m + LIMB_BYTES)).mul(times1);
      w = fromMemorySegment(SPECIES, MEMORY, (middle - LIMB_BYTES) & MASK, NATIVE);
      DoubleVector sum = x.fma(w, h);
      l = l.add(x.fma(w, h.sub(sum)));
      h = sum;
      if (LANES == 8) {
        x = DoubleVector.broadcast(SPECIES, MEMORY.get(LIMB, m + 2 * LIMB_BYTES));
        x = x.mul(multiplicity(2));
        w = fromMemorySegment(SPECIES, MEMORY, (middle - 2 * LIMB_BYTES) & MASK, NATIVE);
        sum = x.fma(w, h);
        l = l.add(x.fma(w, h.sub(sum)));
        h = sum;
        x = DoubleVector.broadcast(SPECIES, MEMORY.get(LIMB, m + 3 * LIMB_BYTES));
        x = x.mul(multiplicity(3));
        w = fromMemorySegment(SPECIES, MEMORY, (middle - 3 * LIMB_BYTES) & MASK, NATIVE);
        sum = x.fma(w, h);
        l = l.add(x.fma(w, h.sub(sum)));
        h = sum;
      }
      h.intoMemorySegment(MEMORY, to & MASK, NATIVE);
      l.intoMemorySegment(MEMORY, (to + TO_LOW) & MASK, NATIVE);
    }
  }

  /** How often products of step s count: 0, 1 or 2 times in each lane. */
  private static DoubleVector multiplicity(int s) {
    return fromMemorySegment(SPECIES, MULTIPLICITY, (8 - 2 * s) * LIMB_BYTES, NATIVE);
  }

  /**
   * Adds to four rows of X² the pairs (c/2 − s, c/2 + s + lane), which count twice, s from 1 on.
   */
  private static void mirrored4(long base, int first, int pairs) {
    long at = base + COLUMNS + first * LIMB_BYTES;
    long o = at & MASK;
    DoubleVector h0 = fromMemorySegment(SPECIES, MEMORY, o, NATIVE);
    DoubleVector h1 = fromMemorySegment(SPECIES, MEMORY, o + ROW, NATIVE);
    DoubleVector h2 = fromMemorySegment(SPECIES, MEMORY, o + 2 * ROW, NATIVE);
    DoubleVector h3 = fromMemorySegment(SPECIES, MEMORY, o + 3 * ROW, NATIVE);
    o = (at + TO_LOW) & MASK;
    DoubleVector l0 = fromMemorySegment(SPECIES, MEMORY, o, NATIVE);
    DoubleVector l1 = fromMemorySegment(SPECIES, MEMORY, o + ROW, NATIVE);
    DoubleVector l2 = fromMemorySegment(SPECIES, MEMORY, o + 2 * ROW, NATIVE);
    DoubleVector l3 = fromMemorySegment(SPECIES, MEMORY, o + 3 * ROW, NATIVE);
    long middle = first / 2 * LIMB_BYTES;
    long a = base + TWICE + middle - LIMB_BYTES;
    long b = base + X + middle + LIMB_BYTES;
    for (long end = b + pairs * LIMB_BYTES; b != end; a -= LIMB_BYTES, b += LIMB_BYTES) {
      h0 = TYPE.cast(h0);
      h1 = TYPE.cast(h1);
      h2 = TYPE.cast(h2);
      h3 = TYPE.cast(h3);
      l0 = TYPE.cast(l0);
      l1 = TYPE.cast(l1);
      l2 = TYPE.cast(l2);
      l3 = TYPE.cast(l3);
      long v = a & MASK;
      long w = b & MASK;
      DoubleVector x = DoubleVector.broadcast(SPECIES, MEMORY.get(LIMB, v));
      DoubleVector y = fromMemorySegment(SPECIES, MEMORY, w, NATIVE);
      DoubleVector sum = x.fma(y, h0);
      l0 = l0.add(x.fma(y, h0.sub(sum)));
      h0 = sum;
      x = DoubleVector.broadcast(SPECIES, MEMORY.get(LIMB, v + ROW / 2));
      y = fromMemorySegment(SPECIES, MEMORY, w + ROW / 2, NATIVE);
      sum = x.fma(y, h1);
      l1 = l1.add(x.fma(y, h1.sub(sum)));
      h1 = sum;
      x = DoubleVector.broadcast(SPECIES, MEMORY.get(LIMB, v + ROW));
      y = fromMemorySegment(SPECIES, MEMORY, w + ROW, NATIVE);
      sum = x.fma(y, h2);
      l2 = l2.add(x.fma(y, h2.sub(sum)));
      h2 = sum;
      x = DoubleVector.broadcast(SPECIES, MEMORY.get(LIMB, v + 3 * ROW / 2));
      y = fromMemorySegment(SPECIES, MEMORY, w + 3 * ROW / 2, NATIVE);
      sum = x.fma(y, h3);
      l3 = l3.add(x.fma(y, h3.sub(sum)));
      h3 = sum;
    }
    o = at & MASK;
    h0.intoMemorySegment(MEMORY, o, NATIVE);
    h1.intoMemorySegment(MEMORY, o + ROW, NATIVE);
    h2.intoMemorySegment(MEMORY, o + 2 * ROW, NATIVE);
    h3.intoMemorySegment(MEMORY, o + 3 * ROW, NATIVE);
    o = (at + TO_LOW) & MASK;
    l0.intoMemorySegment(MEMORY, o, NATIVE);
    l1.intoMemorySegment(MEMORY, o + ROW, NATIVE);
    l2.intoMemorySegment(MEMORY, o + 2 * ROW, NATIVE);
    l3.intoMemorySegment(MEMORY, o + 3 * ROW, NATIVE);
  }

  /** Limbs of the columns at {@code from}, and as many rows as are told. */
  private static void carry(long base, long from, long to, int rows) {
    DoubleVector bias = DoubleVector.broadcast(SPECIES, MEMORY.get(LIMB, (base + EMPTY) & MASK));
    DoubleVector down =
        DoubleVector.broadcast(SPECIES, MEMORY.get(LIMB, (base + LIMB_DOWN) & MASK));
    for (long end = to + rows * ROW; to != end; to += 2 * ROW, from += 2 * ROW) {
      // Here, and in the columns one lower, for what they carry.
      long h = (from - 2 * LIMB_BYTES) & MASK;
      long l = (from - LIMB_BYTES + TO_LOW) & MASK;
      DoubleVector here0 =
          fromMemorySegment(SPECIES, MEMORY, h + LIMB_BYTES, NATIVE)
              .sub(bias)
              .fma(down, fromMemorySegment(SPECIES, MEMORY, l + LIMB_BYTES, NATIVE));
      DoubleVector lower0 =
          fromMemorySegment(SPECIES, MEMORY, h, NATIVE)
              .sub(bias)
              .fma(down, fromMemorySegment(SPECIES, MEMORY, l, NATIVE));
      DoubleVector here1 =
          fromMemorySegment(SPECIES, MEMORY, h + ROW + LIMB_BYTES, NATIVE)
              .sub(bias)
              .fma(down, fromMemorySegment(SPECIES, MEMORY, l + ROW + LIMB_BYTES, NATIVE));
      DoubleVector lower1 =
          fromMemorySegment(SPECIES, MEMORY, h + ROW, NATIVE)
              .sub(bias)
              .fma(down, fromMemorySegment(SPECIES, MEMORY, l + ROW, NATIVE));
      long o = to & MASK;
      lower0
          .add(bias)
          .sub(bias)
          .fma(down, here0.sub(here0.add(bias).sub(bias)))
          .intoMemorySegment(MEMORY, o, NATIVE);
      lower1
          .add(bias)
          .sub(bias)
          .fma(down, here1.sub(here1.add(bias).sub(bias)))
          .intoMemorySegment(MEMORY, o + ROW, NATIVE);
    }
  }

  /** The same into X and, twice as large, into 2X. */
  private static void carryOut(long base, long from, int rows) {
    DoubleVector bias = DoubleVector.broadcast(SPECIES, MEMORY.get(LIMB, (base + EMPTY) & MASK));
    DoubleVector down =
        DoubleVector.broadcast(SPECIES, MEMORY.get(LIMB, (base + LIMB_DOWN) & MASK));
    long to = base + X;
    for (long end = to + rows * ROW; to != end; to += 2 * ROW, from += 2 * ROW) {
      long h = (from - 2 * LIMB_BYTES) & MASK;
      long l = (from - LIMB_BYTES + TO_LOW) & MASK;
      DoubleVector here0 =
          fromMemorySegment(SPECIES, MEMORY, h + LIMB_BYTES, NATIVE)
              .sub(bias)
              .fma(down, fromMemorySegment(SPECIES, MEMORY, l + LIMB_BYTES, NATIVE));
      DoubleVector lower0 =
          fromMemorySegment(SPECIES, MEMORY, h, NATIVE)
              .sub(bias)
              .fma(down, fromMemorySegment(SPECIES, MEMORY, l, NATIVE));
      DoubleVector here1 =
          fromMemorySegment(SPECIES, MEMORY, h + ROW + LIMB_BYTES, NATIVE)
              .sub(bias)
              .fma(down, fromMemorySegment(SPECIES, MEMORY, l + ROW + LIMB_BYTES, NATIVE));
      DoubleVector lower1 =
          fromMemorySegment(SPECIES, MEMORY, h + ROW, NATIVE)
              .sub(bias)
              .fma(down, fromMemorySegment(SPECIES, MEMORY, l + ROW, NATIVE));
      DoubleVector x0 = lower0.add(bias).sub(bias).fma(down, here0.sub(here0.add(bias).sub(bias)));
      DoubleVector x1 = lower1.add(bias).sub(bias).fma(down, here1.sub(here1.add(bias).sub(bias)));
      long o = to & MASK;
      x0.intoMemorySegment(MEMORY, o, NATIVE);
      x1.intoMemorySegment(MEMORY, o + ROW, NATIVE);
      o = (to + TWICE - X) & MASK;
      x0.add(x0).intoMemorySegment(MEMORY, o, NATIVE);
      x1.add(x1).intoMemorySegment(MEMORY, o + ROW, NATIVE);
    }
  }

  @Override
  public void select(int slot, int limbs, long index) {
    long base = slot * SLOT_BYTES;
    int rows = LAYOUT.rows(limbs);
    long step = LAYOUT.entryBytes(limbs);
    for (int row = 0; row < rows; row += 2) {
      LongVector found0 = LongVector.zero(LONGS);
      LongVector found1 = LongVector.zero(LONGS);
      long entry = base + TABLE + row * ROW;
      for (int i = 0; i < ENTRIES; i += 2) {
        found0 = LONG_TYPE.cast(found0);
        found1 = LONG_TYPE.cast(found1);
        // All ones if i is the index, else 0.
        LongVector hit = LongVector.broadcast(LONGS, ((i ^ index) - 1) >> 63);
        long e = entry & MASK;
        found0 = found0.or(LongVector.fromMemorySegment(LONGS, MEMORY, e, NATIVE).and(hit));
        found1 = found1.or(LongVector.fromMemorySegment(LONGS, MEMORY, e + ROW, NATIVE).and(hit));
        hit = LongVector.broadcast(LONGS, ((i + 1 ^ index) - 1) >> 63);
        e = (entry + step) & MASK;
        found0 = found0.or(LongVector.fromMemorySegment(LONGS, MEMORY, e, NATIVE).and(hit));
        found1 = found1.or(LongVector.fromMemorySegment(LONGS, MEMORY, e + ROW, NATIVE).and(hit));
        entry += 2 * step;
      }
      long to = (base + OPERAND + row * ROW) & MASK;
      found0.intoMemorySegment(MEMORY, to, NATIVE);
      found1.intoMemorySegment(MEMORY, to + ROW, NATIVE);
    }
  }
}
