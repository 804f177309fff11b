package io.github.lanewise.kernel.rsa;

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

  private static final int WINDOW_BITS = 4;

  private final VectorPowerLayout layout;
  private final LanePowerKernel kernel;
  private final int slot;
  private final MemorySegment memory;
  private final long[] limbs;

  // OddModulus has no equals of its own, so this goes by identity; what nobody else holds goes.
  private final Map<OddModulus, LaneModulus> moduli = new WeakHashMap<>();

  VectorPowerUnit(VectorPowerLayout layout, LanePowerKernel kernel, int slot) {
    this.layout = layout;
    this.kernel = kernel;
    this.slot = slot;
    this.memory = layout.memoryOf(slot);
    this.limbs = new long[layout.limbs];
  }

  void power(Exponentiation[] batch, int count) {
    try {
      int bits = enter(batch, count);
      kernel.load(slot);
      kernel.store(slot, 0);
      toMontgomeryForm(batch, count);
      raise(batch, count, bits);
      // Times 1, without its Montgomery form, takes the accumulator out of it.
      for (int lane = 0; lane < layout.lanes; lane++) {
        layout.putSmall(slot, layout.operand, lane, 1);
      }
      kernel.multiply(slot);
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
    for (int lane = 0; lane < layout.lanes; lane++) {
      Exponentiation one = batch[lane < count ? lane : 0];
      bits = Math.max(bits, one.exponentBits());
      LaneModulus modulus = moduli.get(one.modulus());
      if (modulus == null) {
        modulus = new LaneModulus(one.modulus(), layout.format);
        moduli.put(one.modulus(), modulus);
      }
      layout.put(slot, layout.modulus, lane, modulus.modulus());
      layout.put(slot, layout.negatedInverse, lane, modulus.negatedInverse());
      layout.put(slot, layout.radixSquared, lane, modulus.radixSquared());
      layout.put(slot, layout.operand, lane, modulus.one());
    }
    return bits;
  }

  /** Makes the table: entry i is base^i in Montgomery form. */
  private void toMontgomeryForm(Exponentiation[] batch, int count) {
    for (int lane = 0; lane < layout.lanes; lane++) {
      layout.format.split(batch[lane < count ? lane : 0].base(), limbs);
      layout.put(slot, layout.operand, lane, limbs);
    }
    kernel.load(slot);
    layout.copy(slot, layout.radixSquared, layout.operand);
    kernel.multiply(slot);
    kernel.store(slot, 1);
    layout.copy(slot, layout.accumulator, layout.operand);
    for (int entry = 2; entry < VectorPowerLayout.ENTRIES; entry++) {
      kernel.multiply(slot);
      kernel.store(slot, entry);
    }
  }

  private void raise(Exponentiation[] batch, int count, int bits) {
    int windows = Math.max(1, (bits + WINDOW_BITS - 1) / WINDOW_BITS);
    for (int window = windows - 1; window >= 0; window--) {
      for (int lane = 0; lane < layout.lanes; lane++) {
        layout.putDigit(slot, lane, digit(batch[lane < count ? lane : 0], window));
      }
      kernel.select(slot);
      if (window == windows - 1) {
        kernel.load(slot);
      } else {
        kernel.square(slot, WINDOW_BITS);
        kernel.multiply(slot);
      }
    }
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
    layout.take(slot, layout.accumulator, lane, limbs);
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
    memory.fill((byte) 0);
    layout.giveBack(slot);
  }
}
