package io.github.lanewise.kernel.sha256;

import static io.github.lanewise.kernel.sha256.Sha256Constants.BLOCK_BYTES;
import static io.github.lanewise.kernel.sha256.Sha256Constants.STATE_WORDS;
import static io.github.lanewise.kernel.sha256.VectorLayout.DIGESTS;
import static io.github.lanewise.kernel.sha256.VectorLayout.HALFWAY;
import static io.github.lanewise.kernel.sha256.VectorLayout.SCHEDULE;
import static io.github.lanewise.kernel.sha256.VectorLayout.SLOTS;
import static io.github.lanewise.kernel.sha256.VectorLayout.SLOT_ROWS;
import static io.github.lanewise.kernel.sha256.VectorLayout.SPARE;
import static io.github.lanewise.kernel.sha256.VectorLayout.STATE;
import static io.github.lanewise.kernel.sha256.VectorLayout.WORKING;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static jdk.incubator.vector.IntVector.fromMemorySegment;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.REVERSE_BYTES;
import static jdk.incubator.vector.VectorOperators.ROR;
import static jdk.incubator.vector.VectorOperators.XOR;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * SHA-256 (FIPS 180-4 §6.2.2) of as many messages as the vector has lanes, one message to a lane.
 *
 * <p>This class is never used as such: {@link VectorEngine} defines it anew as a hidden class for
 * each vector shape and each kind of source memory, and hands the shape in as class data. So the
 * species is a constant of the class whose loops use it, and no call site ever sees two kinds of
 * memory; the compiler needs both to keep vectors in registers.
 *
 * <p>Two more of its habits shape this code. It stops inlining a method's own helpers after about
 * 45 vector operations and would then box every vector that crosses the call, so Σ, σ, Ch and Maj
 * are written out in place. And a body that is too large never leaves the first compiler in some
 * starts, so a block is three methods with small loops. The shuffles that transpose the next block
 * run beside the last sixteen rounds of this one, where the execution units have room.
 */
final class VectorKernel implements LaneKernel {

  private static final VectorLayout LAYOUT;

  static {
    try {
      LAYOUT = MethodHandles.classData(MethodHandles.lookup(), "_", VectorLayout.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final VectorSpecies<Integer> SPECIES = LAYOUT.species;
  private static final MemorySegment ROWS = LAYOUT.slots;
  private static final MemorySegment K = LAYOUT.constants;
  private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

  // The variables of a loop are cast to this at the start of each turn. Else all that the compiler
  // knows of them is IntVector, and it looks into profiles of the vector library that engines of
  // several widths have written to: then it calls where it could inline, and vectors become
  // objects.
  private static final Class<? extends IntVector> TYPE = IntVector.zero(SPECIES).getClass();

  private static final int LANES = SPECIES.length();
  private static final long ROW = (long) LANES * Integer.BYTES;
  private static final int SLOT_MASK = SLOTS - 1;
  private static final long SLOT_BYTES = SLOT_ROWS * ROW;
  private static final long W = SCHEDULE * ROW;

  // Four lanes are transposed in one pass, wider shapes in two.
  private static final long FIRST_PASS = (LANES == 4 ? SCHEDULE : HALFWAY) * ROW;

  // Lanes are exchanged by indexes into two vectors, see VectorExchange.
  private static final IntVector LOW_1 = VectorExchange.low(SPECIES, 1);
  private static final IntVector LOW_2 = VectorExchange.low(SPECIES, 2);
  private static final IntVector LOW_4 = VectorExchange.low(SPECIES, 4);
  private static final IntVector LOW_8 = VectorExchange.low(SPECIES, 8);
  private static final IntVector HIGH_1 = VectorExchange.high(SPECIES, 1);
  private static final IntVector HIGH_2 = VectorExchange.high(SPECIES, 2);
  private static final IntVector HIGH_4 = VectorExchange.high(SPECIES, 4);
  private static final IntVector HIGH_8 = VectorExchange.high(SPECIES, 8);

  @Override
  public void compress(
      int slot, MemorySegment[] sources, long[] offsets, int first, int blocks, int readable) {
    // A block is transposed beside the last rounds of the one before it. The first has none before
    // it and takes those of a state that nobody reads.
    if (first == 0) {
      gatheringRounds(slot, sources, offsets, 0);
      closingRounds(slot, SPARE);
    }
    for (int next = first + 1; next <= first + blocks; next++) {
      expandingRounds(slot);
      // Where there is no next one, the last is read once more, for nothing.
      long position = (long) Math.min(next, readable - 1) * BLOCK_BYTES;
      gatheringRounds(slot, sources, offsets, position);
      closingRounds(slot, STATE);
    }
  }

  /** Rounds 0 to 47, each of which also makes the schedule word of sixteen rounds later. */
  private static void expandingRounds(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    IntVector a = fromMemorySegment(SPECIES, ROWS, base + STATE * ROW, NATIVE);
    IntVector b = fromMemorySegment(SPECIES, ROWS, base + (STATE + 1) * ROW, NATIVE);
    IntVector c = fromMemorySegment(SPECIES, ROWS, base + (STATE + 2) * ROW, NATIVE);
    IntVector d = fromMemorySegment(SPECIES, ROWS, base + (STATE + 3) * ROW, NATIVE);
    IntVector e = fromMemorySegment(SPECIES, ROWS, base + (STATE + 4) * ROW, NATIVE);
    IntVector f = fromMemorySegment(SPECIES, ROWS, base + (STATE + 5) * ROW, NATIVE);
    IntVector g = fromMemorySegment(SPECIES, ROWS, base + (STATE + 6) * ROW, NATIVE);
    IntVector h = fromMemorySegment(SPECIES, ROWS, base + (STATE + 7) * ROW, NATIVE);
    for (int t = 0; t < 48; t++) {
      a = TYPE.cast(a);
      b = TYPE.cast(b);
      c = TYPE.cast(c);
      d = TYPE.cast(d);
      e = TYPE.cast(e);
      f = TYPE.cast(f);
      g = TYPE.cast(g);
      h = TYPE.cast(h);
      long row = base + W + t * ROW;
      IntVector w0 = fromMemorySegment(SPECIES, ROWS, row, NATIVE);
      IntVector w1 = fromMemorySegment(SPECIES, ROWS, row + ROW, NATIVE);
      IntVector w9 = fromMemorySegment(SPECIES, ROWS, row + 9 * ROW, NATIVE);
      IntVector w14 = fromMemorySegment(SPECIES, ROWS, row + 14 * ROW, NATIVE);
      IntVector k = fromMemorySegment(SPECIES, K, t * ROW, NATIVE);

      // W(t+16) = σ1(W(t+14)) + W(t+9) + σ0(W(t+1)) + W(t)
      IntVector sigma0 =
          w1.lanewise(ROR, 7)
              .lanewise(XOR, w1.lanewise(ROR, 18))
              .lanewise(XOR, w1.lanewise(LSHR, 3));
      IntVector sigma1 =
          w14.lanewise(ROR, 17)
              .lanewise(XOR, w14.lanewise(ROR, 19))
              .lanewise(XOR, w14.lanewise(LSHR, 10));
      w0.add(w9).add(sigma0).add(sigma1).intoMemorySegment(ROWS, row + 16 * ROW, NATIVE);

      // T1 = h + K(t) + W(t) + Ch(e, f, g) + Σ1(e); T2 = Σ0(a) + Maj(a, b, c)
      IntVector t1 =
          h.add(w0.add(k))
              .add(f.lanewise(XOR, g).and(e).lanewise(XOR, g))
              .add(
                  e.lanewise(ROR, 6)
                      .lanewise(XOR, e.lanewise(ROR, 11))
                      .lanewise(XOR, e.lanewise(ROR, 25)));
      IntVector t2 =
          a.lanewise(ROR, 2)
              .lanewise(XOR, a.lanewise(ROR, 13))
              .lanewise(XOR, a.lanewise(ROR, 22))
              .add(a.and(b).or(a.or(b).and(c)));
      h = g;
      g = f;
      f = e;
      e = d.add(t1);
      d = c;
      c = b;
      b = a;
      a = t1.add(t2);
    }
    a.intoMemorySegment(ROWS, base + WORKING * ROW, NATIVE);
    b.intoMemorySegment(ROWS, base + (WORKING + 1) * ROW, NATIVE);
    c.intoMemorySegment(ROWS, base + (WORKING + 2) * ROW, NATIVE);
    d.intoMemorySegment(ROWS, base + (WORKING + 3) * ROW, NATIVE);
    e.intoMemorySegment(ROWS, base + (WORKING + 4) * ROW, NATIVE);
    f.intoMemorySegment(ROWS, base + (WORKING + 5) * ROW, NATIVE);
    g.intoMemorySegment(ROWS, base + (WORKING + 6) * ROW, NATIVE);
    h.intoMemorySegment(ROWS, base + (WORKING + 7) * ROW, NATIVE);
  }

  /** Rounds 48 to 55, two to a turn, beside the first pass of the next block's transposition. */
  private static void gatheringRounds(
      int slot, MemorySegment[] sources, long[] offsets, long position) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    IntVector a = fromMemorySegment(SPECIES, ROWS, base + WORKING * ROW, NATIVE);
    IntVector b = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 1) * ROW, NATIVE);
    IntVector c = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 2) * ROW, NATIVE);
    IntVector d = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 3) * ROW, NATIVE);
    IntVector e = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 4) * ROW, NATIVE);
    IntVector f = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 5) * ROW, NATIVE);
    IntVector g = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 6) * ROW, NATIVE);
    IntVector h = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 7) * ROW, NATIVE);
    for (int turn = 0; turn < 4; turn++) {
      // First pass: the words of four lanes, transposed within every four. Vector r of a block is
      // the words from r / LANES * LANES on, of the message in lane r % LANES.
      int first = 4 * turn;
      int lane = first & (LANES - 1);
      long at = position + first / LANES * ROW;
      IntVector r0 =
          fromMemorySegment(SPECIES, sources[lane], offsets[lane] + at, LITTLE_ENDIAN)
              .lanewise(REVERSE_BYTES);
      IntVector r1 =
          fromMemorySegment(SPECIES, sources[lane + 1], offsets[lane + 1] + at, LITTLE_ENDIAN)
              .lanewise(REVERSE_BYTES);
      IntVector r2 =
          fromMemorySegment(SPECIES, sources[lane + 2], offsets[lane + 2] + at, LITTLE_ENDIAN)
              .lanewise(REVERSE_BYTES);
      IntVector r3 =
          fromMemorySegment(SPECIES, sources[lane + 3], offsets[lane + 3] + at, LITTLE_ENDIAN)
              .lanewise(REVERSE_BYTES);
      IntVector even01 = LOW_1.selectFrom(r0, r1);
      IntVector odd01 = HIGH_1.selectFrom(r0, r1);
      IntVector even23 = LOW_1.selectFrom(r2, r3);
      IntVector odd23 = HIGH_1.selectFrom(r2, r3);
      long to = base + FIRST_PASS + first * ROW;
      LOW_2.selectFrom(even01, even23).intoMemorySegment(ROWS, to, NATIVE);
      LOW_2.selectFrom(odd01, odd23).intoMemorySegment(ROWS, to + ROW, NATIVE);
      HIGH_2.selectFrom(even01, even23).intoMemorySegment(ROWS, to + 2 * ROW, NATIVE);
      HIGH_2.selectFrom(odd01, odd23).intoMemorySegment(ROWS, to + 3 * ROW, NATIVE);
      a = TYPE.cast(a);
      b = TYPE.cast(b);
      c = TYPE.cast(c);
      d = TYPE.cast(d);
      e = TYPE.cast(e);
      f = TYPE.cast(f);
      g = TYPE.cast(g);
      h = TYPE.cast(h);
      long row = base + W + (48 + 2 * turn) * ROW;
      IntVector wk0 =
          fromMemorySegment(SPECIES, ROWS, row, NATIVE)
              .add(fromMemorySegment(SPECIES, K, (48 + 2 * turn) * ROW, NATIVE));
      IntVector wk1 =
          fromMemorySegment(SPECIES, ROWS, row + ROW, NATIVE)
              .add(fromMemorySegment(SPECIES, K, (49 + 2 * turn) * ROW, NATIVE));

      // Two rounds, the second with the variables' parts moved on by one instead of the variables.
      IntVector t1 =
          h.add(wk0)
              .add(f.lanewise(XOR, g).and(e).lanewise(XOR, g))
              .add(
                  e.lanewise(ROR, 6)
                      .lanewise(XOR, e.lanewise(ROR, 11))
                      .lanewise(XOR, e.lanewise(ROR, 25)));
      IntVector x =
          a.lanewise(ROR, 2)
              .lanewise(XOR, a.lanewise(ROR, 13))
              .lanewise(XOR, a.lanewise(ROR, 22))
              .add(a.and(b).or(a.or(b).and(c)))
              .add(t1);
      IntVector y = d.add(t1);
      IntVector t2 =
          g.add(wk1)
              .add(e.lanewise(XOR, f).and(y).lanewise(XOR, f))
              .add(
                  y.lanewise(ROR, 6)
                      .lanewise(XOR, y.lanewise(ROR, 11))
                      .lanewise(XOR, y.lanewise(ROR, 25)));
      IntVector z =
          x.lanewise(ROR, 2)
              .lanewise(XOR, x.lanewise(ROR, 13))
              .lanewise(XOR, x.lanewise(ROR, 22))
              .add(x.and(a).or(x.or(a).and(b)))
              .add(t2);
      h = f;
      g = e;
      f = y;
      e = c.add(t2);
      d = b;
      c = a;
      b = x;
      a = z;
    }
    a.intoMemorySegment(ROWS, base + WORKING * ROW, NATIVE);
    b.intoMemorySegment(ROWS, base + (WORKING + 1) * ROW, NATIVE);
    c.intoMemorySegment(ROWS, base + (WORKING + 2) * ROW, NATIVE);
    d.intoMemorySegment(ROWS, base + (WORKING + 3) * ROW, NATIVE);
    e.intoMemorySegment(ROWS, base + (WORKING + 4) * ROW, NATIVE);
    f.intoMemorySegment(ROWS, base + (WORKING + 5) * ROW, NATIVE);
    g.intoMemorySegment(ROWS, base + (WORKING + 6) * ROW, NATIVE);
    h.intoMemorySegment(ROWS, base + (WORKING + 7) * ROW, NATIVE);
  }

  /** Rounds 56 to 63 beside the second pass; then H(i) = H(i-1) + the working variables. */
  private static void closingRounds(int slot, int stateRow) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    long state = base + (stateRow & (SLOT_ROWS - STATE_WORDS)) * ROW;
    IntVector a = fromMemorySegment(SPECIES, ROWS, base + WORKING * ROW, NATIVE);
    IntVector b = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 1) * ROW, NATIVE);
    IntVector c = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 2) * ROW, NATIVE);
    IntVector d = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 3) * ROW, NATIVE);
    IntVector e = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 4) * ROW, NATIVE);
    IntVector f = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 5) * ROW, NATIVE);
    IntVector g = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 6) * ROW, NATIVE);
    IntVector h = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 7) * ROW, NATIVE);
    for (int turn = 0; turn < 4; turn++) {
      // Second pass: groups of four words change places, for W(i), W(i+4), W(i+8) and W(i+12).
      if (LANES != 4) {
        long from = base + (HALFWAY + turn) * ROW;
        long to = base + (SCHEDULE + turn) * ROW;
        IntVector r0 = fromMemorySegment(SPECIES, ROWS, from, NATIVE);
        IntVector r1 = fromMemorySegment(SPECIES, ROWS, from + 4 * ROW, NATIVE);
        IntVector r2 = fromMemorySegment(SPECIES, ROWS, from + 8 * ROW, NATIVE);
        IntVector r3 = fromMemorySegment(SPECIES, ROWS, from + 12 * ROW, NATIVE);
        IntVector low01 = LOW_4.selectFrom(r0, r1);
        IntVector high01 = HIGH_4.selectFrom(r0, r1);
        IntVector low23 = LOW_4.selectFrom(r2, r3);
        IntVector high23 = HIGH_4.selectFrom(r2, r3);
        boolean half = LANES == 8;
        (half ? low01 : LOW_8.selectFrom(low01, low23)).intoMemorySegment(ROWS, to, NATIVE);
        (half ? high01 : LOW_8.selectFrom(high01, high23))
            .intoMemorySegment(ROWS, to + 4 * ROW, NATIVE);
        (half ? low23 : HIGH_8.selectFrom(low01, low23))
            .intoMemorySegment(ROWS, to + 8 * ROW, NATIVE);
        (half ? high23 : HIGH_8.selectFrom(high01, high23))
            .intoMemorySegment(ROWS, to + 12 * ROW, NATIVE);
      }
      a = TYPE.cast(a);
      b = TYPE.cast(b);
      c = TYPE.cast(c);
      d = TYPE.cast(d);
      e = TYPE.cast(e);
      f = TYPE.cast(f);
      g = TYPE.cast(g);
      h = TYPE.cast(h);
      long row = base + W + (56 + 2 * turn) * ROW;
      IntVector wk0 =
          fromMemorySegment(SPECIES, ROWS, row, NATIVE)
              .add(fromMemorySegment(SPECIES, K, (56 + 2 * turn) * ROW, NATIVE));
      IntVector wk1 =
          fromMemorySegment(SPECIES, ROWS, row + ROW, NATIVE)
              .add(fromMemorySegment(SPECIES, K, (57 + 2 * turn) * ROW, NATIVE));

      // Two rounds, the second with the variables' parts moved on by one instead of the variables.
      IntVector t1 =
          h.add(wk0)
              .add(f.lanewise(XOR, g).and(e).lanewise(XOR, g))
              .add(
                  e.lanewise(ROR, 6)
                      .lanewise(XOR, e.lanewise(ROR, 11))
                      .lanewise(XOR, e.lanewise(ROR, 25)));
      IntVector x =
          a.lanewise(ROR, 2)
              .lanewise(XOR, a.lanewise(ROR, 13))
              .lanewise(XOR, a.lanewise(ROR, 22))
              .add(a.and(b).or(a.or(b).and(c)))
              .add(t1);
      IntVector y = d.add(t1);
      IntVector t2 =
          g.add(wk1)
              .add(e.lanewise(XOR, f).and(y).lanewise(XOR, f))
              .add(
                  y.lanewise(ROR, 6)
                      .lanewise(XOR, y.lanewise(ROR, 11))
                      .lanewise(XOR, y.lanewise(ROR, 25)));
      IntVector z =
          x.lanewise(ROR, 2)
              .lanewise(XOR, x.lanewise(ROR, 13))
              .lanewise(XOR, x.lanewise(ROR, 22))
              .add(x.and(a).or(x.or(a).and(b)))
              .add(t2);
      h = f;
      g = e;
      f = y;
      e = c.add(t2);
      d = b;
      c = a;
      b = x;
      a = z;
    }
    a.add(fromMemorySegment(SPECIES, ROWS, state, NATIVE)).intoMemorySegment(ROWS, state, NATIVE);
    b.add(fromMemorySegment(SPECIES, ROWS, state + ROW, NATIVE))
        .intoMemorySegment(ROWS, state + ROW, NATIVE);
    c.add(fromMemorySegment(SPECIES, ROWS, state + 2 * ROW, NATIVE))
        .intoMemorySegment(ROWS, state + 2 * ROW, NATIVE);
    d.add(fromMemorySegment(SPECIES, ROWS, state + 3 * ROW, NATIVE))
        .intoMemorySegment(ROWS, state + 3 * ROW, NATIVE);
    e.add(fromMemorySegment(SPECIES, ROWS, state + 4 * ROW, NATIVE))
        .intoMemorySegment(ROWS, state + 4 * ROW, NATIVE);
    f.add(fromMemorySegment(SPECIES, ROWS, state + 5 * ROW, NATIVE))
        .intoMemorySegment(ROWS, state + 5 * ROW, NATIVE);
    g.add(fromMemorySegment(SPECIES, ROWS, state + 6 * ROW, NATIVE))
        .intoMemorySegment(ROWS, state + 6 * ROW, NATIVE);
    h.add(fromMemorySegment(SPECIES, ROWS, state + 7 * ROW, NATIVE))
        .intoMemorySegment(ROWS, state + 7 * ROW, NATIVE);
  }

  @Override
  public void layOutDigests(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    // Rows of a state that nobody reads, or the digests themselves if a row is half of one.
    long halves = base + (LANES == 4 ? DIGESTS : SPARE) * ROW;
    for (int half = 0; half < 2; half++) {
      long from = base + STATE * ROW + (half & 1) * (4 * ROW);
      IntVector r0 = fromMemorySegment(SPECIES, ROWS, from, NATIVE).lanewise(REVERSE_BYTES);
      IntVector r1 = fromMemorySegment(SPECIES, ROWS, from + ROW, NATIVE).lanewise(REVERSE_BYTES);
      IntVector r2 =
          fromMemorySegment(SPECIES, ROWS, from + 2 * ROW, NATIVE).lanewise(REVERSE_BYTES);
      IntVector r3 =
          fromMemorySegment(SPECIES, ROWS, from + 3 * ROW, NATIVE).lanewise(REVERSE_BYTES);
      IntVector even01 = LOW_1.selectFrom(r0, r1);
      IntVector odd01 = HIGH_1.selectFrom(r0, r1);
      IntVector even23 = LOW_1.selectFrom(r2, r3);
      IntVector odd23 = HIGH_1.selectFrom(r2, r3);
      // Four words of lanes i, i + 4, i + 8 and i + 12 into every other row.
      long to = halves + (half & 1) * ROW;
      LOW_2.selectFrom(even01, even23).intoMemorySegment(ROWS, to, NATIVE);
      LOW_2.selectFrom(odd01, odd23).intoMemorySegment(ROWS, to + 2 * ROW, NATIVE);
      HIGH_2.selectFrom(even01, even23).intoMemorySegment(ROWS, to + 4 * ROW, NATIVE);
      HIGH_2.selectFrom(odd01, odd23).intoMemorySegment(ROWS, to + 6 * ROW, NATIVE);
    }
    if (LANES != 4) {
      for (int pair = 0; pair < 2; pair++) {
        // Whole digests of lanes i and i + 8, then of lanes i and i + 1.
        long from = halves + (pair & 1) * (4 * ROW);
        IntVector first = fromMemorySegment(SPECIES, ROWS, from, NATIVE);
        IntVector second = fromMemorySegment(SPECIES, ROWS, from + ROW, NATIVE);
        IntVector nextFirst = fromMemorySegment(SPECIES, ROWS, from + 2 * ROW, NATIVE);
        IntVector nextSecond = fromMemorySegment(SPECIES, ROWS, from + 3 * ROW, NATIVE);
        IntVector low = LOW_4.selectFrom(first, second);
        IntVector high = HIGH_4.selectFrom(first, second);
        IntVector nextLow = LOW_4.selectFrom(nextFirst, nextSecond);
        IntVector nextHigh = HIGH_4.selectFrom(nextFirst, nextSecond);
        boolean eight = LANES == 8;
        // A row has one digest of eight lanes' or two of sixteen lanes'.
        long to = base + DIGESTS * ROW + (pair & 1) * (eight ? 2 * ROW : ROW);
        (eight ? low : LOW_8.selectFrom(low, nextLow)).intoMemorySegment(ROWS, to, NATIVE);
        (eight ? nextLow : HIGH_8.selectFrom(low, nextLow))
            .intoMemorySegment(ROWS, to + (eight ? ROW : 4 * ROW), NATIVE);
        (eight ? high : LOW_8.selectFrom(high, nextHigh))
            .intoMemorySegment(ROWS, to + (eight ? 4 * ROW : 2 * ROW), NATIVE);
        (eight ? nextHigh : HIGH_8.selectFrom(high, nextHigh))
            .intoMemorySegment(ROWS, to + (eight ? 5 * ROW : 6 * ROW), NATIVE);
      }
    }
  }
}
