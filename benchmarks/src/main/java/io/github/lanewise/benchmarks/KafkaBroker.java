package io.github.lanewise.benchmarks;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** A broker in this process, with a topic to consume and one to produce to. */
final class KafkaBroker implements AutoCloseable {

  static final String INPUT = "records";
  static final String OUTPUT = "addresses";
  static final int PARTITIONS = 4;

  private static final byte[] NO_KEY = {};

  private final EmbeddedKafkaKraftBroker kafka;

  private KafkaBroker(EmbeddedKafkaKraftBroker kafka) {
    this.kafka = kafka;
  }

  /** Spring asks Kafka's test kit for the address by a method that Kafka 4.3 has no more. */
  private static final class Embedded extends EmbeddedKafkaKraftBroker {

    Embedded() {
      super(1, PARTITIONS);
    }

    @Override
    public String getBrokersAsString() {
      return Objects.requireNonNull(getCluster()).bootstrapServers();
    }
  }

  static KafkaBroker start() {
    EmbeddedKafkaKraftBroker kafka = new Embedded();
    kafka.brokerProperty("transaction.state.log.replication.factor", "1");
    kafka.brokerProperty("transaction.state.log.min.isr", "1");
    kafka.brokerProperty("transaction.state.log.num.partitions", "1");
    kafka.brokerProperty("offsets.topic.num.partitions", "1");
    kafka.afterPropertiesSet();
    kafka.addTopics(
        new NewTopic(INPUT, PARTITIONS, (short) 1), new NewTopic(OUTPUT, PARTITIONS, (short) 1));
    return new KafkaBroker(kafka);
  }

  String addresses() {
    return kafka.getBrokersAsString();
  }

  /** Records, evenly over the partitions. */
  void fill(int records) {
    AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    Map<String, Object> config =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            addresses(),
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
            ByteArraySerializer.class,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
            ByteArraySerializer.class,
            ProducerConfig.BATCH_SIZE_CONFIG,
            256 * 1024);
    try (Producer<byte[], byte[]> producer = new KafkaProducer<>(config)) {
      for (int i = 0; i < records; i++) {
        int partition = i % PARTITIONS;
        send(producer, partition, KafkaRecords.value(partition, i / PARTITIONS), failure);
      }
    }
    Exception first = failure.get();
    if (first != null) {
      throw new IllegalStateException("the topic was not filled", first);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // Closing the producer waits for all.
  private static void send(
      Producer<byte[], byte[]> producer,
      int partition,
      byte[] value,
      AtomicReference<@Nullable Exception> failure) {
    producer.send(
        new ProducerRecord<>(INPUT, partition, NO_KEY, value),
        (metadata, exception) -> {
          if (exception != null) {
            failure.compareAndSet(null, exception);
          }
        });
  }

  @Override
  public void close() {
    kafka.destroy();
  }
}
