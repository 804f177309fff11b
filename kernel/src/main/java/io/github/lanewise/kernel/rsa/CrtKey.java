package io.github.lanewise.kernel.rsa;

/**
 * The values of a private key as words, made once when it is loaded. For keys that were checked: p
 * and q have the same length, half that of n. Immutable.
 */
final class CrtKey {

  private final OddModulus n;
  private final CrtPrime p;
  private final CrtPrime q;

  /** qInv·R mod p, in limbs: a product with it leaves Montgomery's form. */
  private final long[] qInv;

  CrtKey(CrtValues values, OddModulus n) {
    this.n = n;
    this.p = new CrtPrime(values.p(), values.dP());
    this.q = new CrtPrime(values.q(), values.dQ());
    Montgomery modulo = p.modulus().montgomery();
    this.qInv = modulo.ofWords(Words.of(values.qInv(), p.modulus().length()));
    modulo.multiply(qInv, qInv, modulo.rSquared(), modulo.scratch());
  }

  OddModulus n() {
    return n;
  }

  CrtPrime p() {
    return p;
  }

  CrtPrime q() {
    return q;
  }

  /**
   * Garner's formula (RFC 8017 §5.1.2, step 2.b): h = (sP − sQ)·qInv mod p, s = sQ + q·h.
   *
   * <p>p and q have the same bit length, so that sQ &lt; q &lt; 2·p and one subtraction reduces it
   * modulo p, whichever of the two is larger. s ≤ (q − 1) + q·(p − 1) = n − 1 needs no reduction.
   *
   * @param sP below p
   * @param sQ below q
   * @return as many words as n has
   */
  long[] recombine(long[] sP, long[] sQ) {
    long[] prime = p.modulus().words();
    long[] difference = new long[prime.length];
    long below = Words.subtract(difference, sQ, prime);
    Words.addMasked(difference, prime, below); // sQ mod p
    below = Words.subtract(difference, sP, difference);
    Words.addMasked(difference, prime, below);

    Montgomery modulo = p.modulus().montgomery();
    long[] limbs = modulo.ofWords(difference);
    long[] scratch = modulo.scratch();
    modulo.multiply(limbs, limbs, qInv, scratch);
    modulo.toWords(limbs, difference); // h

    long[] product = Words.multiply(difference, q.modulus().words());
    Words.add(product, product, sQ);
    long[] s = new long[n.length()];
    System.arraycopy(product, 0, s, 0, s.length);
    Words.erase(difference);
    Words.erase(limbs);
    Words.erase(scratch);
    Words.erase(product);
    return s;
  }
}
