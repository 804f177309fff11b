package io.github.lanewise.kafka;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the output topic says of a record: JSON on one line, ASCII, in one form only, without
 * spaces.
 *
 * <pre>{@code
 * {"address":"sha256:64 hex digits","topic":"orders","partition":3,"offset":1234,"size":200}
 * }</pre>
 *
 * <p>A topic's name needs no escape: Kafka allows letters, digits, dots, underscores and hyphens.
 *
 * @param digest the SHA-256 of the record's value
 * @param topic where the record is
 * @param partition where the record is
 * @param offset where the record is
 * @param size of the record's value in bytes
 */
public record AddressedRecord(
    Sha256Digest digest, String topic, int partition, long offset, int size) {

  private static final Pattern TEXT =
      Pattern.compile(
          "\\{\"address\":\"(?<address>sha256:[0-9a-f]{64})\""
              + ",\"topic\":\"(?<topic>[A-Za-z0-9._-]{1,249})\""
              + ",\"partition\":(?<partition>[0-9]{1,10})"
              + ",\"offset\":(?<offset>[0-9]{1,19})"
              + ",\"size\":(?<size>[0-9]{1,10})}");

  /**
   * Reads the value of a record of the output topic.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static AddressedRecord parse(byte[] value) {
    String text = new String(value, StandardCharsets.US_ASCII);
    Matcher fields = TEXT.matcher(text);
    if (!fields.matches()) {
      throw new IllegalArgumentException(
          "an addressed record must be address, topic, partition, offset and size as JSON, was '"
              + text
              + "'");
    }
    return new AddressedRecord(
        Sha256Digest.parseContentAddress(fields.group("address")),
        fields.group("topic"),
        Integer.parseInt(fields.group("partition")),
        Long.parseLong(fields.group("offset")),
        Integer.parseInt(fields.group("size")));
  }

  /** {@code sha256:} and 64 lower-case hex digits: the key in the output topic. */
  public String address() {
    return digest.contentAddress();
  }

  /** The JSON, see the class. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "{\"address\":\"%s\",\"topic\":\"%s\",\"partition\":%d,\"offset\":%d,\"size\":%d}",
        address(),
        topic,
        partition,
        offset,
        size);
  }
}
