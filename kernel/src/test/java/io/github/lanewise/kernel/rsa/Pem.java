package io.github.lanewise.kernel.rsa;

import java.util.Arrays;
import java.util.Base64;

/** Writes the PEM that the tests read. */
final class Pem {

  // 30 82 xxxx | 02 01 00 | 30 0d <13> | 04 82 xxxx: what stands before PKCS #1 in PKCS #8.
  private static final int PKCS8_HEADER_BYTES = 26;

  private Pem() {}

  static String of(String label, byte[] der) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
  }

  static byte[] pkcs8(int bits) {
    return TestKeys.pair(bits).getPrivate().getEncoded();
  }

  static byte[] pkcs1(int bits) {
    byte[] pkcs8 = pkcs8(bits);
    return Arrays.copyOfRange(pkcs8, PKCS8_HEADER_BYTES, pkcs8.length);
  }
}
