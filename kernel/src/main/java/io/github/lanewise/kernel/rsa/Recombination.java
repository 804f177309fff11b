package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;

/** A way to make the value modulo n of the values modulo p and q. */
@FunctionalInterface
interface Recombination {

  /**
   * Garner's formula (RFC 8017 §5.1.2, step 2.b): h = (sP − sQ)·qInv mod p, s = sQ + q·h. It holds
   * for p below q as well, since h is reduced; s ≤ (q − 1) + q·(p − 1) = n − 1 needs no reduction.
   */
  Recombination GARNER =
      (key, sP, sQ) -> {
        BigInteger h = sP.subtract(sQ).multiply(key.qInv()).mod(key.p());
        return sQ.add(h.multiply(key.q()));
      };

  BigInteger recombine(CrtValues key, BigInteger sP, BigInteger sQ);
}
