package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.function.BooleanSupplier;

/**
 * Signing with faults and observers between its steps. In the kernel's package, because the steps
 * are chosen in a constructor that nobody else should see.
 */
public final class TestCrt {

  private TestCrt() {}

  /** Runs something at the beginning of every half. */
  public static RsaCrt observed(RsaKey key, Runnable onHalf) {
    return new RsaCrt(
        key,
        new SecureRandom(),
        (base, exponent, modulus) -> {
          onHalf.run();
          return base.modPow(exponent, modulus);
        },
        Recombination.GARNER);
  }

  /** Half p has a wrong bit while the supplier says so. */
  public static RsaCrt faultyHalfP(RsaKey key, BooleanSupplier faulty) {
    return faultyHalf(key, key.values().p(), faulty);
  }

  /** Half q has a wrong bit while the supplier says so. */
  public static RsaCrt faultyHalfQ(RsaKey key, BooleanSupplier faulty) {
    return faultyHalf(key, key.values().q(), faulty);
  }

  /** The recombined value has a wrong bit while the supplier says so. */
  public static RsaCrt faultyRecombination(RsaKey key, BooleanSupplier faulty) {
    return new RsaCrt(
        key,
        new SecureRandom(),
        ModularPower.JDK,
        (values, sP, sQ) ->
            wrongIf(faulty.getAsBoolean(), Recombination.GARNER.recombine(values, sP, sQ)));
  }

  private static RsaCrt faultyHalf(RsaKey key, BigInteger prime, BooleanSupplier faulty) {
    return new RsaCrt(
        key,
        new SecureRandom(),
        (base, exponent, modulus) ->
            wrongIf(modulus.equals(prime) && faulty.getAsBoolean(), base.modPow(exponent, modulus)),
        Recombination.GARNER);
  }

  private static BigInteger wrongIf(boolean faulty, BigInteger right) {
    return faulty ? right.flipBit(3) : right;
  }
}
