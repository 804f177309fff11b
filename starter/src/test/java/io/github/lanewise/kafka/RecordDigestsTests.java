package io.github.lanewise.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import io.github.lanewise.pipeline.HashingPipeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordDigestsTests {

  /** More than the streams that are used at a time, so that they are used again. */
  private static final int RECORDS = 1_300;

  static Stream<String> engines() {
    return Sha256Engines.discover().candidates().stream()
        .filter(candidate -> candidate.refusal() == null)
        .map(Sha256Engines.Candidate::name);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void digestsStandInTheOrderOfTheRecords(String engine) {
    List<ConsumerRecord<String, byte[]>> records = records(RECORDS);
    try (LaneRecordDigests sha256 = RecordDigests.inLanes(() -> forced(engine))) {
      assertThat(sha256.digests(records)).isEqualTo(expected(records));
      assertThat(sha256.digests(records)).isEqualTo(expected(records));
    }
  }

  @Test
  void aListenerOfOnesOwnHashesItsPolls() {
    List<ConsumerRecord<String, byte[]>> records = records(50);
    try (HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").build()) {
      OrdersListener listener = new OrdersListener(pipeline);
      listener.onPoll(records);
      assertThat(listener.received).isEqualTo(expected(records));
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aCrossCheckChangesNoDigest(String engine) {
    List<ConsumerRecord<String, byte[]>> records = records(100);
    try (LaneRecordDigests sha256 = RecordDigests.inLanes(() -> forced(engine), 3)) {
      assertThat(sha256.digests(records)).isEqualTo(expected(records));
    }
  }

  @Test
  void aNegativeCrossCheckIsRefused() {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> RecordDigests.inLanes(() -> forced("jdk"), -1))
        .withMessage("cross-check-every must not be negative, was -1");
  }

  @Test
  void noRecordsHaveNoDigests() {
    try (LaneRecordDigests sha256 = RecordDigests.inLanes(() -> forced("scalar"))) {
      assertThat(sha256.digests(List.of())).isEmpty();
    }
  }

  @Test
  void aRecordWithoutAValueIsPoison() {
    List<ConsumerRecord<String, byte @Nullable []>> records =
        List.of(
            new ConsumerRecord<>("orders", 3, 16, "key", new byte[1]),
            new ConsumerRecord<>("orders", 3, 17, "key", null));
    try (LaneRecordDigests sha256 = RecordDigests.inLanes(() -> forced("scalar"))) {
      assertThatExceptionOfType(PoisonRecordException.class)
          .isThrownBy(() -> sha256.digests(nullable(records)))
          .withMessage("a record must have a value, has null, record orders-3@17")
          .satisfies(
              poison -> {
                assertThat(poison.topic()).isEqualTo("orders");
                assertThat(poison.partition()).isEqualTo(3);
                assertThat(poison.offset()).isEqualTo(17);
              });
    }
  }

  @Test
  void theEngineOfTheMomentHashes() {
    List<ConsumerRecord<String, byte[]>> records = records(20);
    AtomicReference<EngineChoice> choice = new AtomicReference<>(forced("jdk"));
    try (LaneRecordDigests sha256 = RecordDigests.inLanes(choice::get)) {
      for (String engine : engines().toList()) {
        choice.set(forced(engine));
        assertThat(sha256.digests(records)).isEqualTo(expected(records));
      }
    }
  }

  @Test
  void manyThreadsHashAtOnceAndAfterItIsClosed() {
    List<ConsumerRecord<String, byte[]>> records = records(200);
    List<Sha256Digest> expected = expected(records);
    String engine = engines().toList().getLast();
    LaneRecordDigests sha256 = RecordDigests.inLanes(() -> forced(engine));
    List<CompletableFuture<List<Sha256Digest>>> calls = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      calls.add(CompletableFuture.supplyAsync(() -> sha256.digests(records)));
      if (i == 16) {
        sha256.close();
      }
    }
    assertThat(calls).allSatisfy(call -> assertThat(call.join()).isEqualTo(expected));
    sha256.close();
  }

  private static EngineChoice forced(String engine) {
    return Sha256Engines.discover().force(engine);
  }

  private static List<ConsumerRecord<String, byte[]>> records(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> new ConsumerRecord<>("orders", i % 3, (long) i, "key", LogRecords.value(0, i)))
        .toList();
  }

  private static List<Sha256Digest> expected(List<ConsumerRecord<String, byte[]>> records) {
    return records.stream().map(record -> LogRecords.sha256(record.value())).toList();
  }

  /** What a consumer hands out, whatever the type says. */
  @SuppressWarnings({"unchecked", "rawtypes", "NullAway"})
  private static List<ConsumerRecord<String, byte[]>> nullable(
      List<? extends ConsumerRecord<String, ?>> records) {
    return (List) Arrays.asList(records.toArray());
  }
}
