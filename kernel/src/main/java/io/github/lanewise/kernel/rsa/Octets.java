package io.github.lanewise.kernel.rsa;

import java.math.BigInteger;

/** Non-negative integers and big-endian octets (RFC 8017 §4). */
final class Octets {

  private Octets() {}

  /** OS2IP. */
  static BigInteger toInteger(byte[] octets) {
    return new BigInteger(1, octets);
  }

  /** I2OSP: exactly {@code length} octets, which must suffice. */
  static byte[] ofInteger(BigInteger value, int length) {
    byte[] signed = value.toByteArray();
    int sign = signed.length > 1 && signed[0] == 0 ? 1 : 0;
    int size = signed.length - sign;
    if (value.signum() < 0 || size > length) {
      throw new IllegalArgumentException(
          "the integer must fit " + length + " octets, needs " + size);
    }
    byte[] octets = new byte[length];
    System.arraycopy(signed, sign, octets, length - size, size);
    return octets;
  }

  /** As few octets as the value needs, the Base64urlUInt of RFC 7518 §2 before its encoding. */
  static byte[] shortest(BigInteger value) {
    return ofInteger(value, Math.max(1, (value.bitLength() + 7) / 8));
  }
}
