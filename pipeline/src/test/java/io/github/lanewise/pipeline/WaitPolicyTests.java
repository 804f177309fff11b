package io.github.lanewise.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When a worker with eight lanes begins, its clock wound by hand. */
class WaitPolicyTests {

  private static final long MAX_WAIT = 100_000;
  private static final int LANES = 8;
  private static final int MANY = 1_000;

  private final AtomicLong clock = new AtomicLong();
  private final WaitPolicy policy = new WaitPolicy(MAX_WAIT, clock::get);
  private long task;

  private @Nullable FlushReason ask(int pieces, int breakEven) {
    return policy.reason(pieces, LANES, breakEven, pieces, MANY);
  }

  /** Another task's piece, after a while. */
  private void arriveAfter(long nanos) {
    clock.addAndGet(nanos);
    policy.arrived(++task);
  }

  /** So many that nothing else counts any more. */
  private void steadyArrivals(long gap) {
    policy.arrived(++task);
    policy.reason(1, LANES, 1, 1, MANY);
    policy.forget();
    for (int i = 0; i < 100; i++) {
      arriveAfter(gap);
    }
  }

  @Test
  void full() {
    assertThat(ask(8, 1)).isEqualTo(FlushReason.FULL);
  }

  @Test
  void nothingMoreCanCome() {
    assertThat(policy.reason(3, LANES, 1, 3, 3)).isEqualTo(FlushReason.NOTHING_MORE_CAN_COME);
  }

  @Test
  void asLongAsNothingIsKnownItWaits() {
    arriveAfter(0);
    assertThat(ask(1, 5)).isNull();
    assertThat(policy.left()).isEqualTo(MAX_WAIT);
    clock.addAndGet(MAX_WAIT);
    assertThat(ask(1, 5)).isEqualTo(FlushReason.DEADLINE);
    assertThat(policy.waited()).isEqualTo(MAX_WAIT);
  }

  @Test
  void aStreamThatIsAloneWaitsOnceAndThenNoMore() {
    policy.arrived(1);
    assertThat(ask(1, 1)).isNull();
    clock.addAndGet(MAX_WAIT);
    assertThat(ask(1, 1)).isEqualTo(FlushReason.DEADLINE);
    for (int i = 0; i < 1_000; i++) {
      // However fast it sends: it fills no other lane.
      clock.addAndGet(10);
      policy.arrived(1);
      assertThat(ask(1, 1)).isEqualTo(FlushReason.CANNOT_PAY);
      assertThat(policy.waited()).isZero();
    }
  }

  @Test
  void arrivalsThatAreTooRareForTheBreakEvenAreNotWaitedFor() {
    // Five of them take 120 µs.
    steadyArrivals(30_000);
    arriveAfter(30_000);
    assertThat(ask(1, 5)).isEqualTo(FlushReason.CANNOT_PAY);
  }

  @Test
  void arrivalsThatReachTheBreakEvenInTimeAreWaitedFor() {
    steadyArrivals(20_000);
    arriveAfter(20_000);
    assertThat(ask(1, 5)).isNull();
  }

  @Test
  void oneThatIsStillMissingMayTakeAllTheTime() {
    steadyArrivals(60_000);
    arriveAfter(60_000);
    assertThat(ask(4, 5)).isNull();
    assertThat(ask(3, 5)).isEqualTo(FlushReason.CANNOT_PAY);
  }

  @Test
  void aboveTheBreakEvenOneMoreIsWorthTheWait() {
    steadyArrivals(60_000);
    arriveAfter(60_000);
    assertThat(ask(6, 5)).isNull();
    steadyArrivals(200_000);
    arriveAfter(200_000);
    assertThat(ask(6, 5)).isEqualTo(FlushReason.CANNOT_PAY);
  }

  @Test
  void whenNobodyComesAnyMoreTheWaitIsGivenUp() {
    steadyArrivals(20_000);
    arriveAfter(20_000);
    assertThat(ask(1, 5)).isNull();
    clock.addAndGet(25_000);
    // Four more in 75 µs, when the last gap is 25 µs already.
    assertThat(ask(1, 5)).isEqualTo(FlushReason.CANNOT_PAY);
    assertThat(policy.waited()).isEqualTo(25_000);
  }

  @Test
  void aLongSilenceIsForgottenSoon() {
    steadyArrivals(20_000);
    arriveAfter(3_600_000_000_000L);
    int arrivals = 0;
    while (ask(1, 5) != null) {
      arriveAfter(10_000);
      arrivals++;
    }
    assertThat(arrivals).isLessThan(40);
  }

  @Test
  void aBurstThatComesAtOnceIsAHighRate() {
    steadyArrivals(200_000);
    assertThat(ask(7, 8)).isEqualTo(FlushReason.CANNOT_PAY);
    clock.addAndGet(200_000);
    for (int i = 0; i < 7; i++) {
      policy.arrived(++task);
    }
    assertThat(ask(7, 8)).isNull();
  }

  @Test
  void aClockThatStepsBackDoesNotProlongTheWait() {
    clock.set(1_000_000);
    arriveAfter(0);
    assertThat(ask(1, 5)).isNull();
    clock.set(0);
    assertThat(ask(1, 5)).isNull();
    assertThat(policy.left()).isEqualTo(MAX_WAIT);
  }
}
