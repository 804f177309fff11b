package io.github.lanewise.kafka;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** A stage of the tests' broker, and topics of its own. */
final class TestStage {

  static final int PARTITIONS = 3;

  private final TestBroker broker = TestBroker.shared();
  private final String topic = TestBroker.newName("orders");

  TestStage() {
    broker.create(PARTITIONS, topic, output(), windows(), deadLetters());
  }

  String topic() {
    return topic;
  }

  String output() {
    return topic + "-addresses";
  }

  String windows() {
    return topic + "-windows";
  }

  String deadLetters() {
    return topic + "-dlt";
  }

  static EngineChoice engine() {
    return Sha256Engines.discover().force("scalar");
  }

  RecordAddressing.Builder builder() {
    return builder(RecordDigests.inLanes(TestStage::engine));
  }

  RecordAddressing.Builder builder(RecordDigests digests) {
    return builder(Map.of(), digests);
  }

  /**
   * @param further configuration of both clients
   */
  RecordAddressing.Builder builder(Map<String, Object> further, RecordDigests digests) {
    Map<String, Object> config = broker.clientConfig();
    config.putAll(further);
    return RecordAddressing.builder(config, config, digests)
        .topics(List.of(topic))
        .outputTopic(output())
        .groupId(topic);
  }

  /** Sends values, null ones too, and waits until they are there. */
  void send(Iterable<ProducerRecord<byte[], byte[]>> records) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    try (Producer<byte[], byte[]> producer = broker.producer()) {
      records.forEach(record -> sent.add(producer.send(record)));
      for (Future<RecordMetadata> each : sent) {
        each.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Records {@code from} to below {@code to} of each partition. */
  void send(int from, int to) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = from; i < to; i++) {
      for (int partition = 0; partition < PARTITIONS; partition++) {
        records.add(new ProducerRecord<>(topic, partition, null, LogRecords.value(partition, i)));
      }
    }
    send(records);
  }

  List<AddressedRecord> addressed(List<ConsumerRecord<byte[], byte[]>> output) {
    return output.stream().map(record -> AddressedRecord.parse(record.value())).toList();
  }
}
