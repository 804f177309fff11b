package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.SigningFixture.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Where windows end, and when they leave; on a clock that the tests move. */
class RecordWindowsTests {

  private static final WindowPolicy FOUR =
      WindowPolicy.defaults().maxRecords(4).maxWait(Duration.ofSeconds(10));

  private final VirtualTimeScheduler clock = VirtualTimeScheduler.create();
  private final TestPublisher<HashedRecord> upstream = TestPublisher.create();
  private final AtomicLong asked = new AtomicLong();

  private Flux<List<Sha256Digest>> windows(WindowPolicy policy) {
    return new FluxRecordWindows(upstream.flux().doOnRequest(asked::addAndGet), policy, clock);
  }

  @Test
  void aWindowEndsWithTheRecordThatMakesItFull() {
    StepVerifier.create(windows(FOUR))
        .then(() -> next(0, 9))
        .expectNext(digests(0, 4), digests(4, 8))
        .then(upstream::complete)
        .expectNext(digests(8, 9))
        .expectComplete()
        .verify(LIMIT);
  }

  /** 3 bytes each: the second reaches 6, the fourth 12; the large one alone is a window. */
  @Test
  void aWindowEndsWithTheRecordThatReachesItsBytes() {
    StepVerifier.create(windows(FOUR.maxBytes(6)))
        .then(() -> next(0, 4))
        .expectNext(digests(0, 2), digests(2, 4))
        .then(() -> upstream.next(new HashedRecord(SigningFixture.digest(4), Long.MAX_VALUE)))
        .expectNext(digests(4, 5))
        .then(() -> next(5, 6))
        .then(upstream::complete)
        .expectNext(digests(5, 6))
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void bytesThatWouldOverflowFillAWindowAndNoMore() {
    HashedRecord half = new HashedRecord(SigningFixture.digest(1), Long.MAX_VALUE / 2 + 1);

    StepVerifier.create(windows(FOUR.maxBytes(Long.MAX_VALUE)))
        .then(() -> upstream.next(half, half))
        .expectNext(List.of(half.digest(), half.digest()))
        .thenCancel()
        .verify(LIMIT);
  }

  @Test
  void theFirstRecordOfAWindowWaitsNoLongerThanItMay() {
    StepVerifier.create(windows(FOUR))
        .then(() -> next(0, 1))
        .then(() -> clock.advanceTimeBy(Duration.ofSeconds(6)))
        .then(() -> next(1, 2))
        .then(() -> clock.advanceTimeBy(Duration.ofMillis(3_999)))
        .then(() -> assertThat(asked).hasValue(4))
        .then(() -> clock.advanceTimeBy(Duration.ofMillis(1)))
        .expectNext(digests(0, 2))
        // The next window's time begins with its own first record.
        .then(() -> clock.advanceTimeBy(Duration.ofSeconds(60)))
        .then(() -> next(2, 3))
        .then(() -> clock.advanceTimeBy(Duration.ofMillis(9_999)))
        .then(() -> next(3, 4))
        .then(() -> clock.advanceTimeBy(Duration.ofMillis(1)))
        .expectNext(digests(2, 4))
        .thenCancel()
        .verify(LIMIT);
  }

  /** Else the deadline of a full window would cut the next one short. */
  @Test
  void aFullWindowsTimeIsOverWithIt() {
    StepVerifier.create(windows(FOUR))
        .then(() -> next(0, 1))
        .then(() -> clock.advanceTimeBy(Duration.ofSeconds(9)))
        .then(() -> next(1, 5))
        .expectNext(digests(0, 4))
        .then(() -> clock.advanceTimeBy(Duration.ofSeconds(9)))
        .then(() -> next(5, 8))
        .expectNext(digests(4, 8))
        .thenCancel()
        .verify(LIMIT);
  }

  @Test
  void noTimeMakesAWindowOfNothing() {
    StepVerifier.create(windows(FOUR))
        .then(() -> clock.advanceTimeBy(Duration.ofHours(1)))
        .then(upstream::complete)
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void withoutDemandNothingIsEmittedAndUpstreamIsHeldBack() {
    StepVerifier.create(windows(FOUR), 0)
        .expectSubscription()
        .then(() -> next(0, 4))
        // Three were asked for anew when three of four had been taken, and none since it ended.
        .then(() -> assertThat(asked).hasValue(7))
        .then(() -> next(4, 7))
        .then(() -> clock.advanceTimeBy(Duration.ofHours(1)))
        .then(() -> assertThat(asked).hasValue(7))
        .thenRequest(1)
        .expectNext(digests(0, 4))
        .then(() -> assertThat(asked).hasValue(7))
        .thenRequest(1)
        .expectNext(digests(4, 7))
        .then(() -> assertThat(asked).hasValue(11))
        .thenCancel()
        .verify(LIMIT);
  }

  /** As against reactor-core #4377, where demand that resumes flushes a buffer in the middle. */
  @Test
  void demandThatResumesCutsNoWindowShort() {
    StepVerifier.create(windows(FOUR), 0)
        .expectSubscription()
        .then(() -> next(0, 3))
        .thenRequest(1)
        .then(() -> clock.advanceTimeBy(Duration.ofSeconds(9)))
        .thenRequest(1)
        .then(() -> next(3, 4))
        .expectNext(digests(0, 4))
        .thenCancel()
        .verify(LIMIT);
  }

  /** What comes while it waits for demand belongs to the next window. */
  @Test
  void aWindowWhoseTimeIsOverWaitsForDemandAsItIs() {
    StepVerifier.create(windows(FOUR), 0)
        .expectSubscription()
        .then(() -> next(0, 2))
        .then(() -> clock.advanceTimeBy(Duration.ofSeconds(10)))
        .then(() -> next(2, 3))
        .thenRequest(1)
        .expectNext(digests(0, 2))
        .then(() -> next(3, 6))
        .thenRequest(1)
        .expectNext(digests(2, 6))
        .thenCancel()
        .verify(LIMIT);
  }

  @Test
  void anErrorComesAfterTheWindowsOfWhatPrecededIt() {
    StepVerifier.create(windows(FOUR), 0)
        .expectSubscription()
        .then(() -> next(0, 4))
        .then(() -> upstream.error(new IOException("broke off")))
        .thenRequest(1)
        .expectNext(digests(0, 4))
        .expectErrorMessage("broke off")
        .verify(LIMIT);
  }

  @Test
  void anErrorCutsAWindowShort() {
    StepVerifier.create(windows(FOUR))
        .then(() -> next(0, 2))
        .then(() -> upstream.error(new IOException("broke off")))
        .expectNext(digests(0, 2))
        .expectErrorMessage("broke off")
        .verify(LIMIT);
  }

  @Test
  void cancellingReachesUpstreamAndStopsTheClock() {
    StepVerifier.create(windows(FOUR)).then(() -> next(0, 2)).thenCancel().verify(LIMIT);

    upstream.assertCancelled();
    assertThat(clock.getScheduledTaskCount()).isOne();
    clock.advanceTimeBy(Duration.ofHours(1));
  }

  /** While a window is on its way down nobody takes what comes: 8 places for the 4 asked for. */
  @Test
  void moreThanWasAskedForIsAnErrorAfterWhatFitted() {
    TestPublisher<HashedRecord> rude =
        TestPublisher.createNoncompliant(TestPublisher.Violation.REQUEST_OVERFLOW);
    AtomicBoolean first = new AtomicBoolean(true);
    StepVerifier.create(
            new FluxRecordWindows(rude.flux(), FOUR, clock)
                .doOnNext(
                    window -> {
                      if (first.getAndSet(false)) {
                        IntStream.range(4, 24).forEach(i -> rude.next(record(i)));
                      }
                    }))
        .then(() -> IntStream.range(0, 4).forEach(i -> rude.next(record(i))))
        .expectNext(digests(0, 4), digests(4, 8), digests(8, 12))
        .expectErrorMessage("upstream sent more than the 4 records it was asked for")
        .verify(LIMIT);
    rude.assertCancelled();
  }

  @Test
  void aClockThatIsGoneIsTold() {
    Scheduler gone = Schedulers.newSingle("gone", true);
    gone.dispose();

    StepVerifier.create(new FluxRecordWindows(Flux.just(record(0), record(1)), FOUR, gone))
        .expectNext(digests(0, 1))
        .expectError(RejectedExecutionException.class)
        .verify(LIMIT);
  }

  /** Records, demand and time from three threads: all leave once, in order, in no large window. */
  @Test
  void nothingIsLostWhereThreadsMeet() {
    int count = 200_000;
    Scheduler realClock = Schedulers.newSingle("clock", true);
    try {
      Flux<HashedRecord> source =
          Flux.range(0, count)
              .map(i -> new HashedRecord(numbered(i), 1))
              .publishOn(Schedulers.parallel(), 64);
      WindowPolicy policy =
          WindowPolicy.defaults().maxRecords(100).maxWait(Duration.ofNanos(50_000));

      StepVerifier.create(
              new FluxRecordWindows(source, policy, realClock)
                  .publishOn(Schedulers.boundedElastic(), 1)
                  .doOnNext(window -> assertThat(window).hasSizeBetween(1, 100))
                  .concatMapIterable(window -> window)
                  .index()
                  .doOnNext(
                      indexed ->
                          assertThat(indexed.getT2())
                              .isEqualTo(numbered(indexed.getT1().intValue())))
                  .count())
          .expectNext((long) count)
          .expectComplete()
          .verify(LIMIT);
    } finally {
      realClock.dispose();
    }
  }

  private void next(int from, int to) {
    IntStream.range(from, to).mapToObj(RecordWindowsTests::record).forEach(upstream::next);
  }

  private static HashedRecord record(int number) {
    return new HashedRecord(SigningFixture.digest(number), 3);
  }

  private static List<Sha256Digest> digests(int from, int to) {
    return IntStream.range(from, to).mapToObj(SigningFixture::digest).toList();
  }

  private static Sha256Digest numbered(int number) {
    byte[] bytes = new byte[Sha256Digest.BYTES];
    System.arraycopy(SigningFixture.message(number), 0, bytes, 0, 4);
    return Sha256Digest.of(bytes);
  }
}
