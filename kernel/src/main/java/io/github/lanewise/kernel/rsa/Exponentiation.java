package io.github.lanewise.kernel.rsa;

/**
 * base^exponent modulo an odd modulus: the unit of work of a {@link PowerEngine}. All numbers are
 * little-endian words of 64 bits. The exponent's leading zeros up to {@link #exponentBits()} are
 * worked through like any other bit, so that time tells only that public length.
 */
final class Exponentiation {

  private final OddModulus modulus;
  private final long[] base;
  private final long[] exponent;
  private final int exponentBits;
  private final long[] result;

  /**
   * @param base below the modulus, as many words as it has
   * @param exponent at least as many words as exponentBits need
   * @param result as many words as the modulus has; may be the base's array
   */
  Exponentiation(
      OddModulus modulus, long[] base, long[] exponent, int exponentBits, long[] result) {
    this.modulus = modulus;
    this.base = base;
    this.exponent = exponent;
    this.exponentBits = exponentBits;
    this.result = result;
  }

  OddModulus modulus() {
    return modulus;
  }

  long[] base() {
    return base;
  }

  long[] exponent() {
    return exponent;
  }

  int exponentBits() {
    return exponentBits;
  }

  /** Where the engine writes the power, fully reduced. */
  long[] result() {
    return result;
  }
}
