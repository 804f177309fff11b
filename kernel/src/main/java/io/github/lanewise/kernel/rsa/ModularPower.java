package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;

/** A way to raise to a secret power: the step of a signature that takes nearly all of its time. */
@FunctionalInterface
interface ModularPower {

  /** The JDK's sliding window over Montgomery products; not constant time. */
  ModularPower JDK = BigInteger::modPow;

  /**
   * base^exponent mod modulus.
   *
   * @param base from 0 to below the modulus
   * @param exponent positive; longer than the modulus, since it is blinded
   * @param modulus an odd prime
   */
  BigInteger power(BigInteger base, BigInteger exponent, BigInteger modulus);
}
