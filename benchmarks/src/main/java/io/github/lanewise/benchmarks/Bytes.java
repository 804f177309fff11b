package io.github.lanewise.benchmarks;

import java.io.ByteArrayOutputStream;

/** Results in the form in which they are compared. */
final class Bytes {

  private Bytes() {}

  static byte[] concatenated(byte[][] parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** One byte for each: 1 for true. */
  static byte[] of(boolean[] flags) {
    byte[] bytes = new byte[flags.length];
    for (int i = 0; i < flags.length; i++) {
      bytes[i] = (byte) (flags[i] ? 1 : 0);
    }
    return bytes;
  }
}
