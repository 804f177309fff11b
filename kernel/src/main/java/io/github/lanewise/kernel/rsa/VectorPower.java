package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.internal.HiddenClass;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/** One exponentiation to a lane of a vector of doubles, of 256 or 512 bits. */
final class VectorPower implements PowerEngine {

  /** The shortest and the longest moduli that are worth a kernel, in bits. */
  private static final int LEAST_BITS = 512;

  private static final int MOST_BITS = 4096;

  private final VectorSpecies<Double> species;
  private final Map<Integer, List<Bank>> banks = new HashMap<>();

  VectorPower(int vectorBits) {
    this.species = VectorSpecies.of(double.class, VectorShape.forBitSize(vectorBits));
  }

  /** The widest vector that the hardware has, in bits. A wider one would be emulated in Java. */
  static int widestBits() {
    return DoubleVector.SPECIES_PREFERRED.vectorBitSize();
  }

  /** A kernel class and the memory that is its constant. */
  private record Bank(VectorPowerLayout layout, LanePowerKernel kernel) {}

  /** A slot of a bank. */
  private record Place(VectorPowerLayout layout, LanePowerKernel kernel, int slot) {}

  @Override
  public String name() {
    return "lanes-" + lanes();
  }

  @Override
  public int lanes() {
    return species.length();
  }

  @Override
  public boolean serves(int modulusBits) {
    return modulusBits >= LEAST_BITS && modulusBits <= MOST_BITS;
  }

  @Override
  public Session open() {
    return new VectorSession();
  }

  private Place take(LimbFormat format) {
    synchronized (banks) {
      List<Bank> ofFormat = banks.computeIfAbsent(format.limbs(), limbs -> new ArrayList<>());
      for (Bank bank : ofFormat) {
        int slot = bank.layout.take();
        if (slot >= 0) {
          return new Place(bank.layout, bank.kernel, slot);
        }
      }
      VectorPowerLayout layout = new VectorPowerLayout(species, format);
      Bank bank = new Bank(layout, defineKernel(layout));
      ofFormat.add(bank);
      return new Place(layout, bank.kernel, layout.take());
    }
  }

  static LanePowerKernel defineKernel(VectorPowerLayout layout) {
    return define(VectorPowerKernel.class, layout, LanePowerKernel.class);
  }

  /** Defines a class anew, as a hidden one with constants of its own, and makes an instance. */
  static <T> T define(Class<? extends T> model, Object classData, Class<T> type) {
    return HiddenClass.define(MethodHandles.lookup(), model, classData, type);
  }

  private final class VectorSession implements Session {

    // By the number of blocks of a format.
    private final @Nullable VectorPowerUnit[] units =
        new VectorPowerUnit[LimbFormat.forModulusOf(MOST_BITS).limbs() / LimbFormat.BLOCK + 1];
    private boolean closed;

    @Override
    public void power(Exponentiation[] batch, int count) {
      if (closed) {
        throw new IllegalStateException("the session is closed");
      }
      if (count < 1 || count > lanes()) {
        throw new IllegalArgumentException("count must be from 1 to " + lanes() + ", was " + count);
      }
      int bits = 0;
      for (int i = 0; i < count; i++) {
        bits = Math.max(bits, batch[i].modulus().bits());
      }
      if (!serves(bits)) {
        throw new IllegalArgumentException(
            "a modulus must have " + LEAST_BITS + " to " + MOST_BITS + " bits, had " + bits);
      }
      unit(bits).power(batch, count);
    }

    private VectorPowerUnit unit(int bits) {
      LimbFormat format = LimbFormat.forModulusOf(bits);
      int index = format.limbs() / LimbFormat.BLOCK;
      VectorPowerUnit unit = units[index];
      if (unit == null) {
        Place place = take(format);
        unit = new VectorPowerUnit(place.layout, place.kernel, place.slot);
        units[index] = unit;
      }
      return unit;
    }

    @Override
    public void close() {
      closed = true;
      for (int i = 0; i < units.length; i++) {
        VectorPowerUnit unit = units[i];
        units[i] = null;
        if (unit != null) {
          unit.close();
        }
      }
    }
  }
}
