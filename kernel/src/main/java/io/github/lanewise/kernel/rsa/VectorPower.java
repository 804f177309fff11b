package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.internal.HiddenClass;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** One exponentiation to a lane of a vector of doubles, of 256 or 512 bits. */
final class VectorPower implements PowerEngine {

  /** The shortest and the longest moduli that are worth a kernel, in bits. */
  private static final int LEAST_BITS = 512;

  static final int MOST_BITS = 4096;

  private final VectorSpecies<Double> species;
  private final boolean byAddress;
  private final List<Bank> banks = new ArrayList<>();

  VectorPower(int vectorBits) {
    this(vectorBits, AddressedMemory.isNativeAccessGranted());
  }

  /**
   * @param byAddress how the kernels address their memory, see {@link AddressedMemory}
   */
  VectorPower(int vectorBits, boolean byAddress) {
    this.species = VectorSpecies.of(double.class, VectorShape.forBitSize(vectorBits));
    this.byAddress = byAddress;
  }

  /** The widest vector that the hardware has, in bits. A wider one would be emulated in Java. */
  static int widestBits() {
    return DoubleVector.SPECIES_PREFERRED.vectorBitSize();
  }

  /** A kernel class and the memory that is its constant. */
  private record Bank(VectorPowerMemory slots, LanePowerKernel kernel) {}

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
    return take();
  }

  private VectorSession take() {
    synchronized (banks) {
      for (Bank bank : banks) {
        int slot = bank.slots.take();
        if (slot >= 0) {
          return new VectorSession(bank, slot);
        }
      }
      VectorPowerMemory slots = new VectorPowerMemory(species, MOST_BITS, byAddress);
      Bank bank = new Bank(slots, defineKernel(slots));
      banks.add(bank);
      return new VectorSession(bank, slots.take());
    }
  }

  static LanePowerKernel defineKernel(VectorPowerMemory slots) {
    return HiddenClass.define(
        MethodHandles.lookup(), VectorPowerKernel.class, slots, LanePowerKernel.class);
  }

  private final class VectorSession implements Session {

    // One for each limb format that has been met.
    private final List<VectorPowerUnit> units = new ArrayList<>();
    private final Bank bank;
    private final int slot;
    private boolean closed;

    VectorSession(Bank bank, int slot) {
      this.bank = bank;
      this.slot = slot;
    }

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
      for (int i = 0; i < units.size(); i++) { // an iterator would be an object
        if (units.get(i).isForModulusOf(bits)) {
          return units.get(i);
        }
      }
      VectorPowerUnit unit =
          new VectorPowerUnit(LimbFormat.forModulusOf(bits), bank.slots, bank.kernel, slot);
      units.add(unit);
      return unit;
    }

    @Override
    public void close() {
      if (closed) {
        return;
      }
      closed = true;
      units.forEach(VectorPowerUnit::close);
      units.clear();
      bank.slots.giveBack(slot);
    }
  }
}
