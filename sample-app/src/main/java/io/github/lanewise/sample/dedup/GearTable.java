package io.github.lanewise.sample.dedup;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A random-looking 64-bit number for each byte value. By rule, so that anybody finds the same
 * boundaries: that of byte b is the first eight bytes, big-endian, of the SHA-256 of the one byte
 * b.
 */
final class GearTable {

  private GearTable() {}

  static long[] create() {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      long[] table = new long[256];
      for (int b = 0; b < table.length; b++) {
        table[b] = ByteBuffer.wrap(sha256.digest(new byte[] {(byte) b})).getLong();
      }
      return table;
    } catch (NoSuchAlgorithmException cause) {
      throw new IllegalStateException("every JDK has SHA-256, this one has not", cause);
    }
  }
}
