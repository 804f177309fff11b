package io.github.lanewise.kernel.merkle;

import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;

/** RFC 9162 §2.1.1 and §2.1.3.1 as they are written, top down; the oracle. */
final class ReferenceTree {

  private ReferenceTree() {}

  /** MTH(D_n). */
  static byte[] root(List<byte[]> entries) {
    int n = entries.size();
    if (n == 0) {
      return sha256();
    }
    if (n == 1) {
      return sha256(new byte[] {0x00}, entries.getFirst());
    }
    int k = split(n);
    return sha256(new byte[] {0x01}, root(entries.subList(0, k)), root(entries.subList(k, n)));
  }

  /** PATH(m, D_n). */
  static List<byte[]> path(int m, List<byte[]> entries) {
    int n = entries.size();
    if (n == 1) {
      return new ArrayList<>();
    }
    int k = split(n);
    List<byte[]> path;
    if (m < k) {
      path = path(m, entries.subList(0, k));
      path.add(root(entries.subList(k, n)));
    } else {
      path = path(m - k, entries.subList(k, n));
      path.add(root(entries.subList(0, k)));
    }
    return path;
  }

  /** The largest power of two below n. */
  private static int split(int n) {
    return Integer.highestOneBit(n - 1);
  }

  static byte[] sha256(byte[]... parts) {
    try {
      ByteArrayOutputStream message = new ByteArrayOutputStream();
      for (byte[] part : parts) {
        message.writeBytes(part);
      }
      return MessageDigest.getInstance("SHA-256").digest(message.toByteArray());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
