package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;
import java.security.SecureRandom;

/** One prime of a key and the exponent that belongs to it, as words. Immutable. */
final class CrtPrime {

  // 64 bits make the exponent of each signature another one (Kocher, CRYPTO '96, §10), at 6 % more
  // squarings for a 2,048-bit key.
  private static final int EXPONENT_BLINDING_BITS = 64;

  private final OddModulus modulus;
  private final long[] minusOne;
  private final long[] exponent;

  CrtPrime(BigInteger prime, BigInteger exponent) {
    this.modulus = new OddModulus(Words.of(prime));
    this.minusOne = modulus.words().clone();
    minusOne[0] &= ~1; // a prime is odd
    this.exponent = Words.of(exponent, modulus.length());
    modulus.montgomery(); // made when the key is loaded, not in the first signature
  }

  OddModulus modulus() {
    return modulus;
  }

  /** How many bits {@link #blindedExponent} has, leading zeros included. */
  int exponentBits() {
    return modulus.bits() + EXPONENT_BLINDING_BITS;
  }

  /**
   * d + k·(p − 1), the same power modulo p by Fermat's theorem. It is at most (p − 1)·2^64, so it
   * has one word more than p.
   */
  long[] blindedExponent(SecureRandom random) {
    long[] k = {random.nextLong()};
    long[] blinded = Words.multiply(minusOne, k);
    Words.add(blinded, blinded, exponent);
    return blinded;
  }

  /**
   * A number modulo the prime, as words.
   *
   * @param c in limbs of {@link Montgomery}, below 2·n. The other prime q is as long as this one,
   *     so that c &lt; 2·p·q ≤ R·p, which is what the reduction takes
   */
  long[] reduce(long[] c) {
    Montgomery montgomery = modulus.montgomery();
    int limbs = montgomery.limbs();
    long[] wide = new long[2 * limbs];
    System.arraycopy(c, 0, wide, 0, c.length);
    long[] residue = new long[limbs];
    long[] scratch = montgomery.scratch();
    montgomery.reduce(residue, wide); // c·R^−1
    montgomery.multiply(residue, residue, montgomery.rSquared(), scratch); // c
    long[] words = new long[modulus.length()];
    montgomery.toWords(residue, words);
    Words.erase(wide);
    Words.erase(residue);
    Words.erase(scratch);
    return words;
  }
}
