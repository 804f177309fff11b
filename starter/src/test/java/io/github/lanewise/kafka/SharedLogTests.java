package io.github.lanewise.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.SignedRoot;
import io.github.lanewise.pipeline.WindowVerifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Two instances share a log, in processes of their own: one is killed, one is added, and the broker
 * restarts, all while records keep coming. 20,000 of them in every build; {@code
 * -Dlanewise.kafka.test-records=200000} for the full number, some minutes on two cores.
 */
@Execution(ExecutionMode.CONCURRENT)
class SharedLogTests {

  private static final int RECORDS = Integer.getInteger("lanewise.kafka.test-records", 20_000);
  private static final int PARTITIONS = 6;
  private static final int EACH = RECORDS / PARTITIONS;
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  @TempDir static Path folder;

  private static RsaKey key;
  private static Path keyFile;

  private final TestBroker broker = TestBroker.shared();
  private final String topic = TestBroker.newName("log");
  private final String output = topic + "-addresses";
  private final String windows = topic + "-windows";

  @BeforeAll
  static void makeKey() throws GeneralSecurityException, IOException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2_048);
    KeyPair pair = generator.generateKeyPair();
    key = RsaKey.of(pair.getPrivate());
    String base64 =
        Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(pair.getPrivate().getEncoded());
    keyFile =
        Files.writeString(
            folder.resolve("key.pem"),
            "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n".formatted(base64));
  }

  @Test
  void everyRecordIsAddressedOnceWhoeverGoesAndComes() {
    broker.create(PARTITIONS, topic, output, windows, topic + "-dlt");
    try (AddressingInstance killed = start("scalar");
        AddressingInstance stays = start("jdk")) {
      send(0, EACH / 3);
      awaitOutput(RECORDS / 6);
      killed.kill();
      send(EACH / 3, 2 * EACH / 3);
      try (AddressingInstance added = start("jdk")) {
        awaitOutput(RECORDS / 2);
        broker.restart();
        send(2 * EACH / 3, EACH);
        awaitOutput(PARTITIONS * EACH);
        assertThat(stays.isAlive()).isTrue();
        assertThat(added.isAlive()).isTrue();
      }
    }
    Map<Integer, List<byte[]>> values = assertAddressedOnce();
    assertWindowsCover(values);
  }

  private AddressingInstance start(String engine) {
    return AddressingInstance.start(
        List.of(
            "spring.kafka.bootstrap-servers=" + broker.addresses(),
            "spring.kafka.consumer.max-poll-records=" + Math.max(200, RECORDS / 100),
            "spring.kafka.consumer.properties.session.timeout.ms=3000",
            "spring.kafka.consumer.properties.heartbeat.interval.ms=500",
            "spring.kafka.producer.properties.transaction.timeout.ms=5000",
            "lanewise.engine=" + engine,
            "lanewise.signing.private-key=" + keyFile,
            "lanewise.kafka.topics=" + topic,
            "lanewise.kafka.output-topic=" + output,
            "lanewise.kafka.windows-topic=" + windows,
            "lanewise.kafka.group-id=" + topic,
            "lanewise.kafka.sign-windows=true"));
  }

  private void send(int from, int to) {
    Acknowledgements acknowledgements = new Acknowledgements();
    try (Producer<byte[], byte[]> producer = broker.producer()) {
      for (int i = from; i < to; i++) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
          acknowledgements.send(
              producer,
              new ProducerRecord<>(topic, partition, null, LogRecords.value(partition, i)));
        }
      }
      producer.flush();
    }
    acknowledgements.check();
  }

  /** Of committed records. */
  private void awaitOutput(int records) {
    try (Consumer<byte[], byte[]> reader = broker.reader(output)) {
      int[] seen = new int[1];
      Eventually.isTrue(
          records + " addresses",
          TIMEOUT,
          () -> {
            seen[0] += reader.poll(Duration.ofMillis(100)).count();
            return seen[0] >= records;
          });
    }
  }

  /** Returns the values of the output by partition. */
  private Map<Integer, List<byte[]>> assertAddressedOnce() {
    Map<Integer, List<byte[]>> values = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record :
        broker.read(output, PARTITIONS * EACH, Duration.ofMinutes(1))) {
      values
          .computeIfAbsent(record.partition(), partition -> new ArrayList<>())
          .add(record.value());
    }
    for (int partition = 0; partition < PARTITIONS; partition++) {
      List<byte[]> ofPartition = values.getOrDefault(partition, List.of());
      assertThat(ofPartition).as("records of partition %d", partition).hasSize(EACH);
      for (int i = 0; i < EACH; i++) {
        byte[] value = LogRecords.value(partition, i);
        Sha256Digest digest = LogRecords.sha256(value);
        assertThat(AddressedRecord.parse(ofPartition.get(i)))
            .isEqualTo(new AddressedRecord(digest, topic, partition, i, value.length));
      }
    }
    return values;
  }

  private void assertWindowsCover(Map<Integer, List<byte[]>> values) {
    Map<Integer, List<PartitionWindow>> byPartition = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record :
        broker.read(windows, PARTITIONS, Duration.ofMinutes(1))) {
      PartitionWindow window = PartitionWindow.parse(record.value());
      byPartition.computeIfAbsent(window.partition(), partition -> new ArrayList<>()).add(window);
    }
    WindowVerifier verifier = WindowVerifier.of(key.publicKey());
    values.forEach(
        (partition, ofPartition) -> {
          List<PartitionWindow> chain = byPartition.getOrDefault(partition, List.of());
          // More than one of each instance, so that there are seams.
          assertThat(chain).hasSizeGreaterThan(3);
          assertThat(chain.getFirst().root().statement().sequence()).isZero();
          List<SignedRoot> roots = chain.stream().map(PartitionWindow::root).toList();
          assertThat(verifier.firstBreak(roots)).isEmpty();
          int next = 0;
          for (PartitionWindow window : chain) {
            assertThat(window.from()).isEqualTo(next);
            int end = (int) window.to() + 1;
            assertThat(window.firstDifference(ofPartition.subList(next, end))).isEmpty();
            next = end;
          }
          assertThat(next).isEqualTo(EACH);
        });
  }
}
