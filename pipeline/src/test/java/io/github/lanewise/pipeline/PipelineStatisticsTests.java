package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import io.github.lanewise.pipeline.Payloads.Tracked;
import io.github.lanewise.pipeline.cpu.WorkerPlacement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import reactor.test.publisher.TestPublisher;
import reactor.test.scheduler.VirtualTimeScheduler;

/** What operators of a pipeline see of it, counted by hand. */
class PipelineStatisticsTests {

  private static final Duration MAX_WAIT = Duration.ofMillis(5);

  private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
  private final Payloads payloads = new Payloads();

  private HashingPipeline pipeline(String engine) {
    return HashingPipeline.builder()
        .engine(engine)
        .maxWait(MAX_WAIT)
        .shutdownGrace(Duration.ZERO)
        .schedulers(List.of(time))
        .build();
  }

  private List<TestPublisher<Tracked>> streams(HashingPipeline pipeline, int count) {
    List<TestPublisher<Tracked>> upstreams = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TestPublisher<Tracked> upstream = TestPublisher.create();
      upstream.flux().as(pipeline.digest(payloads)).subscribe(digest -> {}, e -> {});
      upstreams.add(upstream);
    }
    return upstreams;
  }

  private Tracked bytes(int count) {
    return payloads.of(random(count, count));
  }

  private static EngineStatistics of(PipelineStatistics statistics, String engine) {
    return Objects.requireNonNull(statistics.engines().get(engine), engine);
  }

  @Test
  void nothingIsCountedBeforeSomethingWasDone() {
    try (HashingPipeline pipeline = pipeline("jdk")) {
      PipelineStatistics none = pipeline.statistics();
      assertThat(none).isEqualTo(PipelineStatistics.none());
      assertThat(none.meanOccupancy()).isZero();
      assertThat(none.flushes()).containsOnlyKeys(FlushReason.values()).containsValue(0L);
    }
  }

  @Test
  void eachBeginningHasItsReason() {
    try (HashingPipeline pipeline = pipeline("vector-128")) {
      List<TestPublisher<Tracked>> upstreams = streams(pipeline, 5);
      for (int i = 0; i < 4; i++) {
        upstreams.get(i).next(bytes(64));
      }
      assertThat(pipeline.statistics().flushes()).contains(entry(FlushReason.FULL, 1L));
      upstreams.get(0).next(bytes(64));
      time.advanceTimeBy(MAX_WAIT);
      assertThat(pipeline.statistics().flushes()).contains(entry(FlushReason.DEADLINE, 1L));
      for (int i = 0; i < 4; i++) {
        upstreams.get(i).error(new IllegalStateException("gone"));
      }
      upstreams.get(4).next(bytes(64));
      assertThat(pipeline.statistics().flushes())
          .contains(
              entry(FlushReason.FULL, 1L),
              entry(FlushReason.DEADLINE, 1L),
              entry(FlushReason.NOTHING_MORE_CAN_COME, 1L));
      EngineStatistics lanes = of(pipeline.statistics(), "vector-128");
      assertThat(lanes.batchesWithLanes(4)).isPositive();
      assertThat(lanes.batchesWithLanes(1)).isPositive();
      assertThat(lanes.batchesWithLanes(5)).isZero();
      assertThat(lanes.batchesByLanes().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(lanes.batches());
    }
  }

  @Test
  void theWaitIsThatOfTheFirstPiece() {
    try (HashingPipeline pipeline = pipeline("vector-128")) {
      List<TestPublisher<Tracked>> upstreams = streams(pipeline, 5);
      upstreams.get(0).next(bytes(64));
      time.advanceTimeBy(Duration.ofMillis(2));
      upstreams.get(1).next(bytes(64));
      assertThat(pipeline.statistics().waitNanos()).isZero();
      upstreams.get(2).next(bytes(64));
      upstreams.get(3).next(bytes(64));
      assertThat(pipeline.statistics().waitNanos()).isEqualTo(2_000_000);
      upstreams.get(0).next(bytes(64));
      time.advanceTimeBy(MAX_WAIT);
      // The deadline of those before comes 3 ms later, and nobody has come in that time.
      assertThat(pipeline.statistics().waitNanos()).isEqualTo(5_000_000);
      assertThat(pipeline.statistics().flushes()).contains(entry(FlushReason.CANNOT_PAY, 1L));
    }
  }

  @Test
  void messagesAndBytesAreThoseOfTheEngineThatHashedThem() {
    try (HashingPipeline pipeline = pipeline("jdk")) {
      for (TestPublisher<Tracked> upstream : streams(pipeline, 3)) {
        upstream.next(bytes(100), bytes(200));
        upstream.complete();
      }
      PipelineStatistics done = pipeline.statistics();
      assertThat(done.messages()).isEqualTo(3);
      assertThat(done.bytes()).isEqualTo(900);
      assertThat(done.engines()).containsOnlyKeys("jdk");
      EngineStatistics jdk = of(done, "jdk");
      assertThat(jdk.messages()).isEqualTo(3);
      assertThat(jdk.bytes()).isEqualTo(900);
      assertThat(jdk.batches()).isEqualTo(done.batches());
      assertThat(jdk.meanOccupancy()).isEqualTo(1.0);
      assertThat(done.kernelNanos()).isPositive();
    }
  }

  @Test
  void partsOfAllEnginesAddUpToTheWhole() {
    EngineChoice few = Sha256Engines.discover().choose("jdk:1,vector-128:3");
    try (HashingPipeline pipeline =
        new HashingPipeline(
            () -> few,
            HashingPipeline.builder()
                .maxWait(MAX_WAIT)
                .shutdownGrace(Duration.ZERO)
                .schedulers(List.of(time)))) {
      List<TestPublisher<Tracked>> upstreams = streams(pipeline, 4);
      upstreams.forEach(upstream -> upstream.next(bytes(64)));
      upstreams.forEach(TestPublisher::complete);
      TestPublisher<Tracked> alone = streams(pipeline, 1).getFirst();
      alone.next(bytes(64));
      alone.complete();
      PipelineStatistics done = pipeline.statistics();
      assertThat(done.engines()).containsKeys("jdk", "vector-128");
      assertThat(of(done, "vector-128").messages()).isEqualTo(4);
      assertThat(of(done, "jdk").messages()).isOne();
      assertThat(done.messages()).isEqualTo(5);
      assertThat(done.lanesUsed())
          .isEqualTo(done.engines().values().stream().mapToLong(EngineStatistics::lanesUsed).sum());
    }
  }

  @Test
  void anotherChoiceOfEnginesIsASwitch() {
    Sha256Engines engines = Sha256Engines.discover();
    AtomicReference<EngineChoice> choice = new AtomicReference<>(engines.force("jdk"));
    try (HashingPipeline pipeline =
        new HashingPipeline(
            choice::get,
            HashingPipeline.builder().shutdownGrace(Duration.ZERO).schedulers(List.of(time)))) {
      streams(pipeline, 1).getFirst().emit(bytes(64));
      assertThat(pipeline.statistics().engineSwitches()).isZero();
      choice.set(engines.force("scalar"));
      streams(pipeline, 1).getFirst().emit(bytes(64));
      streams(pipeline, 1).getFirst().emit(bytes(64));
      assertThat(pipeline.statistics().engineSwitches()).isOne();
    }
  }

  @Test
  void theRingHoldsThoseThatTheWorkerHasNotSeen() {
    ManualScheduler manual = new ManualScheduler();
    HashingPipeline pipeline =
        HashingPipeline.builder().engine("jdk").schedulers(List.of(manual)).build();
    List<TestPublisher<Tracked>> upstreams = streams(pipeline, 3);
    assertThat(pipeline.statistics().ringDepth()).isEqualTo(3);
    upstreams.getFirst().next(bytes(64));
    assertThat(pipeline.statistics().ringDepth()).isEqualTo(3);
    manual.runAll();
    assertThat(pipeline.statistics().ringDepth()).isZero();
    assertThat(pipeline.statistics().openStreams()).isEqualTo(3);
  }

  @Test
  void eachWorkerHasAPlace() {
    try (HashingPipeline pipeline =
            HashingPipeline.builder().engine("jdk").workers(2).pinning(false).build();
        HashingPipeline foreign = pipeline("jdk")) {
      assertThat(pipeline.workers())
          .extracting(WorkerPlacement::threadName)
          .containsExactly("lanewise-worker-0", "lanewise-worker-1");
      assertThat(pipeline.workers())
          .allSatisfy(place -> assertThat(place.toString()).contains("pinning is switched off"));
      assertThat(foreign.workers()).isEmpty();
    }
  }
}
