package io.github.lanewise.kafka;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;

/** Records as a log has them: most of them a few hundred bytes, some up to 64 KiB. */
final class LogRecords {

  static final int MIN_BYTES = 200;
  static final int MAX_BYTES = 64 * 1024;

  private LogRecords() {}

  /** The value of record i of a partition; no other has the same. */
  static byte[] value(int partition, int i) {
    SplittableRandom random = new SplittableRandom(31L * i + partition);
    int bytes =
        switch (i % 100) {
          case 0 -> MIN_BYTES;
          case 1 -> MAX_BYTES - random.nextInt(MAX_BYTES - MIN_BYTES);
          default -> MIN_BYTES + random.nextInt(800);
        };
    byte[] value = new byte[i % 1_000 == 1 ? MAX_BYTES : bytes];
    random.nextBytes(value);
    ByteBuffer.wrap(value).putInt(partition).putInt(i);
    return value;
  }

  static Sha256Digest sha256(byte[] value) {
    try {
      return Sha256Digest.of(MessageDigest.getInstance("SHA-256").digest(value));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
