package io.github.lanewise.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** A real broker in this JVM, started once for all tests, and what they ask of it. */
final class TestBroker {

  private static final Duration POLL = Duration.ofMillis(200);

  private static final AtomicInteger TOPICS = new AtomicInteger();

  private final EmbeddedKafkaKraftBroker kafka = new Embedded();

  /** Spring asks Kafka's test kit for the address by a method that Kafka 4.3 has no more. */
  private static final class Embedded extends EmbeddedKafkaKraftBroker {

    Embedded() {
      super(1, 1);
    }

    @Override
    public String getBrokersAsString() {
      return Objects.requireNonNull(getCluster()).bootstrapServers();
    }
  }

  private TestBroker() {
    kafka.brokerProperty("transaction.state.log.replication.factor", "1");
    kafka.brokerProperty("transaction.state.log.min.isr", "1");
    kafka.brokerProperty("transaction.state.log.num.partitions", "3");
    kafka.brokerProperty("offsets.topic.num.partitions", "3");
    kafka.brokerProperty("share.coordinator.state.topic.replication.factor", "1");
    kafka.brokerProperty("share.coordinator.state.topic.min.isr", "1");
    kafka.brokerProperty("auto.create.topics.enable", "false");
    // So that those who are killed are missed soon.
    kafka.brokerProperty("group.min.session.timeout.ms", "1000");
    kafka.brokerProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "200");
    kafka.afterPropertiesSet();
    Runtime.getRuntime().addShutdownHook(new Thread(kafka::destroy));
  }

  private static final class Holder {
    static final TestBroker BROKER = new TestBroker();
  }

  static TestBroker shared() {
    return Holder.BROKER;
  }

  String addresses() {
    return kafka.getBrokersAsString();
  }

  /** Stops the broker's process but for its address, and starts it again on its log. */
  void restart() {
    Objects.requireNonNull(kafka.getCluster())
        .brokers()
        .values()
        .forEach(
            broker -> {
              broker.shutdown();
              broker.awaitShutdown();
              broker.startup();
            });
  }

  /** A name that no other test has. */
  static String newName(String prefix) {
    return prefix + "-" + TOPICS.incrementAndGet();
  }

  /** Topics of this name and with these suffixes. */
  void create(int partitions, String... names) {
    List<NewTopic> topics = new ArrayList<>();
    for (String name : names) {
      topics.add(new NewTopic(name, partitions, (short) 1));
    }
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", addresses()))) {
      admin.createTopics(topics).all().get(30, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException("no topics", e);
    }
  }

  Map<String, Object> clientConfig() {
    Map<String, Object> config = new HashMap<>();
    config.put("bootstrap.servers", addresses());
    return config;
  }

  Producer<byte[], byte[]> producer() {
    Map<String, Object> config = clientConfig();
    config.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    config.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    // A partition that is being created may refuse a batch and take the next one, whose number is
    // then too high for the first ever to be taken.
    config.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    return new KafkaProducer<>(config);
  }

  /** A consumer of committed records, at the beginning of all partitions of a topic. */
  Consumer<byte[], byte[]> reader(String topic) {
    Map<String, Object> config = clientConfig();
    config.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    config.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(config);
    Collection<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    return consumer;
  }

  /** Reads until so many records are there, and whatever follows within a moment. */
  List<ConsumerRecord<byte[], byte[]>> read(String topic, int atLeast, Duration timeout) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    long end = System.nanoTime() + timeout.toNanos();
    try (Consumer<byte[], byte[]> reader = reader(topic)) {
      boolean more = true;
      while (more || (records.size() < atLeast && System.nanoTime() - end < 0)) {
        int before = records.size();
        reader.poll(POLL).forEach(records::add);
        more = records.size() > before;
      }
    }
    if (records.size() < atLeast) {
      throw new AssertionError(
          "%d records must be in %s within %s, are %d"
              .formatted(atLeast, topic, timeout, records.size()));
    }
    return records;
  }
}
