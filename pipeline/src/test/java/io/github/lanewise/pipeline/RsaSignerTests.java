package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.SigningFixture.KEY;
import static io.github.lanewise.pipeline.SigningFixture.LIMIT;
import static io.github.lanewise.pipeline.SigningFixture.digest;
import static io.github.lanewise.pipeline.SigningFixture.expected;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.rsa.RsaCrt;
import io.github.lanewise.kernel.rsa.RsaEngineChoice;
import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.kernel.rsa.SignatureScheme;
import io.github.lanewise.kernel.rsa.TestCrt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

class RsaSignerTests {

  @Test
  void theSignatureIsTheJcas() {
    try (RsaSigner signer = RsaSigner.create(KEY)) {
      StepVerifier.create(signer.sign(digest(1)))
          .expectNext(expected(1))
          .expectComplete()
          .verify(LIMIT);
      assertThat(signer.keyId()).isEqualTo(KEY.keyId());
      assertThat(signer.publicKey()).isEqualTo(KEY.publicKey());
      assertThat(signer.faults()).isZero();
    }
  }

  @Test
  void everySubscriberGetsASignatureOfItsOwn() {
    try (RsaSigner signer = RsaSigner.create(KEY)) {
      Mono<RsaSignature> signature = signer.sign(digest(1));

      StepVerifier.create(signature.concatWith(signature))
          .expectNext(expected(1), expected(1))
          .expectComplete()
          .verify(LIMIT);
    }
  }

  /**
   * Each half waits until the other has begun: on one thread, or one after the other, none would.
   */
  @Test
  void theHalvesRunSideBySideOnTheTwoWorkers() {
    CyclicBarrier bothHaveBegun = new CyclicBarrier(2);
    Set<String> threads = ConcurrentHashMap.newKeySet();
    RsaCrt crt =
        TestCrt.observed(
            KEY,
            () -> {
              threads.add(Thread.currentThread().getName());
              await(bothHaveBegun);
            });
    try (RsaSigner signer = SigningFixture.signer(crt)) {
      StepVerifier.create(signer.sign(digest(1)))
          .expectNext(expected(1))
          .expectComplete()
          .verify(LIMIT);
    }

    assertThat(threads).hasSize(2).anyMatch(name -> name.startsWith("first"));
    assertThat(threads).anyMatch(name -> name.startsWith("second"));
  }

  @Test
  void oneSchedulerGivenTwiceServesAsWell() {
    Scheduler only = Schedulers.newSingle("only", true);
    try (RsaSigner signer = RsaSigner.create(KEY, only, only)) {
      StepVerifier.create(signer.sign(digest(2)))
          .expectNext(expected(2))
          .expectComplete()
          .verify(LIMIT);
    } finally {
      only.dispose();
    }
  }

  @Test
  void nothingIsComputedOnTheSubscribersThread() {
    AtomicInteger halves = new AtomicInteger();
    ManualScheduler first = new ManualScheduler();
    ManualScheduler second = new ManualScheduler();
    RsaSigner signer =
        SigningFixture.signer(TestCrt.observed(KEY, halves::incrementAndGet), first, second);

    StepVerifier.create(signer.sign(digest(1)))
        .then(() -> assertThat(halves).hasValue(0))
        .then(second::runAll)
        .then(() -> assertThat(halves).hasValue(0))
        .then(first::runAll)
        .expectNext(expected(1))
        .expectComplete()
        .verify(LIMIT);
    assertThat(halves).hasValue(2);
  }

  /** The second worker never comes: the first must not wait for it. */
  @Test
  void aHalfThatTheOtherWorkerDoesNotTakeIsComputedByTheFirst() {
    ManualScheduler first = new ManualScheduler();
    ManualScheduler never = new ManualScheduler();
    RsaSigner signer = RsaSigner.create(KEY, first, never);

    StepVerifier.create(signer.sign(digest(1)))
        .then(first::runAll)
        .expectNext(expected(1))
        .expectComplete()
        .verify(LIMIT);
    never.runAll(); // comes too late, and finds nothing to do
  }

  @Test
  void theWorkerThatIsFreeBeginsWhatWaits() {
    ManualScheduler busy = new ManualScheduler();
    ManualScheduler free = new ManualScheduler();
    RsaSigner signer = RsaSigner.create(KEY, busy, free);

    StepVerifier.create(signer.sign(digest(1)).zipWith(signer.sign(digest(2))))
        .then(free::runAll) // both: the first one's worker has not come
        .expectNextCount(1)
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void aPssSignerMakesWhatTheJcaVerifies() {
    Scheduler only = Schedulers.newSingle("only", true);
    try (RsaSigner signer = RsaSigner.create(KEY, SignatureScheme.PSS, only, only)) {
      StepVerifier.create(signer.sign(digest(2)))
          .expectNextMatches(
              signature ->
                  signature.scheme() == SignatureScheme.PSS
                      && SigningFixture.jcaVerifiesPss(2, signature)
                      && RsaVerifier.of(KEY.publicKey()).verify(digest(2), signature))
          .expectComplete()
          .verify(LIMIT);
    } finally {
      only.dispose();
    }
  }

  @Test
  void aFaultInAPssSignatureIsMendedByTheJca() {
    Scheduler only = Schedulers.newSingle("only", true);
    RsaCrt crt = TestCrt.faultyHalfP(KEY, () -> true);
    try (RsaSigner signer =
        SigningFixture.signer(
            crt,
            SignatureScheme.PSS,
            RsaEngineChoice.uncalibrated(),
            only,
            only,
            Disposables.disposed())) {
      StepVerifier.create(signer.sign(digest(2)))
          .expectNextMatches(signature -> SigningFixture.jcaVerifiesPss(2, signature))
          .expectComplete()
          .verify(LIMIT);
      assertThat(signer.faults()).isOne();
    } finally {
      only.dispose();
    }
  }

  @Test
  void aSignatureThatHasBegunFinishesWithItsKeyAndTheNextTakesTheNewOne() {
    RsaKey next = RsaKey.of(SigningFixture.generate().getPrivate());
    ManualScheduler worker = new ManualScheduler();
    RsaSigner signer = RsaSigner.create(KEY, worker, worker);

    StepVerifier.create(signer.sign(digest(1)))
        .then(() -> signer.rotate(next))
        .then(worker::runAll)
        .expectNext(expected(1))
        .expectComplete()
        .verify(LIMIT);
    assertThat(signer.keyId()).isEqualTo(next.keyId());
    assertThat(signer.publicKey()).isEqualTo(next.publicKey());
    StepVerifier.create(signer.sign(digest(1)))
        .then(worker::runAll)
        .expectNextMatches(
            signature -> RsaVerifier.of(next.publicKey()).verify(digest(1), signature))
        .expectComplete()
        .verify(LIMIT);
    assertThat(signer.publicKey(KEY.keyId())).contains(KEY.publicKey());
    assertThat(signer.publicKey(next.keyId())).contains(next.publicKey());
    assertThat(signer.publicKey("another")).isEmpty();
  }

  @Test
  void cancelledBeforeItBeginsNothingIsComputed() {
    AtomicInteger halves = new AtomicInteger();
    ManualScheduler worker = new ManualScheduler();
    RsaSigner signer =
        SigningFixture.signer(TestCrt.observed(KEY, halves::incrementAndGet), worker, worker);

    StepVerifier.create(signer.sign(digest(1))).thenCancel().verify(LIMIT);
    worker.runAll();

    assertThat(halves).hasValue(0);
  }

  @Test
  void cancelledInOneHalfTheOtherIsNotComputed() {
    AtomicInteger halves = new AtomicInteger();
    AtomicReference<Disposable> subscription = new AtomicReference<>(Disposables.disposed());
    ManualScheduler first = new ManualScheduler();
    ManualScheduler second = new ManualScheduler();
    RsaCrt crt =
        TestCrt.observed(
            KEY,
            () -> {
              halves.incrementAndGet();
              subscription.get().dispose();
            });
    RsaSigner signer = SigningFixture.signer(crt, first, second);

    subscription.set(signer.sign(digest(1)).subscribe());
    first.runAll();
    second.runAll();

    assertThat(halves).hasValue(1);
  }

  @Test
  void anErrorInAHalfReachesTheSubscriber() {
    RsaCrt crt =
        TestCrt.observed(
            KEY,
            () -> {
              throw new ArithmeticException("a half that fails");
            });
    try (RsaSigner signer = SigningFixture.signer(crt)) {
      StepVerifier.create(signer.sign(digest(1)))
          .expectErrorMessage("a half that fails")
          .verify(LIMIT);
    }
  }

  @Test
  void closingEndsWhatIsUnderWayAndWhatComesLater() {
    ManualScheduler worker = new ManualScheduler();
    RsaSigner signer = RsaSigner.create(KEY, worker, worker);
    Mono<RsaSignature> signature = signer.sign(digest(1));

    StepVerifier.create(signature)
        .then(signer::close)
        .expectErrorSatisfies(RsaSignerTests::isClosed)
        .verify(LIMIT);
    StepVerifier.create(signature).expectErrorSatisfies(RsaSignerTests::isClosed).verify(LIMIT);
    signer.close();
  }

  @Test
  void closingLeavesTheCallersWorkersAlone() {
    Scheduler first = Schedulers.newSingle("first", true);
    Scheduler second = Schedulers.newSingle("second", true);

    RsaSigner.create(KEY, first, second).close();

    assertThat(first.isDisposed()).isFalse();
    assertThat(second.isDisposed()).isFalse();
    first.dispose();
    second.dispose();
  }

  @Test
  void closingEndsItsOwnThreads() throws Exception {
    RsaSigner signer = RsaSigner.create(KEY);
    AtomicReference<Thread> worker = new AtomicReference<>();
    StepVerifier.create(signer.sign(digest(1)).doOnNext(s -> worker.set(Thread.currentThread())))
        .expectNextCount(1)
        .expectComplete()
        .verify(LIMIT);
    assertThat(worker.get().getName()).startsWith("lanewise-signer-");
    assertThat(worker.get().isDaemon()).isTrue();

    signer.close();

    assertThat(worker.get().join(LIMIT)).isTrue();
  }

  /** Whatever starts a thread there hands down what that thread has. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void subscribersAreToldOnAThreadThatDoesNotStandBack() {
    AtomicReference<String> told = new AtomicReference<>();
    try (RsaSigner signer = RsaSigner.create(KEY)) {
      StepVerifier.create(signer.sign(digest(1)).doOnNext(s -> told.set(nicenessOfCaller())))
          .expectNextCount(1)
          .expectComplete()
          .verify(LIMIT);
    }

    assertThat(told).hasValue(nicenessOfCaller());
  }

  /** Field 19 of proc_pid_stat(5); fields are counted from behind the name, which is the second. */
  private static String nicenessOfCaller() {
    try {
      String stat = Files.readString(Path.of("/proc/thread-self/stat"));
      return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19 - 3];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aDisposedWorkerIsTold() {
    Scheduler worker = Schedulers.newSingle("gone", true);
    Scheduler gone = Schedulers.newSingle("gone", true);
    gone.dispose();
    for (RsaSigner signer :
        new RsaSigner[] {
          RsaSigner.create(KEY, gone, worker), RsaSigner.create(KEY, worker, gone)
        }) {
      StepVerifier.create(signer.sign(digest(1)))
          .expectError(RejectedExecutionException.class)
          .verify(LIMIT);
    }
    worker.dispose();
  }

  private static void isClosed(Throwable error) {
    assertThat(error)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the signer must be open, it is closed");
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new AssertionError("the other half has not begun", e);
    }
  }
}
