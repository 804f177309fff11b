package io.github.lanewise.kernel.rsa;

import static io.github.lanewise.kernel.rsa.VectorPowerLayout.ENTRIES;
import static io.github.lanewise.kernel.rsa.VectorPowerLayout.WINDOW_BITS;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Exponentiation by fixed windows of 4 bits in one slot, for moduli of one limb format. Confined to
 * one thread at a time.
 *
 * <p>All lanes work through the longest exponent of a batch. Digits only choose among entries that
 * are all read.
 */
final class VectorPowerUnit {

  private final VectorPowerLayout layout;
  private final LanePowerKernel kernel;
  private final int slot;
  private final MemorySegment memory;
  private final int lanes;
  private final long[] limbs;

  // OddModulus has no equals of its own, so this goes by identity; what nobody else holds goes.
  private final Map<OddModulus, LaneModulus> moduli = new WeakHashMap<>();

  /**
   * @param slot of the kernel's memory; whoever has it keeps it
   */
  VectorPowerUnit(LimbFormat format, VectorPowerMemory slots, LanePowerKernel kernel, int slot) {
    this.layout = new VectorPowerLayout(format, slots.rowBytes);
    this.kernel = kernel;
    this.slot = slot;
    this.memory = slots.slot(slot).asSlice(0, layout.bytes);
    this.lanes = slots.lanes;
    this.limbs = new long[layout.limbs];
  }

  boolean isForModulusOf(int bits) {
    return layout.format.isForModulusOf(bits);
  }

  void power(Exponentiation[] batch, int count) {
    try {
      int bits = enter(batch, count);
      toMontgomeryForm(batch, count);
      long exponent = sharedPublicExponent(batch, count);
      if (exponent > 1) {
        raisePublic(exponent);
      } else {
        fillTable();
        raise(batch, count, bits);
      }
      // Times a number without its Montgomery form, which takes the accumulator out of it.
      kernel.multiply(slot, layout);
      for (int i = 0; i < count; i++) {
        leave(batch[i], i);
      }
    } finally {
      memory.fill((byte) 0);
      Arrays.fill(limbs, 0);
    }
  }

  /** Lays the moduli in their lanes, and 1 in the operand. Lanes without work copy the first. */
  private int enter(Exponentiation[] batch, int count) {
    int bits = 0;
    for (int lane = 0; lane < lanes; lane++) {
      Exponentiation one = batch[lane < count ? lane : 0];
      bits = Math.max(bits, one.exponentBits());
      LaneModulus modulus = moduli.get(one.modulus());
      if (modulus == null) {
        modulus = new LaneModulus(one.modulus(), layout.format);
        moduli.put(one.modulus(), modulus);
      }
      layout.put(memory, layout.modulus, lane, modulus.modulus());
      layout.put(memory, layout.negatedInverse, lane, modulus.negatedInverse());
      layout.put(memory, layout.radixSquared, lane, modulus.radixSquared());
      layout.put(memory, layout.operand, lane, modulus.one());
    }
    return bits;
  }

  /** The public exponent of all that are computed, or 0. */
  private static long sharedPublicExponent(Exponentiation[] batch, int count) {
    long exponent = batch[0].publicExponent();
    for (int i = 1; i < count; i++) {
      exponent = batch[i].publicExponent() == exponent ? exponent : 0;
    }
    return exponent;
  }

  /**
   * By squaring and multiplying; only here a branch depends on an exponent. Leaves in the operand
   * what the last product is with: the plain base for an odd exponent.
   */
  private void raisePublic(long exponent) {
    int top = Long.SIZE - 1 - Long.numberOfLeadingZeros(exponent);
    layout.copy(memory, layout.entry(1), layout.operand);
    for (int bit = top - 1; bit > 0; bit--) {
      kernel.square(slot, layout, 1);
      if ((exponent >>> bit & 1) == 1) {
        kernel.multiply(slot, layout);
      }
    }
    kernel.square(slot, layout, 1);
    if ((exponent & 1) == 1) {
      layout.copy(memory, layout.plainBase, layout.operand);
    } else {
      putOne();
    }
  }

  private void putOne() {
    for (int lane = 0; lane < lanes; lane++) {
      layout.putSmall(memory, layout.operand, lane, 1);
    }
  }

  /** Puts 1, the base and the base's Montgomery form where they are looked for. */
  private void toMontgomeryForm(Exponentiation[] batch, int count) {
    layout.copy(memory, layout.operand, layout.entry(0));
    for (int lane = 0; lane < lanes; lane++) {
      layout.format.split(batch[lane < count ? lane : 0].base(), limbs);
      layout.put(memory, layout.plainBase, lane, limbs);
    }
    layout.copy(memory, layout.plainBase, layout.accumulator);
    layout.copy(memory, layout.radixSquared, layout.operand);
    kernel.multiply(slot, layout);
    layout.copy(memory, layout.accumulator, layout.entry(1));
  }

  /** Entry i becomes base^i in Montgomery form. */
  private void fillTable() {
    layout.copy(memory, layout.accumulator, layout.operand);
    for (int entry = 2; entry < ENTRIES; entry++) {
      kernel.multiply(slot, layout);
      layout.copy(memory, layout.accumulator, layout.entry(entry));
    }
  }

  private void raise(Exponentiation[] batch, int count, int bits) {
    int windows = Math.max(1, (bits + WINDOW_BITS - 1) / WINDOW_BITS);
    for (int window = windows - 1; window >= 0; window--) {
      for (int lane = 0; lane < lanes; lane++) {
        layout.putDigit(memory, lane, digit(batch[lane < count ? lane : 0], window));
      }
      kernel.select(slot, layout);
      if (window == windows - 1) {
        layout.copy(memory, layout.operand, layout.accumulator);
      } else {
        kernel.square(slot, layout, WINDOW_BITS);
        kernel.multiply(slot, layout);
      }
    }
    putOne();
  }

  private static long digit(Exponentiation one, int window) {
    int position = window * WINDOW_BITS;
    int bits = Math.min(WINDOW_BITS, one.exponentBits() - position);
    if (bits <= 0) {
      return 0;
    }
    return (one.exponent()[position >>> 6] >>> position) & ((1L << bits) - 1);
  }

  /** The result is between −n and n; n is added if it is negative. */
  private void leave(Exponentiation one, int lane) {
    long[] result = one.result();
    long[] n = one.modulus().words();
    layout.take(memory, layout.accumulator, lane, limbs);
    long negative = layout.format.join(limbs, result);
    long carry = 0;
    for (int i = 0; i < result.length; i++) {
      long addend = n[i] & negative;
      long partial = result[i] + addend;
      long over = ((result[i] & addend) | ((result[i] | addend) & ~partial)) >>> 63;
      long sum = partial + carry;
      carry = over | ((partial & ~sum) >>> 63);
      result[i] = sum;
    }
  }

  void close() {
    moduli.values().forEach(LaneModulus::clear);
    moduli.clear();
  }
}
