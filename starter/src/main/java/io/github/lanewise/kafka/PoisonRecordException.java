package io.github.lanewise.kafka;

import java.io.Serial;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record that has no address however often it is tried: it has no value, or one that is larger
 * than allowed. It belongs into a dead-letter topic, without a second attempt.
 */
public final class PoisonRecordException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final String topic;
  private final int partition;
  private final long offset;

  private PoisonRecordException(ConsumerRecord<?, ?> record, String rule) {
    super(
        "%s, record %s-%d@%d".formatted(rule, record.topic(), record.partition(), record.offset()));
    this.topic = record.topic();
    this.partition = record.partition();
    this.offset = record.offset();
  }

  static PoisonRecordException nullValue(ConsumerRecord<?, ?> record) {
    return new PoisonRecordException(record, "a record must have a value, has null");
  }

  static PoisonRecordException tooLarge(ConsumerRecord<?, byte[]> record, long maxBytes) {
    return new PoisonRecordException(
        record,
        "a value must have at most %d bytes (lanewise.kafka.max-record-size), has %d"
            .formatted(maxBytes, record.value().length));
  }

  /** The topic of the record. */
  public String topic() {
    return topic;
  }

  /** The partition of the record. */
  public int partition() {
    return partition;
  }

  /** The offset of the record. */
  public long offset() {
    return offset;
  }
}
