package io.github.lanewise.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may ask for how much, counted without a stream. */
class InFlightBudgetTests {

  private static final int KIB = 1 << 10;

  private static InFlightShare open(InFlightBudget budget, int prefetch) {
    InFlightShare share = budget.share(prefetch);
    share.open();
    return share;
  }

  /** One payload comes and leaves, so that the share knows how large they are. */
  private static int askedAfterOneOf(InFlightShare share, long bytes) {
    share.arrived(bytes);
    return share.ask(1);
  }

  @Test
  void aLoneSubscriptionGetsItsPrefetchWhileThatIsWithinHalfOfTheBudget() {
    InFlightBudget budget = new InFlightBudget(64L * 64 * KIB);
    assertThat(open(budget, 16).ask(0)).isEqualTo(16);
    assertThat(budget.charged()).isEqualTo(16L * 64 * KIB);
  }

  @Test
  void fewerAreAskedForWhenTheyTurnOutLarge() {
    InFlightBudget budget = new InFlightBudget(2L * 1024 * KIB);
    InFlightShare share = open(budget, 16);
    assertThat(share.ask(0)).isEqualTo(16);
    IntStream.range(0, 16).forEach(i -> share.arrived(512 * KIB));
    assertThat(budget.charged()).isEqualTo(16L * 512 * KIB);
    // Half of the budget is two of them.
    assertThat(share.ask(12)).isZero();
    assertThat(budget.charged()).isEqualTo(4L * 512 * KIB);
    assertThat(share.ask(4)).isEqualTo(2);
    assertThat(budget.charged()).isEqualTo(2L * 512 * KIB);
  }

  @Test
  void moreAreAskedForWhenTheyBecomeSmallAgain() {
    InFlightBudget budget = new InFlightBudget(2L * 1024 * KIB);
    InFlightShare share = open(budget, 16);
    share.ask(0);
    IntStream.range(0, 16).forEach(i -> share.arrived(1024 * KIB));
    assertThat(share.ask(16)).isEqualTo(1);
    assertThat(askedAfterOneOf(share, KIB)).isEqualTo(16);
  }

  @Test
  void whoeverComesLateStillFindsAnEqualPart() {
    InFlightBudget budget = new InFlightBudget(32L * 64 * KIB);
    for (int i = 0; i < 8; i++) {
      open(budget, 16).ask(0);
    }
    InFlightShare late = open(budget, 16);
    assertThat(late.ask(0)).isPositive();
    // The budget, and single payloads.
    assertThat(budget.charged()).isLessThanOrEqualTo((32L + 9) * 64 * KIB);
  }

  @Test
  void everybodyMayHaveOneWhateverIsCharged() {
    InFlightBudget budget = new InFlightBudget(1);
    for (int i = 0; i < 1_000; i++) {
      InFlightShare share = open(budget, 16);
      assertThat(share.ask(0)).isOne();
      assertThat(share.askAgainAt()).isOne();
      assertThat(askedAfterOneOf(share, 1 << 30)).isOne();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 64 * KIB, 10L * 1024 * KIB, InFlightBudget.MAX_BYTES})
  void noGrantPassesTheBudgetUnlessItIsForOnePayload(long maxBytes) {
    SplittableRandom random = new SplittableRandom(maxBytes);
    for (int round = 0; round < 1_000; round++) {
      InFlightBudget budget = new InFlightBudget(maxBytes);
      int streams = 1 + random.nextInt(40);
      for (int i = 0; i < streams; i++) {
        InFlightShare share = open(budget, 1 + random.nextInt(64));
        long before = budget.charged();
        int asked = share.ask(0);
        long charge = budget.charged() - before;
        assertThat(asked).isPositive();
        assertThat(asked == 1 || before + charge <= maxBytes)
            .as("%d payloads at %d of %d bytes", asked, before, maxBytes)
            .isTrue();
      }
    }
  }

  @Test
  void nothingOverflowsWithTheLargestPayloadsAndPrefetch() {
    InFlightBudget budget = new InFlightBudget(InFlightBudget.MAX_BYTES);
    List<InFlightShare> shares = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      InFlightShare share = open(budget, Integer.MAX_VALUE);
      share.arrived(Long.MAX_VALUE);
      share.ask(0);
      share.arrived(Long.MAX_VALUE);
      assertThat(budget.charged()).isPositive();
      shares.add(share);
    }
    shares.forEach(InFlightShare::close);
    assertThat(budget.charged()).isZero();
  }

  @Test
  void afterAnyTrafficNothingIsLeft() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 2_000; round++) {
      InFlightBudget budget = new InFlightBudget(1 + random.nextInt(1 << 20));
      List<InFlightShare> shares = new ArrayList<>();
      for (int step = 0; step < 100; step++) {
        if (shares.isEmpty() || random.nextInt(5) == 0) {
          shares.add(open(budget, 1 + random.nextInt(32)));
        }
        InFlightShare share = shares.get(random.nextInt(shares.size()));
        switch (random.nextInt(4)) {
          case 0 -> share.ask(0);
          case 1 -> share.arrived(random.nextInt(1 << 18));
          case 2 -> askedAfterOneOf(share, random.nextInt(1 << 18));
          default -> share.close();
        }
        assertThat(budget.charged()).isNotNegative();
      }
      shares.forEach(InFlightShare::close);
      assertThat(budget.charged()).isZero();
    }
  }

  @Test
  void aShareThatIsClosedAsksForNothingAndCannotBeOpened() {
    InFlightBudget budget = new InFlightBudget(1 << 20);
    InFlightShare share = budget.share(16);
    share.close();
    share.open();
    assertThat(share.ask(0)).isZero();
    share.arrived(1 << 20);
    assertThat(budget.charged()).isZero();
  }

  @Test
  void threadsThatAskAndCloseAtOnceLeaveNothing() throws InterruptedException {
    for (int round = 0; round < 300; round++) {
      InFlightBudget budget = new InFlightBudget(1 << 20);
      Queue<InFlightShare> shares = new ArrayDeque<>();
      IntStream.range(0, 4).forEach(i -> shares.add(open(budget, 16)));
      CountDownLatch start = new CountDownLatch(1);
      List<Thread> threads = new ArrayList<>();
      for (InFlightShare share : shares) {
        threads.add(started(start, () -> share.ask(0), () -> share.ask(1)));
        threads.add(started(start, () -> share.arrived(KIB), () -> share.arrived(1 << 20)));
        threads.add(started(start, share::close, share::close));
      }
      start.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(budget.charged()).isZero();
    }
  }

  private static Thread started(CountDownLatch start, Runnable first, Runnable second) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                start.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              first.run();
              second.run();
            });
  }
}
