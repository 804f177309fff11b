package io.github.lanewise.kernel.rsa;

import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.ENTRIES;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.ONE;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.OPERAND;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.SQUARE;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.TABLE;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.WINDOW_BITS;
import static io.github.lanewise.kernel.rsa.VectorHorizontalLayout.X;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Exponentiation by a fixed window: as many squarings, multiplications and reads of the table for
 * each exponent of a length, whatever its bits.
 */
final class VectorHorizontalSession implements PowerEngine.Session {

  // Both primes of some keys. Deriving a modulus anew takes about as long as an exponentiation.
  private static final int MODULI = 8;

  private final HorizontalKernel kernel;
  private final VectorHorizontalLayout layout;
  private final int slot;
  private final MemorySegment memory;
  private final Runnable release;
  private final @Nullable VectorHorizontalModulus[] moduli =
      new @Nullable VectorHorizontalModulus[MODULI];
  private int oldest;
  private boolean closed;

  VectorHorizontalSession(
      HorizontalKernel kernel, VectorHorizontalLayout layout, int slot, Runnable release) {
    this.kernel = kernel;
    this.layout = layout;
    this.slot = slot;
    this.memory = layout.slot(slot);
    this.release = release;
  }

  @Override
  public void power(Exponentiation[] batch, int count) {
    if (closed) {
      throw new IllegalStateException("this session is closed");
    }
    if (count != 1) {
      throw new IllegalArgumentException("count must be 1, was " + count);
    }
    Exponentiation task = batch[0];
    VectorHorizontalModulus modulus = derived(task.modulus());
    VectorHorizontalLayout.prepare(memory, modulus);
    try {
      modulus.radix.cut(task.base(), memory, OPERAND);
      power(modulus.radix.limbs(), task.exponent(), task.exponentBits());
      modulus.radix.join(memory, X, task.modulus().words(), task.result());
    } finally {
      memory.fill((byte) 0);
    }
  }

  private void power(int limbs, long[] exponent, int bits) {
    // To Montgomery's form: the powers from 0 on become R, base·R, base²·R, …
    kernel.multiply(slot, limbs, SQUARE, ONE);
    store(limbs, 0);
    kernel.multiply(slot, limbs, SQUARE, OPERAND);
    store(limbs, 1);
    kernel.select(slot, limbs, 1);
    for (int entry = 2; entry < ENTRIES; entry++) {
      kernel.multiply(slot, limbs, X, OPERAND);
      store(limbs, entry);
    }

    int windows = Math.ceilDiv(bits, WINDOW_BITS);
    kernel.select(slot, limbs, windows == 0 ? 0 : window(exponent, bits, windows - 1));
    // The first entry is R, which leaves the operand as it is.
    kernel.multiply(slot, limbs, TABLE, OPERAND);
    for (int i = windows - 2; i >= 0; i--) {
      for (int bit = 0; bit < WINDOW_BITS; bit++) {
        kernel.square(slot, limbs);
      }
      kernel.select(slot, limbs, window(exponent, bits, i));
      kernel.multiply(slot, limbs, X, OPERAND);
    }
    kernel.multiply(slot, limbs, X, ONE);
  }

  private void store(int limbs, int entry) {
    long bytes = layout.entryBytes(limbs);
    MemorySegment.copy(memory, X, memory, TABLE + entry * bytes, bytes);
  }

  private static long window(long[] exponent, int bits, int window) {
    int bit = window * WINDOW_BITS;
    int word = bit >>> 6;
    int shift = bit & 63;
    long value = exponent[word] >>> shift;
    if (shift > 64 - WINDOW_BITS && word + 1 < exponent.length) {
      value |= exponent[word + 1] << (64 - shift);
    }
    return value & ((1L << Math.min(WINDOW_BITS, bits - bit)) - 1);
  }

  private VectorHorizontalModulus derived(OddModulus modulus) {
    for (VectorHorizontalModulus known : moduli) {
      if (known != null && known.modulus == modulus) {
        return known;
      }
    }
    VectorHorizontalModulus replaced = moduli[oldest];
    if (replaced != null) {
      replaced.clear();
    }
    VectorHorizontalModulus added = new VectorHorizontalModulus(modulus);
    moduli[oldest] = added;
    oldest = (oldest + 1) % MODULI;
    return added;
  }

  /** Whether no value is left in the working memory. For tests. */
  boolean isClear() {
    return memory.mismatch(MemorySegment.ofArray(new byte[(int) memory.byteSize()])) < 0;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      for (VectorHorizontalModulus known : moduli) {
        if (known != null) {
          known.clear();
        }
      }
      memory.fill((byte) 0);
      release.run();
    }
  }
}
