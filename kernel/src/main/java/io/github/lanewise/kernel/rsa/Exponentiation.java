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
  private final long publicExponent;

  /**
   * @param base below the modulus, as many words as it has
   * @param exponent at least as many words as exponentBits need
   * @param result as many words as the modulus has; may be the base's array
   */
  Exponentiation(
      OddModulus modulus, long[] base, long[] exponent, int exponentBits, long[] result) {
    this(modulus, base, exponent, exponentBits, result, 0);
  }

  private Exponentiation(
      OddModulus modulus,
      long[] base,
      long[] exponent,
      int exponentBits,
      long[] result,
      long publicExponent) {
    this.modulus = modulus;
    this.base = base;
    this.exponent = exponent;
    this.exponentBits = exponentBits;
    this.result = result;
    this.publicExponent = publicExponent;
  }

  /**
   * One whose exponent is no secret, so that an engine may branch on it.
   *
   * @param exponent more than 0
   */
  static Exponentiation ofPublic(OddModulus modulus, long[] base, long exponent, long[] result) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(exponent);
    return new Exponentiation(modulus, base, new long[] {exponent}, bits, result, exponent);
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

  /** The exponent if it is public, else 0. */
  long publicExponent() {
    return publicExponent;
  }

  int exponentBits() {
    return exponentBits;
  }

  /** Where the engine writes the power, fully reduced. */
  long[] result() {
    return result;
  }
}
