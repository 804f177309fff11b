package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;
import java.security.interfaces.RSAPrivateCrtKey;

/** The eight numbers of a two-prime private key, named as in RFC 8017 §3.2; not checked. */
record CrtValues(
    BigInteger n,
    BigInteger e,
    BigInteger d,
    BigInteger p,
    BigInteger q,
    BigInteger dP,
    BigInteger dQ,
    BigInteger qInv) {

  static CrtValues of(RSAPrivateCrtKey key) {
    return new CrtValues(
        key.getModulus(),
        key.getPublicExponent(),
        key.getPrivateExponent(),
        key.getPrimeP(),
        key.getPrimeQ(),
        key.getPrimeExponentP(),
        key.getPrimeExponentQ(),
        key.getCrtCoefficient());
  }

  /** The size alone: a record's own text would print the secrets. */
  @Override
  public String toString() {
    return "CrtValues[" + n.bitLength() + " bits]";
  }
}
