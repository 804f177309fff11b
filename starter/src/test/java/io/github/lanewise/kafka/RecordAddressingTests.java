package io.github.lanewise.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;
import org.springframework.kafka.support.KafkaHeaders;

/** A stage against a real broker. */
@Execution(ExecutionMode.CONCURRENT)
class RecordAddressingTests {

  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final int PARTITIONS = TestStage.PARTITIONS;

  private final TestBroker broker = TestBroker.shared();
  private final TestStage stage = new TestStage();

  @ParameterizedTest
  @EnumSource(Delivery.class)
  void everyRecordGetsItsAddressInTheOrderOfItsPartition(Delivery delivery) {
    int each = 200;
    stage.send(0, each);
    List<ConsumerRecord<byte[], byte[]>> output;
    try (RecordAddressing addressing = stage.builder().delivery(delivery).build()) {
      addressing.start();
      output = broker.read(stage.output(), each * PARTITIONS, TIMEOUT);
    }
    assertThat(output).hasSize(each * PARTITIONS);
    Map<Integer, Integer> next = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : output) {
      AddressedRecord addressed = AddressedRecord.parse(record.value());
      int offset = next.merge(addressed.partition(), 1, Integer::sum) - 1;
      byte[] value = LogRecords.value(addressed.partition(), offset);
      assertThat(addressed)
          .isEqualTo(
              new AddressedRecord(
                  LogRecords.sha256(value),
                  stage.topic(),
                  record.partition(),
                  offset,
                  value.length));
      assertThat(new String(record.key(), StandardCharsets.US_ASCII))
          .isEqualTo(addressed.address());
    }
  }

  @Test
  void headersArePassedOn() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("trace", new byte[] {1, 2});
    headers.add("trace", new byte[] {3});
    headers.add(new RecordHeader("empty", new byte[0]));
    stage.send(List.of(new ProducerRecord<>(stage.topic(), 0, null, null, new byte[1], headers)));
    try (RecordAddressing addressing = stage.builder().build()) {
      addressing.start();
      assertThat(broker.read(stage.output(), 1, TIMEOUT).getFirst().headers()).isEqualTo(headers);
    }
  }

  /**
   * Two of them in a row, one at the start of a poll, one in the middle, one too large by a byte.
   */
  @ParameterizedTest
  @EnumSource(Delivery.class)
  void poisonGoesToTheDeadLetterTopicAndTheRestIsAddressed(Delivery delivery) {
    int max = 1_000;
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    records.add(record(null));
    records.add(record(null));
    records.add(record(new byte[max]));
    records.add(record(new byte[max + 1]));
    records.add(record(new byte[0]));
    stage.send(records);
    List<ConsumerRecord<byte[], byte[]>> output;
    List<ConsumerRecord<byte[], byte[]>> dead;
    try (RecordAddressing addressing =
        stage.builder().delivery(delivery).maxRecordBytes(max).build()) {
      addressing.start();
      output = broker.read(stage.output(), 2, TIMEOUT);
      dead = broker.read(stage.deadLetters(), 3, TIMEOUT);
      Eventually.isTrue("offsets are committed", TIMEOUT, () -> committed() >= records.size());
    }
    assertThat(stage.addressed(output)).extracting(AddressedRecord::offset).containsExactly(2L, 4L);
    assertThat(dead).hasSize(3);
    assertThat(dead)
        .extracting(record -> record.value() == null ? -1 : record.value().length)
        .containsExactly(-1, -1, max + 1);
    assertThat(dead)
        .extracting(
            record -> header(record, KafkaHeaders.DLT_ORIGINAL_TOPIC), ConsumerRecord::partition)
        .containsOnly(Tuple.tuple(stage.topic(), 0));
    // Without a transaction Spring's own exceptions stand around it.
    assertThat(dead)
        .allSatisfy(
            record ->
                assertThat(header(record, KafkaHeaders.DLT_EXCEPTION_STACKTRACE))
                    .contains(PoisonRecordException.class.getName()));
  }

  /** The wait is longer than the group waits for a poll: one that did not poll would be out. */
  @ParameterizedTest
  @EnumSource(Delivery.class)
  void whatFailsIsTriedAgainWithPausedPartitionsAndWithinTheGroup(Delivery delivery) {
    int each = 50;
    stage.send(0, each);
    AtomicInteger attempts = new AtomicInteger();
    AtomicInteger assignments = new AtomicInteger();
    RecordDigests sha256 = RecordDigests.inLanes(TestStage::engine);
    RecordDigests failsAtFirst =
        records -> {
          if (attempts.getAndIncrement() == 0) {
            throw new KafkaException("not yet");
          }
          return sha256.digests(records);
        };
    RecordAddressing.Builder builder =
        stage.builder(Map.of("max.poll.interval.ms", "5000"), failsAtFirst).delivery(delivery);
    builder.firstWait = Duration.ofSeconds(6);
    List<AddressedRecord> output;
    try (RecordAddressing addressing = builder.build()) {
      addressing
          .container()
          .getContainerProperties()
          .setConsumerRebalanceListener(
              new ConsumerAwareRebalanceListener() {
                @Override
                public void onPartitionsAssigned(
                    Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
                  assignments.incrementAndGet();
                }
              });
      addressing.start();
      output = stage.addressed(broker.read(stage.output(), each * PARTITIONS, TIMEOUT));
    }
    assertThat(output).hasSize(each * PARTITIONS).doesNotHaveDuplicates();
    assertThat(attempts).hasValueGreaterThan(1);
    assertThat(assignments).hasValue(1);
  }

  @Test
  void whatAFailedTransactionSentIsNotThereForThoseWhoReadCommittedRecords() {
    int each = 20;
    stage.send(0, each);
    AtomicInteger attempts = new AtomicInteger();
    RecordDigests sha256 = RecordDigests.inLanes(TestStage::engine);
    RecordDigests tooFewAtFirst =
        records -> {
          List<Sha256Digest> digests = sha256.digests(records);
          // The addresses of all but the last are sent when the listener fails for that.
          return attempts.getAndIncrement() == 0 ? digests.subList(0, digests.size() - 1) : digests;
        };
    List<AddressedRecord> output;
    try (RecordAddressing addressing = stage.builder(tooFewAtFirst).build()) {
      addressing.start();
      output = stage.addressed(broker.read(stage.output(), each * PARTITIONS, TIMEOUT));
    }
    assertThat(attempts).hasValueGreaterThan(1);
    assertThat(output).hasSize(each * PARTITIONS).doesNotHaveDuplicates();
  }

  @Test
  void aBacklogStaysAtTheBroker() {
    int each = 2_000;
    int maxBatchBytes = AddressingSettings.MIN_BATCH_BYTES;
    stage.send(0, each);
    AtomicLong largest = new AtomicLong();
    AtomicLong polls = new AtomicLong();
    RecordDigests sha256 = RecordDigests.inLanes(TestStage::engine);
    RecordDigests watched =
        records -> {
          long bytes = records.stream().mapToLong(record -> record.value().length).sum();
          largest.accumulateAndGet(bytes, Math::max);
          polls.incrementAndGet();
          return sha256.digests(records);
        };
    try (RecordAddressing addressing =
        stage
            .builder(watched)
            .maxBatchBytes(maxBatchBytes)
            .delivery(Delivery.AT_LEAST_ONCE)
            .build()) {
      addressing.start();
      broker.read(stage.output(), each * PARTITIONS, TIMEOUT);
    }
    // One answer of the one broker. A batch of the producer that is larger alone comes whole.
    assertThat(largest.get()).isLessThanOrEqualTo(maxBatchBytes + LogRecords.MAX_BYTES);
    assertThat(polls.get()).isGreaterThan(10);
  }

  @Test
  void aTransactionThatTookTooLongIsRolledBackAndDoneAgain() {
    int each = 20;
    stage.send(0, each);
    AtomicInteger attempts = new AtomicInteger();
    RecordDigests sha256 = RecordDigests.inLanes(TestStage::engine);
    RecordDigests slowAtFirst =
        records -> {
          if (attempts.getAndIncrement() == 0) {
            sleep(Duration.ofSeconds(3));
          }
          return sha256.digests(records);
        };
    List<ProducerRecord<byte[], byte[]>> poison = List.of(record(null));
    stage.send(poison);
    List<AddressedRecord> output;
    // The dead letter begins the transaction at the broker before the listener sleeps.
    try (RecordAddressing addressing =
        stage.builder(Map.of("transaction.timeout.ms", "1000"), slowAtFirst).build()) {
      addressing.start();
      output = stage.addressed(broker.read(stage.output(), each * PARTITIONS, TIMEOUT));
      assertThat(broker.read(stage.deadLetters(), 1, TIMEOUT)).hasSize(1);
    }
    assertThat(output).hasSize(each * PARTITIONS).doesNotHaveDuplicates();
    assertThat(attempts).hasValueGreaterThan(1);
  }

  private ProducerRecord<byte[], byte[]> record(byte @Nullable [] value) {
    return new ProducerRecord<>(stage.topic(), 0, null, value);
  }

  private static void sleep(Duration duration) {
    try {
      Thread.sleep(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long committed() {
    try (Admin admin = Admin.create(broker.clientConfig())) {
      return admin
          .listConsumerGroupOffsets(stage.topic())
          .partitionsToOffsetAndMetadata()
          .get()
          .values()
          .stream()
          .mapToLong(offset -> offset.offset())
          .max()
          .orElse(0);
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return record.headers().lastHeader(name) == null
        ? ""
        : new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
