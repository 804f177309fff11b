package io.github.lanewise.kafka;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.TopicPartition;

/**
 * Writes {@link AddressedRecord}s of one partition as bytes, key and value, without a string for
 * any of them: writing one costs about as much as hashing a small record.
 */
final class AddressWriter {

  private static final byte[] HEX = ascii("0123456789abcdef");
  private static final byte[] KEY_START = ascii("sha256:");
  private static final byte[] VALUE_START = ascii("{\"address\":\"");
  private static final byte[] SIZE = ascii(",\"size\":");
  private static final int KEY_BYTES = KEY_START.length + 2 * Sha256Digest.BYTES;

  /** From the end of the address to the number of the offset. */
  private final byte[] partition;

  AddressWriter(TopicPartition partition) {
    this.partition =
        ascii(
            "\",\"topic\":\""
                + partition.topic()
                + "\",\"partition\":"
                + partition.partition()
                + ",\"offset\":");
  }

  byte[] key(Sha256Digest digest) {
    byte[] key = new byte[KEY_BYTES];
    int at = put(KEY_START, key, 0);
    for (byte each : digest.toByteArray()) {
      key[at++] = HEX[(each >> 4) & 0xf];
      key[at++] = HEX[each & 0xf];
    }
    return key;
  }

  byte[] value(byte[] key, long offset, int size) {
    int offsetDigits = digits(offset);
    int sizeDigits = digits(size);
    byte[] value =
        new byte
            [VALUE_START.length
                + KEY_BYTES
                + partition.length
                + offsetDigits
                + SIZE.length
                + sizeDigits
                + 1];
    int at = put(VALUE_START, value, 0);
    at = put(key, value, at);
    at = put(partition, value, at);
    at = putNumber(offset, offsetDigits, value, at);
    at = put(SIZE, value, at);
    at = putNumber(size, sizeDigits, value, at);
    value[at] = '}';
    return value;
  }

  private static int put(byte[] part, byte[] whole, int at) {
    System.arraycopy(part, 0, whole, at, part.length);
    return at + part.length;
  }

  private static int putNumber(long number, int digits, byte[] whole, int at) {
    long left = number;
    for (int i = at + digits - 1; i >= at; i--) {
      whole[i] = (byte) ('0' + left % 10);
      left /= 10;
    }
    return at + digits;
  }

  private static int digits(long number) {
    int digits = 1;
    for (long left = number; left >= 10; left /= 10) {
      digits++;
    }
    return digits;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
