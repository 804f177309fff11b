package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.SigningFixture.KEY;
import static io.github.lanewise.pipeline.SigningFixture.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.lanewise.kernel.merkle.MerkleTree;
import io.github.lanewise.kernel.merkle.WindowStatement;
import io.github.lanewise.kernel.rsa.RsaCrt;
import io.github.lanewise.kernel.rsa.TestCrt;
import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.test.scheduler.VirtualTimeScheduler;

@Isolated
class SignedWindowsTests {

  private static final RsaSigner SIGNER = RsaSigner.create(KEY);
  private static final WindowPolicy TEN =
      WindowPolicy.defaults().maxRecords(10).maxWait(Duration.ofHours(1));
  private static final WindowVerifier VERIFIER = WindowVerifier.of(KEY.publicKey());

  @AfterAll
  static void close() {
    SIGNER.close();
  }

  @Test
  void everyRecordLeavesWithAProofThatTheKeyConfirms() {
    List<SignedWindow> windows = signed(SIGNER, 25, TEN, WindowChain.named("orders"));

    assertThat(windows).extracting(SignedWindow::size).containsExactly(10, 10, 5);
    List<SignedRecord> records =
        windows.stream().flatMap(window -> window.records().stream()).toList();
    for (int i = 0; i < 25; i++) {
      SignedRecord record = records.get(i);
      assertThat(record.digest()).isEqualTo(SigningFixture.digest(i));
      assertThat(record.proof().index()).isEqualTo(i % 10);
      assertThat(VERIFIER.verify(record)).isTrue();
      assertThat(VERIFIER.verify(SigningFixture.message(i), record.proof(), record.root()))
          .isTrue();
    }
  }

  @Test
  void windowsAreAChain() {
    List<SignedRoot> roots = roots(signed(SIGNER, 100, TEN, WindowChain.named("orders")));

    assertThat(roots).hasSize(10);
    WindowStatement last = null;
    for (int i = 0; i < 10; i++) {
      MerkleTree tree =
          MerkleTree.of(
              IntStream.range(10 * i, 10 * i + 10).mapToObj(SigningFixture::digest).toList());
      last = last == null ? WindowStatement.first("orders", tree) : last.next(tree);
      assertThat(roots.get(i).statement()).isEqualTo(last);
    }
    assertThat(VERIFIER.firstBreak(roots)).isEmpty();
  }

  @Test
  void aChainGoesOnWhereItEnded() {
    SignedRoot last = roots(signed(SIGNER, 20, TEN, WindowChain.named("orders"))).getLast();

    List<SignedRoot> more = roots(signed(SIGNER, 20, TEN, WindowChain.after(last.statement())));

    assertThat(more.getFirst().statement().sequence()).isEqualTo(2);
    assertThat(VERIFIER.firstBreak(Stream.concat(Stream.of(last), more.stream()).toList()))
        .isEmpty();
  }

  @Test
  void everySubscriptionHasAChainOfItsOwn() {
    Flux<SignedWindow> windows = records(1).transform(SIGNER.windows(TEN));

    StepVerifier.create(
            windows.concatWith(windows).map(w -> w.root().statement().chain()).distinct().count())
        .expectNext(2L)
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void everyEngineBuildsTheSameTree() {
    EngineChoice jdk = Sha256Engines.discover().force("jdk");
    EngineChoice scalar = Sha256Engines.discover().force("scalar");
    WindowPolicy large = TEN.maxRecords(1_000);

    assertThat(roots(signed(SIGNER, 700, large.engine(() -> scalar), WindowChain.named("a"))))
        .isEqualTo(roots(signed(SIGNER, 700, large.engine(() -> jdk), WindowChain.named("a"))))
        .isEqualTo(roots(signed(SIGNER, 700, large, WindowChain.named("a"))));
  }

  @Test
  void noRecordsGiveNoWindow() {
    StepVerifier.create(Flux.<HashedRecord>empty().transform(SIGNER.windows(TEN)))
        .expectComplete()
        .verify(LIMIT);
  }

  /** On Reactor's clock, which a test may replace. */
  @Test
  void aWindowThatHasWaitedIsSignedAsItIs() {
    StepVerifier.withVirtualTime(
            () ->
                Flux.using(
                    () -> RsaSigner.create(KEY),
                    signer ->
                        records(3)
                            .concatWith(Flux.never())
                            .transform(signer.windows(TEN.maxWait(Duration.ofSeconds(5)))),
                    RsaSigner::close))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(4_999))
        .thenAwait(Duration.ofMillis(1))
        .expectNextMatches(window -> window.size() == 3 && VERIFIER.verify(window.root()))
        .thenCancel()
        .verify(LIMIT);
    VirtualTimeScheduler.reset();
  }

  @Test
  void anErrorOfUpstreamComesAfterTheWindowsBeforeIt() {
    Flux<HashedRecord> failing = records(13).concatWith(Flux.error(new IOException("broke off")));

    StepVerifier.create(failing.transform(SIGNER.windows(TEN)).map(SignedWindow::size))
        .expectNext(10, 3)
        .expectErrorMessage("broke off")
        .verify(LIMIT);
  }

  @Test
  void neitherTreeNorSignatureIsMadeOnTheSubscribersThread() {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    EngineChoice jdk = Sha256Engines.discover().force("jdk");
    RsaCrt crt = TestCrt.observed(KEY, () -> threads.add("half"));
    ManualScheduler worker = new ManualScheduler();
    RsaSigner signer = SigningFixture.signer(crt, worker, worker);
    WindowPolicy observed =
        TEN.engine(
            () -> {
              threads.add("tree");
              return jdk;
            });

    StepVerifier.create(records(3).transform(signer.windows(observed)))
        .then(() -> assertThat(threads).isEmpty())
        .then(worker::runOne)
        .then(() -> assertThat(threads).containsExactly("tree"))
        .then(worker::runAll)
        .then(() -> assertThat(threads).containsExactlyInAnyOrder("tree", "half"))
        .expectNextCount(1)
        .expectComplete()
        .verify(LIMIT);
  }

  /** 4 signed, 1 with its tree, 1 that has ended, and what was on its way. */
  @Test
  void withoutDemandUpstreamIsHeldBack() {
    AtomicLong sent = new AtomicLong();
    AtomicInteger trees = new AtomicInteger();
    EngineChoice jdk = Sha256Engines.discover().force("jdk");
    ManualScheduler worker = new ManualScheduler();
    RsaSigner signer = RsaSigner.create(KEY, worker, worker);
    WindowPolicy observed =
        TEN.engine(
            () -> {
              trees.incrementAndGet();
              return jdk;
            });

    StepVerifier.create(
            records(1_000)
                .doOnNext(record -> sent.incrementAndGet())
                .transform(signer.windows(observed)),
            0)
        .expectSubscription()
        .then(worker::runAll)
        .then(() -> assertThat(trees).hasValueLessThanOrEqualTo(5))
        .then(() -> assertThat(sent.get()).isBetween(40L, 80L))
        .thenRequest(1)
        .expectNextCount(1)
        .then(worker::runAll)
        .then(() -> assertThat(trees).hasValueLessThanOrEqualTo(6))
        .thenCancel()
        .verify(LIMIT);
  }

  @Test
  void cancellingCancelsUpstreamAndBuildsNothing() {
    TestPublisher<HashedRecord> upstream = TestPublisher.create();
    AtomicInteger trees = new AtomicInteger();
    ManualScheduler worker = new ManualScheduler();
    RsaSigner signer = RsaSigner.create(KEY, worker, worker);
    WindowPolicy observed =
        TEN.maxRecords(1)
            .engine(
                () -> {
                  trees.incrementAndGet();
                  return Sha256Engines.discover().force("jdk");
                });

    StepVerifier.create(upstream.flux().transform(signer.windows(observed)))
        .then(() -> upstream.next(record(1)))
        .thenCancel()
        .verify(LIMIT);
    worker.runAll();

    upstream.assertCancelled();
    assertThat(trees).hasValue(0);
  }

  @Test
  void anErrorInATreeReachesTheSubscriberAndCancelsUpstream() {
    TestPublisher<HashedRecord> upstream = TestPublisher.create();
    WindowPolicy failing =
        TEN.maxRecords(1)
            .engine(
                () -> {
                  throw new ArithmeticException("a tree that fails");
                });

    StepVerifier.create(upstream.flux().transform(SIGNER.windows(failing)))
        .then(() -> upstream.next(record(1)))
        .expectErrorMessage("a tree that fails")
        .verify(LIMIT);
    upstream.assertCancelled();
  }

  @Test
  void aClosedSignerIsTold() {
    RsaSigner closed = RsaSigner.create(KEY);
    closed.close();

    StepVerifier.create(records(3).transform(closed.windows(TEN)))
        .expectErrorMessage("the signer must be open, it is closed")
        .verify(LIMIT);
  }

  /** Trees that were queued on a worker's thread end with it: nobody must wait for them. */
  @RepeatedTest(10)
  void closingInTheMiddleEndsTheStreamWithAnError() {
    RsaSigner signer = RsaSigner.create(KEY);

    StepVerifier.create(records(1_000_000).transform(signer.windows(TEN)))
        .expectNextCount(3)
        .then(signer::close)
        .thenConsumeWhile(window -> true)
        .expectErrorMessage("the signer must be open, it is closed")
        .verify(LIMIT);
  }

  @Test
  void theContextReachesUpstream() {
    Flux<SignedWindow> windows =
        Flux.deferContextual(context -> records(context.<Integer>get("count")))
            .transform(SIGNER.windows(TEN))
            .contextWrite(context -> context.put("count", 30));

    StepVerifier.create(windows).expectNextCount(3).expectComplete().verify(LIMIT);
  }

  @Test
  void limitsThatAreNoneAreRefused() {
    WindowPolicy policy = WindowPolicy.defaults();
    assertThatThrownBy(() -> policy.maxRecords(0))
        .hasMessage("max-records must be from 1 to 1048576, was 0");
    assertThatThrownBy(() -> policy.maxBytes(0)).hasMessage("max-bytes must be at least 1, was 0");
    assertThatThrownBy(() -> policy.maxWait(Duration.ZERO))
        .hasMessage("max-wait must be positive, was PT0S");
    assertThatThrownBy(() -> policy.maxWait(Duration.ofDays(2)))
        .hasMessage("max-wait must be at most PT24H, was PT48H");
    assertThatThrownBy(() -> new HashedRecord(SigningFixture.digest(1), -1))
        .hasMessage("a record's bytes must not be negative, were -1");
    assertThat(policy)
        .hasToString("WindowPolicy[maxRecords=1024, maxBytes=9223372036854775807, maxWait=PT1S]");
  }

  static List<SignedWindow> signed(
      RsaSigner signer, int count, WindowPolicy policy, WindowChain chain) {
    return Objects.requireNonNull(
        records(count).transform(signer.windows(policy, chain)).collectList().block(LIMIT));
  }

  static List<SignedRoot> roots(List<SignedWindow> windows) {
    return windows.stream().map(SignedWindow::root).toList();
  }

  static Flux<HashedRecord> records(int count) {
    return Flux.range(0, count).map(SignedWindowsTests::record);
  }

  private static HashedRecord record(int number) {
    return new HashedRecord(SigningFixture.digest(number), 4);
  }
}
