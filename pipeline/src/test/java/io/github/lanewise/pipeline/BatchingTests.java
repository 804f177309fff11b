package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.digestOf;
import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.Payloads.Tracked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.test.publisher.TestPublisher;
import reactor.test.scheduler.VirtualTimeScheduler;

/** When a batch runs, in virtual time, with four lanes. */
class BatchingTests {

  private static final Duration MAX_WAIT = Duration.ofMillis(5);

  private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
  private final Payloads payloads = new Payloads();
  private final HashingPipeline pipeline =
      HashingPipeline.builder()
          .engine("vector-128")
          .maxWait(MAX_WAIT)
          .shutdownGrace(Duration.ZERO)
          .schedulers(List.of(time))
          .build();

  private final List<TestPublisher<Tracked>> upstreams = new ArrayList<>();
  private final List<Sha256Digest> digests = new ArrayList<>();

  @BeforeEach
  void openFiveStreams() {
    for (int i = 0; i < 5; i++) {
      TestPublisher<Tracked> upstream = TestPublisher.create();
      upstream.flux().as(pipeline.digest(payloads)).subscribe(digests::add, e -> {});
      upstreams.add(upstream);
    }
  }

  @AfterEach
  void close() {
    pipeline.close();
    time.dispose();
  }

  private void send(int stream, int bytes) {
    upstreams.get(stream).next(payloads.of(random(bytes, stream)));
  }

  @Test
  void aPartlyFilledBatchWaitsForTheDeadlineAndThenRuns() {
    send(0, 64);
    send(1, 64);
    assertThat(pipeline.statistics().batches()).isZero();
    time.advanceTimeBy(MAX_WAIT.minusNanos(1));
    assertThat(pipeline.statistics().batches()).isZero();
    assertThat(payloads.settled()).isZero();
    time.advanceTimeBy(Duration.ofNanos(1));
    assertThat(pipeline.statistics().batches()).isOne();
    assertThat(pipeline.statistics().lanesUsed()).isEqualTo(2);
    assertThat(payloads.settled()).isEqualTo(2);
  }

  @Test
  void theDeadlineIsThatOfTheFirstNotOfTheLast() {
    send(0, 64);
    time.advanceTimeBy(MAX_WAIT.minusNanos(10));
    send(1, 64);
    time.advanceTimeBy(Duration.ofNanos(10));
    assertThat(payloads.settled()).isEqualTo(2);
  }

  @Test
  void aFullBatchRunsAtOnce() {
    for (int i = 0; i < 4; i++) {
      assertThat(pipeline.statistics().batches()).isZero();
      send(i, 64);
    }
    assertThat(pipeline.statistics().batches()).isOne();
    assertThat(pipeline.statistics().meanOccupancy()).isEqualTo(1.0);
    assertThat(payloads.settled()).isEqualTo(4);
  }

  @Test
  void whenNothingMoreCanComeNothingIsWaitedFor() {
    // Four of five streams end at once: the fifth is alone then.
    for (int i = 0; i < 4; i++) {
      upstreams.get(i).complete();
    }
    assertThat(digests).hasSize(4).containsOnly(digestOf());
    long batches = pipeline.statistics().batches();
    send(4, 64);
    assertThat(pipeline.statistics().batches()).isEqualTo(batches + 1);
    assertThat(payloads.settled()).isOne();
  }

  @Test
  void aStreamThatIsCancelledIsNoLongerWaitedFor() {
    TestPublisher<Tracked> sixth = TestPublisher.create();
    var subscription = sixth.flux().as(pipeline.digest(payloads)).subscribe(digests::add, e -> {});
    for (int i = 1; i < 5; i++) {
      upstreams.get(i).complete();
    }
    send(0, 64);
    assertThat(payloads.settled()).isZero();
    subscription.dispose();
    assertThat(payloads.settled()).isOne();
  }

  @Test
  void aBatchThatHasBegunGoesOnWithoutWaiting() {
    // Longer than one quantum: later quanta have the deadline of the first behind them.
    send(0, 200_000);
    time.advanceTimeBy(MAX_WAIT);
    assertThat(payloads.settled()).isOne();
    assertThat(pipeline.statistics().batches()).isGreaterThan(5);
  }

  @Test
  void aCancelledStreamLeavesItsLaneToOthers() {
    TestPublisher<Tracked> sixth = TestPublisher.create();
    var subscription = sixth.flux().as(pipeline.digest(payloads)).subscribe(digests::add, e -> {});
    sixth.next(payloads.of(random(64, 6)));
    subscription.dispose();
    assertThat(payloads.settled()).isOne();
    for (int i = 0; i < 4; i++) {
      send(i, 64);
    }
    assertThat(pipeline.statistics().lanesUsed()).isEqualTo(4);
    assertThat(payloads.settled()).isEqualTo(5);
  }
}
