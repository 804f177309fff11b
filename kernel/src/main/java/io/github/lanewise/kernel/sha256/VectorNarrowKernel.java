package io.github.lanewise.kernel.sha256;

import static io.github.lanewise.kernel.sha256.Sha256Constants.BLOCK_BYTES;
import static io.github.lanewise.kernel.sha256.VectorLayout.DIGESTS;
import static io.github.lanewise.kernel.sha256.VectorLayout.SCHEDULE;
import static io.github.lanewise.kernel.sha256.VectorLayout.SLOTS;
import static io.github.lanewise.kernel.sha256.VectorLayout.SLOT_ROWS;
import static io.github.lanewise.kernel.sha256.VectorLayout.STAGE_BLOCKS;
import static io.github.lanewise.kernel.sha256.VectorLayout.STAGE_STRIDE;
import static io.github.lanewise.kernel.sha256.VectorLayout.STATE;
import static io.github.lanewise.kernel.sha256.VectorLayout.WORKING;
import static jdk.incubator.vector.IntVector.fromMemorySegment;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.REVERSE_BYTES;
import static jdk.incubator.vector.VectorOperators.ROR;
import static jdk.incubator.vector.VectorOperators.XOR;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * SHA-256 (FIPS 180-4 §6.2.2) of 4 or 8 messages at once, for hardware whose vectors have no
 * rotation, no logic of three operands and no permutation of two vectors: SSE, AVX2.
 *
 * <p>There every round is bound by how many instructions it has, so nothing is won by putting
 * shuffles beside rounds, as {@link VectorKernel} does; what they cost there is registers. Here a
 * block is three small loops one after the other: transpose, rounds 0 to 47, rounds 48 to 63. What
 * is transposed was copied into the kernel's own memory before, some blocks of each lane at a time.
 * The copy costs a fiftieth of the rounds, and saves more: in memory that is a constant no load has
 * to be checked, and it makes all kinds of source alike.
 *
 * <p>Never used as such: {@link VectorEngine} defines a hidden class for each vector shape, as
 * {@link VectorKernel} tells, and for the reasons that are told there Σ, σ, Ch and Maj are written
 * out in place.
 */
final class VectorNarrowKernel implements LaneKernel {

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
  private static final MemorySegment STAGES = LAYOUT.stages;
  private static final MemorySegment K = LAYOUT.constants;
  private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

  // What the variables of a loop are cast to at the start of each turn, see VectorKernel.
  private static final Class<? extends IntVector> TYPE = IntVector.zero(SPECIES).getClass();

  private static final int LANES = SPECIES.length();
  private static final long ROW = (long) LANES * Integer.BYTES;
  private static final long W = SCHEDULE * ROW;

  // Offsets are masked to ranges that fit the segments, so that the compiler sees that they do.
  private static final int SLOT_MASK = SLOTS - 1;
  private static final int STAGE_MASK = STAGE_BLOCKS - 1;
  private static final long SLOT_BYTES = SLOT_ROWS * ROW;
  private static final long STAGES_BYTES = (long) LANES * STAGE_STRIDE;

  /** Four words, the part of a vector in which lanes are exchanged first. */
  private static final long QUAD = 4L * Integer.BYTES;

  private static final boolean EIGHT_LANES = LANES == 8;
  private static final VectorShuffle<Integer> SWAP_1 = VectorExchange.swap(SPECIES, 1);
  private static final VectorShuffle<Integer> SWAP_2 = VectorExchange.swap(SPECIES, 2);
  private static final VectorShuffle<Integer> SWAP_4 = VectorExchange.swap(SPECIES, 4);
  private static final VectorMask<Integer> SET_1 = VectorExchange.set(SPECIES, 1);
  private static final VectorMask<Integer> SET_2 = VectorExchange.set(SPECIES, 2);
  private static final VectorMask<Integer> SET_4 = VectorExchange.set(SPECIES, 4);

  @Override
  public void compress(
      int slot, MemorySegment[] sources, long[] offsets, int first, int blocks, int readable) {
    if (offsets[0] == LAYOUT.stageOffset(slot, 0) && sources[0].equals(STAGES)) {
      compress(slot, first, blocks);
      return;
    }
    for (int done = 0; done < blocks; done += STAGE_BLOCKS) {
      int count = Math.min(STAGE_BLOCKS, blocks - done);
      stage(slot, sources, offsets, (long) (first + done) * BLOCK_BYTES, count);
      compress(slot, 0, count);
    }
  }

  /** Compresses some blocks that are in the stages. */
  private static void compress(int slot, int first, int blocks) {
    for (int block = first; block < first + blocks; block++) {
      transpose(slot, block);
      expandingRounds(slot);
      closingRounds(slot);
    }
  }

  /** Copies the next blocks of each lane into its stage. */
  private static void stage(
      int slot, MemorySegment[] sources, long[] offsets, long position, int blocks) {
    for (int lane = 0; lane < LANES; lane++) {
      long to = LAYOUT.stageOffset(slot, lane);
      MemorySegment.copy(
          sources[lane], offsets[lane] + position, STAGES, to, (long) blocks * BLOCK_BYTES);
    }
  }

  /** Makes a block of every lane into W(0) to W(15), four words in a turn. */
  private static void transpose(int slot, int block) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    long from =
        (slot & SLOT_MASK) * STAGES_BYTES + BLOCK_BYTES + (long) (block & STAGE_MASK) * BLOCK_BYTES;
    for (int turn = 0; turn < 4; turn++) {
      long at = from + (turn & 3) * QUAD;
      IntVector r0 = fromMemorySegment(SPECIES, STAGES, at, NATIVE);
      IntVector r1 = fromMemorySegment(SPECIES, STAGES, at + STAGE_STRIDE, NATIVE);
      IntVector r2 = fromMemorySegment(SPECIES, STAGES, at + 2 * STAGE_STRIDE, NATIVE);
      IntVector r3 = fromMemorySegment(SPECIES, STAGES, at + 3 * STAGE_STRIDE, NATIVE);
      if (EIGHT_LANES) {
        // The same words of the message four lanes on, into the upper half: loaded from four words
        // before, that is where they come to lie.
        long upper = at + 4 * STAGE_STRIDE - QUAD;
        r0 = r0.blend(fromMemorySegment(SPECIES, STAGES, upper, NATIVE), SET_4);
        r1 = r1.blend(fromMemorySegment(SPECIES, STAGES, upper + STAGE_STRIDE, NATIVE), SET_4);
        r2 = r2.blend(fromMemorySegment(SPECIES, STAGES, upper + 2 * STAGE_STRIDE, NATIVE), SET_4);
        r3 = r3.blend(fromMemorySegment(SPECIES, STAGES, upper + 3 * STAGE_STRIDE, NATIVE), SET_4);
      }
      r0 = r0.lanewise(REVERSE_BYTES);
      r1 = r1.lanewise(REVERSE_BYTES);
      r2 = r2.lanewise(REVERSE_BYTES);
      r3 = r3.lanewise(REVERSE_BYTES);
      // A four by four transposition in each half, see VectorExchange.
      IntVector even01 = r0.blend(r1.rearrange(SWAP_1), SET_1);
      IntVector odd01 = r0.rearrange(SWAP_1).blend(r1, SET_1);
      IntVector even23 = r2.blend(r3.rearrange(SWAP_1), SET_1);
      IntVector odd23 = r2.rearrange(SWAP_1).blend(r3, SET_1);
      long to = base + W + (turn & 3) * (4 * ROW);
      even01.blend(even23.rearrange(SWAP_2), SET_2).intoMemorySegment(ROWS, to, NATIVE);
      odd01.blend(odd23.rearrange(SWAP_2), SET_2).intoMemorySegment(ROWS, to + ROW, NATIVE);
      even01.rearrange(SWAP_2).blend(even23, SET_2).intoMemorySegment(ROWS, to + 2 * ROW, NATIVE);
      odd01.rearrange(SWAP_2).blend(odd23, SET_2).intoMemorySegment(ROWS, to + 3 * ROW, NATIVE);
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
    IntVector bc = b.lanewise(XOR, c);
    for (int t = 0; t < 48; t++) {
      a = TYPE.cast(a);
      b = TYPE.cast(b);
      c = TYPE.cast(c);
      d = TYPE.cast(d);
      e = TYPE.cast(e);
      f = TYPE.cast(f);
      g = TYPE.cast(g);
      h = TYPE.cast(h);
      bc = TYPE.cast(bc);
      long at = (t & 63) * ROW;
      long row = base + W + at;
      IntVector w0 = fromMemorySegment(SPECIES, ROWS, row, NATIVE);
      IntVector w1 = fromMemorySegment(SPECIES, ROWS, row + ROW, NATIVE);
      IntVector w9 = fromMemorySegment(SPECIES, ROWS, row + 9 * ROW, NATIVE);
      IntVector w14 = fromMemorySegment(SPECIES, ROWS, row + 14 * ROW, NATIVE);
      IntVector k = fromMemorySegment(SPECIES, K, at, NATIVE);

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

      // T1 = h + K(t) + W(t) + Ch(e, f, g) + Σ1(e); T2 = Σ0(a) + Maj(a, b, c), where
      // Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b, and a ^ b is b ^ c of the next round
      IntVector t1 =
          h.add(w0.add(k))
              .add(f.lanewise(XOR, g).and(e).lanewise(XOR, g))
              .add(
                  e.lanewise(ROR, 6)
                      .lanewise(XOR, e.lanewise(ROR, 11))
                      .lanewise(XOR, e.lanewise(ROR, 25)));
      IntVector ab = a.lanewise(XOR, b);
      IntVector t2 =
          a.lanewise(ROR, 2)
              .lanewise(XOR, a.lanewise(ROR, 13))
              .lanewise(XOR, a.lanewise(ROR, 22))
              .add(ab.and(bc).lanewise(XOR, b));
      h = g;
      g = f;
      f = e;
      e = d.add(t1);
      d = c;
      c = b;
      b = a;
      a = t2.add(t1);
      bc = ab;
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

  /** Rounds 48 to 63, two to a turn; then H(i) = H(i-1) + the working variables. */
  private static void closingRounds(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    IntVector a = fromMemorySegment(SPECIES, ROWS, base + WORKING * ROW, NATIVE);
    IntVector b = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 1) * ROW, NATIVE);
    IntVector c = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 2) * ROW, NATIVE);
    IntVector d = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 3) * ROW, NATIVE);
    IntVector e = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 4) * ROW, NATIVE);
    IntVector f = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 5) * ROW, NATIVE);
    IntVector g = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 6) * ROW, NATIVE);
    IntVector h = fromMemorySegment(SPECIES, ROWS, base + (WORKING + 7) * ROW, NATIVE);
    IntVector bc = b.lanewise(XOR, c);
    for (int turn = 24; turn < 32; turn++) {
      a = TYPE.cast(a);
      b = TYPE.cast(b);
      c = TYPE.cast(c);
      d = TYPE.cast(d);
      e = TYPE.cast(e);
      f = TYPE.cast(f);
      g = TYPE.cast(g);
      h = TYPE.cast(h);
      bc = TYPE.cast(bc);
      long at = (turn & 31) * (2 * ROW);
      long row = base + W + at;
      IntVector wk0 =
          fromMemorySegment(SPECIES, ROWS, row, NATIVE)
              .add(fromMemorySegment(SPECIES, K, at, NATIVE));
      IntVector wk1 =
          fromMemorySegment(SPECIES, ROWS, row + ROW, NATIVE)
              .add(fromMemorySegment(SPECIES, K, at + ROW, NATIVE));

      // The second round has the variables' parts moved on by one instead of the variables.
      IntVector t1 =
          h.add(wk0)
              .add(f.lanewise(XOR, g).and(e).lanewise(XOR, g))
              .add(
                  e.lanewise(ROR, 6)
                      .lanewise(XOR, e.lanewise(ROR, 11))
                      .lanewise(XOR, e.lanewise(ROR, 25)));
      IntVector ab = a.lanewise(XOR, b);
      IntVector x =
          a.lanewise(ROR, 2)
              .lanewise(XOR, a.lanewise(ROR, 13))
              .lanewise(XOR, a.lanewise(ROR, 22))
              .add(ab.and(bc).lanewise(XOR, b))
              .add(t1);
      IntVector y = d.add(t1);
      IntVector t2 =
          g.add(wk1)
              .add(e.lanewise(XOR, f).and(y).lanewise(XOR, f))
              .add(
                  y.lanewise(ROR, 6)
                      .lanewise(XOR, y.lanewise(ROR, 11))
                      .lanewise(XOR, y.lanewise(ROR, 25)));
      IntVector xa = x.lanewise(XOR, a);
      IntVector z =
          x.lanewise(ROR, 2)
              .lanewise(XOR, x.lanewise(ROR, 13))
              .lanewise(XOR, x.lanewise(ROR, 22))
              .add(xa.and(ab).lanewise(XOR, a))
              .add(t2);
      h = f;
      g = e;
      f = y;
      e = c.add(t2);
      d = b;
      c = a;
      b = x;
      a = z;
      bc = xa;
    }
    a.add(fromMemorySegment(SPECIES, ROWS, base + STATE * ROW, NATIVE))
        .intoMemorySegment(ROWS, base + STATE * ROW, NATIVE);
    b.add(fromMemorySegment(SPECIES, ROWS, base + (STATE + 1) * ROW, NATIVE))
        .intoMemorySegment(ROWS, base + (STATE + 1) * ROW, NATIVE);
    c.add(fromMemorySegment(SPECIES, ROWS, base + (STATE + 2) * ROW, NATIVE))
        .intoMemorySegment(ROWS, base + (STATE + 2) * ROW, NATIVE);
    d.add(fromMemorySegment(SPECIES, ROWS, base + (STATE + 3) * ROW, NATIVE))
        .intoMemorySegment(ROWS, base + (STATE + 3) * ROW, NATIVE);
    e.add(fromMemorySegment(SPECIES, ROWS, base + (STATE + 4) * ROW, NATIVE))
        .intoMemorySegment(ROWS, base + (STATE + 4) * ROW, NATIVE);
    f.add(fromMemorySegment(SPECIES, ROWS, base + (STATE + 5) * ROW, NATIVE))
        .intoMemorySegment(ROWS, base + (STATE + 5) * ROW, NATIVE);
    g.add(fromMemorySegment(SPECIES, ROWS, base + (STATE + 6) * ROW, NATIVE))
        .intoMemorySegment(ROWS, base + (STATE + 6) * ROW, NATIVE);
    h.add(fromMemorySegment(SPECIES, ROWS, base + (STATE + 7) * ROW, NATIVE))
        .intoMemorySegment(ROWS, base + (STATE + 7) * ROW, NATIVE);
  }

  @Override
  public void layOutDigests(int slot) {
    long base = (slot & SLOT_MASK) * SLOT_BYTES;
    // Rows of W, that hold nothing between calls, or the digests themselves if a row is half of
    // one.
    long halves = base + (EIGHT_LANES ? SCHEDULE : DIGESTS) * ROW;
    for (int half = 0; half < 2; half++) {
      long from = base + STATE * ROW + (half & 1) * (4 * ROW);
      IntVector r0 = fromMemorySegment(SPECIES, ROWS, from, NATIVE).lanewise(REVERSE_BYTES);
      IntVector r1 = fromMemorySegment(SPECIES, ROWS, from + ROW, NATIVE).lanewise(REVERSE_BYTES);
      IntVector r2 =
          fromMemorySegment(SPECIES, ROWS, from + 2 * ROW, NATIVE).lanewise(REVERSE_BYTES);
      IntVector r3 =
          fromMemorySegment(SPECIES, ROWS, from + 3 * ROW, NATIVE).lanewise(REVERSE_BYTES);
      IntVector even01 = r0.blend(r1.rearrange(SWAP_1), SET_1);
      IntVector odd01 = r0.rearrange(SWAP_1).blend(r1, SET_1);
      IntVector even23 = r2.blend(r3.rearrange(SWAP_1), SET_1);
      IntVector odd23 = r2.rearrange(SWAP_1).blend(r3, SET_1);
      // Four words of lanes i and i + 4, or of lane i alone, into every other row.
      long to = halves + (half & 1) * ROW;
      even01.blend(even23.rearrange(SWAP_2), SET_2).intoMemorySegment(ROWS, to, NATIVE);
      odd01.blend(odd23.rearrange(SWAP_2), SET_2).intoMemorySegment(ROWS, to + 2 * ROW, NATIVE);
      even01.rearrange(SWAP_2).blend(even23, SET_2).intoMemorySegment(ROWS, to + 4 * ROW, NATIVE);
      odd01.rearrange(SWAP_2).blend(odd23, SET_2).intoMemorySegment(ROWS, to + 6 * ROW, NATIVE);
    }
    if (EIGHT_LANES) {
      for (int i = 0; i < 4; i++) {
        long from = halves + (i & 3) * (2 * ROW);
        long to = base + DIGESTS * ROW + (i & 3) * ROW;
        IntVector first = fromMemorySegment(SPECIES, ROWS, from, NATIVE);
        IntVector second = fromMemorySegment(SPECIES, ROWS, from + ROW, NATIVE);
        first.blend(second.rearrange(SWAP_4), SET_4).intoMemorySegment(ROWS, to, NATIVE);
        first.rearrange(SWAP_4).blend(second, SET_4).intoMemorySegment(ROWS, to + 4 * ROW, NATIVE);
      }
    }
  }
}
