package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;
import java.security.SecureRandom;

/**
 * Base blinding (Kocher, CRYPTO '96, §10): the private exponent meets m·r^e, which tells nothing of
 * m, and its result s·r is divided by r at the end.
 *
 * @param n the modulus
 * @param factor r^e mod n, in Montgomery form; not written to
 * @param inverse r^−1 mod n, in Montgomery form; not written to
 * @param uses how many signatures this r and those it came from have blinded, this one included
 */
@SuppressWarnings("ArrayRecordComponent") // a pair of numbers, never compared
record Blinding(OddModulus n, long[] factor, long[] inverse, int uses) {

  static Blinding fresh(RsaPublicKey key, SecureRandom random) {
    OddModulus n = key.modulus();
    Montgomery modulo = n.montgomery();
    long[] scratch = modulo.scratch();
    long[] r = modulo.ofWords(unit(n, random));
    long[] inverse = inverse(n, r, random, scratch);
    modulo.multiply(r, r, modulo.rSquared(), scratch);
    long[] factor = new long[modulo.limbs()];
    modulo.power(factor, r, key.e().longValue(), scratch);
    Words.erase(r);
    Words.erase(scratch);
    return new Blinding(n, factor, inverse, 1);
  }

  /**
   * r^−1 in Montgomery form. {@link BigInteger#modInverse} takes a time that depends on its number,
   * so it gets r·u for a random u: uniform, whatever r is. The product of its result with u is what
   * is wanted.
   */
  private static long[] inverse(OddModulus n, long[] r, SecureRandom random, long[] scratch) {
    Montgomery modulo = n.montgomery();
    long[] u = modulo.ofWords(unit(n, random));
    long[] product = new long[modulo.limbs()];
    modulo.multiply(product, r, u, scratch); // r·u·R^−1
    long[] words = new long[n.length()];
    modulo.toWords(product, words);
    // Throws ArithmeticException if r or u shares a factor with n: the odds are below 2^−1000.
    BigInteger inverted = Words.toInteger(words).modInverse(Words.toInteger(n.words()));
    long[] inverse = modulo.ofWords(Words.of(inverted, n.length()));
    modulo.multiply(inverse, inverse, u, scratch); // r^−1·u^−1·R · u · R^−1
    modulo.multiply(inverse, inverse, modulo.rSquared(), scratch);
    Words.erase(u);
    return inverse;
  }

  /**
   * Uniform in 1…n−1. n's upper bit is set, so that more than half of the draws hit. What the
   * branch tells is that a number was thrown away.
   */
  private static long[] unit(OddModulus n, SecureRandom random) {
    byte[] octets = new byte[n.length() * Long.BYTES];
    long upperMask = -1L >>> (n.length() * Long.SIZE - n.bits());
    while (true) {
      random.nextBytes(octets);
      long[] r = Words.ofOctets(octets, n.length());
      r[r.length - 1] &= upperMask;
      long any = 0;
      for (long word : r) {
        any |= word;
      }
      if (any != 0 && Words.below(r, n.words()) != 0) {
        return r;
      }
    }
  }

  /** The pair for r², which costs two products. */
  Blinding squared() {
    Montgomery modulo = n.montgomery();
    long[] scratch = modulo.scratch();
    long[] squaredFactor = new long[modulo.limbs()];
    long[] squaredInverse = new long[modulo.limbs()];
    modulo.square(squaredFactor, factor, scratch);
    modulo.square(squaredInverse, inverse, scratch);
    Words.erase(scratch);
    return new Blinding(n, squaredFactor, squaredInverse, uses + 1);
  }

  /**
   * m·r^e mod n.
   *
   * @param message words, below n
   * @return in limbs, below 2·n
   */
  long[] blind(long[] message) {
    return product(message, factor);
  }

  /**
   * s·r^−1 mod n.
   *
   * @param signature words, below n; or anything that fits them, if it is faulty
   * @return words, below n
   */
  long[] unblind(long[] signature) {
    long[] limbs = product(signature, inverse);
    long[] words = new long[n.length()];
    n.montgomery().toWords(limbs, words);
    return words;
  }

  /** Of a plain number and one in Montgomery form: plain. */
  private long[] product(long[] number, long[] montgomeryForm) {
    Montgomery modulo = n.montgomery();
    long[] scratch = modulo.scratch();
    long[] product = modulo.ofWords(number);
    modulo.multiply(product, product, montgomeryForm, scratch);
    Words.erase(scratch);
    return product;
  }

  /** Nothing: r is a secret of the signature. */
  @Override
  public String toString() {
    return "Blinding[]";
  }
}
