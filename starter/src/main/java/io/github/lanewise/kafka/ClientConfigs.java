package io.github.lanewise.kafka;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The configurations of Kafka's clients: what the application says, then what the delivery and the
 * bounds on memory need, then defaults for what the application left open.
 */
final class ClientConfigs {

  /** So many records of 200 bytes make the cost of a transaction small beside theirs. */
  static final int DEFAULT_MAX_POLL_RECORDS = 4_000;

  /** Large enough that a partition's share of a poll takes one request. */
  private static final int DEFAULT_BATCH_BYTES = 256 * 1024;

  /**
   * A transaction that nobody ends holds up those who read committed records, and whoever takes its
   * partitions over; as long as Kafka Streams lets it.
   */
  private static final int DEFAULT_TRANSACTION_TIMEOUT_MILLIS = 10_000;

  /** Kafka's default for a producer's buffer, so that a dead letter may be as large as that. */
  private static final int DEFAULT_MAX_REQUEST_BYTES = 32 * 1024 * 1024;

  private ClientConfigs() {}

  static Map<String, Object> consumer(
      Map<String, Object> application, AddressingSettings settings) {
    Map<String, Object> config = new HashMap<>(application);
    config.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    config.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    config.put(ConsumerConfig.GROUP_ID_CONFIG, settings.groupId());
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    if (settings.isTransactional()) {
      config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, IsolationLevel.READ_COMMITTED.toString());
    }
    // The client asks a broker for no more while something of its last answer is left, so that a
    // poll has at most this from each broker, or one record if that alone is larger.
    config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, settings.maxBatchBytes());
    config.put(
        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
        Math.min(
            settings.maxBatchBytes(),
            intOf(
                config,
                ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                ConsumerConfig.DEFAULT_MAX_PARTITION_FETCH_BYTES)));
    config.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, DEFAULT_MAX_POLL_RECORDS);
    // Kafka's own default would pass over what is in the log when the stage is started first.
    config.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    return config;
  }

  /** For a consumer that belongs to no group and reads what it is assigned. */
  static Map<String, Object> reader(Map<String, Object> consumer, IsolationLevel isolation) {
    Map<String, Object> config = new HashMap<>(consumer);
    config.remove(ConsumerConfig.GROUP_ID_CONFIG);
    config.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation.toString());
    return config;
  }

  static Map<String, Object> producer(
      Map<String, Object> application, AddressingSettings settings) {
    Map<String, Object> config = new HashMap<>(application);
    config.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    config.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    config.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    config.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, DEFAULT_BATCH_BYTES);
    config.putIfAbsent(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, DEFAULT_MAX_REQUEST_BYTES);
    if (settings.isTransactional()) {
      config.putIfAbsent(
          ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, DEFAULT_TRANSACTION_TIMEOUT_MILLIS);
    }
    return config;
  }

  private static int intOf(Map<String, Object> config, String name, int absent) {
    Object value = config.get(name);
    return value == null ? absent : Integer.parseInt(value.toString());
  }
}
