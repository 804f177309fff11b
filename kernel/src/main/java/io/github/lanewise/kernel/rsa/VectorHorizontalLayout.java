package io.github.lanewise.kernel.rsa;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.VectorSpecies;

/**
 * The working memory of the horizontal kernel of one vector shape: {@link #SLOTS} slots, one per
 * open session.
 *
 * <p>A slot is a handful of areas and the table of powers. An area holds a number's limbs, or the
 * columns of a product, from {@link #PAD} on, as doubles. What lies around them stays zero: windows
 * that slide along a number begin before its first limb and end after its last one.
 */
final class VectorHorizontalLayout {

  /** The most limbs, a whole number of pairs of vectors of every shape. */
  static final int MOST_LIMBS = 48;

  /** Bits of the exponent to a multiplication. */
  static final int WINDOW_BITS = 5;

  static final int ENTRIES = 1 << WINDOW_BITS;

  /** Four vectors of 512 bits: the most that a window reaches beyond a number. */
  static final long PAD = 32 * Double.BYTES;

  // Not a multiple of 4 KiB apart, so that a load is not mistaken for one of a place just stored.
  private static final long AREA = 136 * Double.BYTES;

  /** The accumulator X. */
  static final long X = PAD;

  /** 2X, for squares. */
  static final long TWICE = X + AREA;

  /** The window operand: what a table look-up found, or the base. */
  static final long OPERAND = TWICE + AREA;

  /** n. */
  static final long MODULUS = OPERAND + AREA;

  /** −1/n mod R. */
  static final long INVERSE = MODULUS + AREA;

  /** R² mod n. */
  static final long SQUARE = INVERSE + AREA;

  /** 1. */
  static final long ONE = SQUARE + AREA;

  /** Limbs between two steps of a reduction. */
  static final long DIGITS = ONE + AREA;

  /** Columns of a product: the sums of high parts, and an area later those of low parts. */
  static final long COLUMNS = DIGITS + AREA;

  /** From high parts to low parts. */
  static final long TO_LOW = AREA;

  /** Columns of the reduction's factor, again an area for each part. */
  static final long FACTOR = COLUMNS + 2 * AREA;

  /** Empty columns, which every sum starts from: the bias in all high parts, 0 in the low ones. */
  static final long EMPTY = FACTOR + 2 * AREA;

  /** 2^−W. */
  static final long LIMB_DOWN = EMPTY + 2 * AREA;

  /** The powers, entry after entry without gaps. */
  static final long TABLE = LIMB_DOWN + 8 * Double.BYTES;

  /** A power of two, so that the start of a slot is a shift. */
  static final long SLOT_BYTES = 1 << 15;

  /** How many sessions of one shape can be open at once in a process. */
  static final int SLOTS = 64;

  private static final ValueLayout.OfDouble LIMB = ValueLayout.JAVA_DOUBLE;

  final VectorSpecies<Double> species;
  final MemorySegment slots;

  /** 0 before the middle, 1 there, 2 behind it: how often a product is in a square's column. */
  final MemorySegment multiplicity;

  VectorHorizontalLayout(VectorSpecies<Double> species) {
    this.species = species;
    // For the life of the process: hidden classes hold them as constants. What masks let through
    // ends four vectors behind the last slot.
    this.slots = Arena.global().allocate(SLOTS * SLOT_BYTES + 4 * 64, 4096);
    this.multiplicity = Arena.global().allocate(16 * Double.BYTES, 64);
    for (int i = 0; i < 16; i++) {
      multiplicity.setAtIndex(LIMB, i, Math.clamp(i - 7, 0, 2));
    }
  }

  /** Vectors to a number. Even, since no loop takes fewer than two. */
  int rows(int limbs) {
    return 2 * Math.ceilDiv(limbs, 2 * species.length());
  }

  /** From an entry of the table to the next. */
  long entryBytes(int limbs) {
    return (long) rows(limbs) * species.vectorByteSize();
  }

  /** A slot's memory. */
  MemorySegment slot(int slot) {
    return slots.asSlice(slot * SLOT_BYTES, SLOT_BYTES);
  }

  /** What a kernel expects of a slot before the first product modulo n. */
  static void prepare(MemorySegment slot, VectorHorizontalModulus modulus) {
    VectorHorizontalRadix radix = modulus.radix;
    for (long at = EMPTY - PAD; at < EMPTY - PAD + AREA; at += Double.BYTES) {
      slot.set(LIMB, at, radix.bias());
    }
    MemorySegment.copy(slot, EMPTY - PAD, slot, COLUMNS - PAD, 2 * AREA);
    MemorySegment.copy(slot, EMPTY - PAD, slot, FACTOR - PAD, 2 * AREA);
    slot.set(LIMB, LIMB_DOWN, radix.limbDown());
    slot.set(LIMB, ONE, 1);
    for (int i = 0; i < radix.limbs(); i++) {
      slot.set(LIMB, MODULUS + (long) i * Double.BYTES, modulus.n[i]);
      slot.set(LIMB, INVERSE + (long) i * Double.BYTES, modulus.negativeInverse[i]);
      slot.set(LIMB, SQUARE + (long) i * Double.BYTES, modulus.square[i]);
    }
  }
}
