package io.github.lanewise.kafka;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.KafkaOperations;

/**
 * Sends addresses, and windows over them, and waits until they are acknowledged unless a commit
 * does that.
 *
 * <p>The records of partition p go to partition p modulo the output topic's number of partitions,
 * so that those of one partition keep their order.
 */
final class AddressOutput {

  private final KafkaOperations<byte[], byte[]> kafka;
  private final String outputTopic;
  private final @Nullable String windowsTopic;
  private final @Nullable WindowSigning windows;

  /**
   * @param windows null if none are signed; then windowsTopic is null too
   */
  AddressOutput(
      KafkaOperations<byte[], byte[]> kafka,
      String outputTopic,
      @Nullable String windowsTopic,
      @Nullable WindowSigning windows) {
    this.kafka = kafka;
    this.outputTopic = outputTopic;
    this.windowsTopic = windowsTopic;
    this.windows = windows;
  }

  /**
   * Sends one record for each.
   *
   * @param records of one poll: those of one partition stand together, in the order of their
   *     offsets
   * @param digests of their values
   * @throws org.apache.kafka.common.KafkaException if something is not acknowledged, where this is
   *     not for the transaction to tell
   */
  void send(List<ConsumerRecord<byte[], byte[]>> records, List<Sha256Digest> digests) {
    kafka.execute(
        producer -> {
          Acknowledgements acknowledgements = new Acknowledgements();
          List<WindowSigning.Unsigned> parts =
              sendAddresses(producer, records, digests, acknowledgements);
          if (windows != null && windowsTopic != null) {
            sendWindows(producer, windowsTopic, windows.sign(parts), acknowledgements);
          }
          if (!kafka.isTransactional()) {
            producer.flush();
            acknowledgements.check();
          }
          return records.size();
        });
  }

  private List<WindowSigning.Unsigned> sendAddresses(
      Producer<byte[], byte[]> producer,
      List<ConsumerRecord<byte[], byte[]>> records,
      List<Sha256Digest> digests,
      Acknowledgements acknowledgements) {
    int partitions = producer.partitionsFor(outputTopic).size();
    List<WindowSigning.Unsigned> parts = new ArrayList<>();
    int at = 0;
    while (at < records.size()) {
      ConsumerRecord<byte[], byte[]> first = records.get(at);
      ConsumerRecord<byte[], byte[]> record = first;
      TopicPartition source = new TopicPartition(first.topic(), first.partition());
      AddressWriter writer = new AddressWriter(source);
      List<byte[]> values = new ArrayList<>();
      int home = first.partition() % partitions;
      for (; at < records.size() && isOf(source, records.get(at)); at++) {
        record = records.get(at);
        byte[] key = writer.key(digests.get(at));
        byte[] value = writer.value(key, record.offset(), record.value().length);
        acknowledgements.send(
            producer, new ProducerRecord<>(outputTopic, home, null, key, value, record.headers()));
        if (windows != null) {
          values.add(value);
        }
      }
      parts.add(new WindowSigning.Unsigned(source, first.offset(), record.offset(), values));
    }
    return parts;
  }

  private static boolean isOf(TopicPartition partition, ConsumerRecord<?, ?> record) {
    return record.partition() == partition.partition() && record.topic().equals(partition.topic());
  }

  private static void sendWindows(
      Producer<byte[], byte[]> producer,
      String topic,
      List<PartitionWindow> signed,
      Acknowledgements acknowledgements) {
    int partitions = producer.partitionsFor(topic).size();
    for (PartitionWindow window : signed) {
      byte[] chain = window.root().statement().chain().getBytes(StandardCharsets.US_ASCII);
      acknowledgements.send(
          producer,
          new ProducerRecord<>(
              topic, window.partition() % partitions, null, chain, window.toByteArray()));
    }
  }
}
