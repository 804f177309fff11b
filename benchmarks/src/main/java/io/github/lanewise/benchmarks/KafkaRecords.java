package io.github.lanewise.benchmarks;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** The records that the Kafka suite addresses, each to be made again from where it stands. */
final class KafkaRecords {

  static final int BYTES = 200;

  private KafkaRecords() {}

  static byte[] value(int partition, long offset) {
    byte[] value = new byte[BYTES];
    new SplittableRandom(31 * offset + partition).nextBytes(value);
    ByteBuffer.wrap(value).putInt(partition).putLong(offset);
    return value;
  }
}
