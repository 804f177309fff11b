package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.VectorModule;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * The lane engine of this JVM, tested with a known answer, or the reason why there is none. Imports
 * no vector class.
 */
final class LanePowers {

  private static final int LEAST_VECTOR_BITS = 256;

  private final @Nullable PowerEngine engine;
  private final @Nullable String refusal;

  private LanePowers(@Nullable PowerEngine engine, @Nullable String refusal) {
    this.engine = engine;
    this.refusal = refusal;
  }

  /** Finds it and tests it, in a fraction of a second. */
  static LanePowers find() {
    if (!VectorModule.isPresent()) {
      return refused(VectorModule.absence());
    }
    if (!fusedMultiplyAdd()) {
      return refused("this JVM has no instruction for a fused multiply-add of doubles");
    }
    try {
      int widest = VectorPower.widestBits();
      if (widest < LEAST_VECTOR_BITS) {
        return refused(
            "vectors must have at least "
                + LEAST_VECTOR_BITS
                + " bits, the widest that this JVM uses have "
                + widest);
      }
      PowerEngine engine = new VectorPower(widest);
      return passes(engine)
          ? new LanePowers(engine, null)
          : refused("self-test failed: a power came out wrong");
    } catch (RuntimeException | LinkageError e) {
      return refused("cannot be loaded: " + e);
    }
  }

  private static LanePowers refused(String reason) {
    return new LanePowers(null, reason);
  }

  /**
   * Without the instruction the JDK computes each fma with {@code BigDecimal}: right, and a
   * thousand times slower. A JVM that does not tell is taken to have it.
   */
  private static boolean fusedMultiplyAdd() {
    try {
      Object option =
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=HotSpotDiagnostic"),
                  "getVMOption",
                  new Object[] {"UseFMA"},
                  new String[] {String.class.getName()});
      return !(option instanceof CompositeData data) || !"false".equals(data.get("value"));
    } catch (JMException | RuntimeException e) {
      return true;
    }
  }

  /** 3^(2^20 − 3) modulo 2^1023 + 1155, an odd number of full length, in every lane. */
  private static boolean passes(PowerEngine engine) {
    long[] modulus = new long[16];
    modulus[0] = 1155;
    modulus[15] = 1L << 63;
    long[] base = new long[16];
    base[0] = 3;
    long exponent = (1L << 20) - 3;
    OddModulus odd = new OddModulus(modulus);
    Exponentiation[] batch = new Exponentiation[engine.lanes()];
    Arrays.setAll(
        batch, i -> new Exponentiation(odd, base, new long[] {exponent}, 20, new long[16]));
    try (PowerEngine.Session session = engine.open()) {
      session.power(batch, batch.length);
    }
    BigInteger expected =
        BigInteger.valueOf(3)
            .modPow(
                BigInteger.valueOf(exponent),
                BigInteger.ONE.shiftLeft(1023).add(BigInteger.valueOf(1155)));
    for (Exponentiation power : batch) {
      for (int i = 0; i < 16; i++) {
        if (power.result()[i] != expected.shiftRight(i * Long.SIZE).longValue()) {
          return false;
        }
      }
    }
    return true;
  }

  /** The engine, in the widest vectors that the hardware has. */
  Optional<PowerEngine> engine() {
    return Optional.ofNullable(engine);
  }

  /** Why there is none. */
  Optional<String> refusal() {
    return Optional.ofNullable(refusal);
  }
}
