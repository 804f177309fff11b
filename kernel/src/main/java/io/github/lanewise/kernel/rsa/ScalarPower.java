package io.github.lanewise.kernel.rsa;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Exponentiation in plain Java, one at a time: fixed windows of 4 bits over {@link Montgomery}
 * products. Works everywhere, for all sizes, and is what the other engines are held against.
 */
final class ScalarPower implements PowerEngine {

  private final IntFunction<WindowTable> tables;

  ScalarPower() {
    this(WindowTable::new);
  }

  /**
   * @param tables makes a table for so many limbs
   */
  ScalarPower(IntFunction<WindowTable> tables) {
    this.tables = tables;
  }

  @Override
  public String name() {
    return "scalar";
  }

  @Override
  public int lanes() {
    return 1;
  }

  @Override
  public boolean serves(int modulusBits) {
    return modulusBits <= RsaKeyRules.MAX_BITS;
  }

  @Override
  public Session open() {
    return new ScalarSession();
  }

  private final class ScalarSession implements Session {

    private final Map<Integer, Memory> memories = new HashMap<>();

    @Override
    public void power(Exponentiation[] batch, int count) {
      for (int i = 0; i < count; i++) {
        Exponentiation task = batch[i];
        int limbs = task.modulus().montgomery().limbs();
        memories.computeIfAbsent(limbs, length -> new Memory(length, tables)).power(task);
      }
    }

    @Override
    public void close() {
      memories.clear(); // each was erased after its use
    }
  }

  /** For numbers of one length. */
  private static final class Memory {

    private final WindowTable table;
    private final long[] power;
    private final long[] factor;
    private final long[] scratch;

    Memory(int limbs, IntFunction<WindowTable> tables) {
      this.table = tables.apply(limbs);
      this.power = new long[limbs];
      this.factor = new long[limbs];
      this.scratch = new long[3 * limbs];
    }

    void power(Exponentiation task) {
      Montgomery modulus = task.modulus().montgomery();
      long[] base = modulus.ofWords(task.base());
      modulus.multiply(factor, base, modulus.rSquared(), scratch);
      table.fill(modulus, factor, power, scratch);
      int position = lastWindow(task.exponentBits());
      table.select(power, digit(task.exponent(), position));
      while (position > 0) {
        position -= WindowTable.BITS;
        for (int i = 0; i < WindowTable.BITS; i++) {
          modulus.square(power, power, scratch);
        }
        table.select(factor, digit(task.exponent(), position));
        modulus.multiply(power, power, factor, scratch);
      }
      // A product with 1 leaves the Montgomery form: below 2m·1/R + m, so that one subtraction is
      // enough.
      Words.erase(factor);
      factor[0] = 1;
      modulus.multiply(power, power, factor, scratch);
      modulus.toWords(power, task.result());
      Words.erase(base);
      erase();
    }

    private static int lastWindow(int bits) {
      return (bits - 1) / WindowTable.BITS * WindowTable.BITS;
    }

    /** Windows do not cross words, since 4 divides 64. */
    private static long digit(long[] exponent, int position) {
      return (exponent[position / Long.SIZE] >>> (position % Long.SIZE))
          & ((1 << WindowTable.BITS) - 1);
    }

    private void erase() {
      table.erase();
      Words.erase(power);
      Words.erase(factor);
      Words.erase(scratch);
    }
  }
}
