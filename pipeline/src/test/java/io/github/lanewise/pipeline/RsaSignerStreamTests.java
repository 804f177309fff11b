package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.SigningFixture.KEY;
import static io.github.lanewise.pipeline.SigningFixture.LIMIT;
import static io.github.lanewise.pipeline.SigningFixture.expectedSigned;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.rsa.RsaCrt;
import io.github.lanewise.kernel.rsa.TestCrt;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

class RsaSignerStreamTests {

  private static final RsaSigner SIGNER = RsaSigner.create(KEY);

  @AfterAll
  static void close() {
    SIGNER.close();
  }

  @TestFactory
  Stream<DynamicTest> keepsTheRulesOfReactiveStreams() {
    return ReactiveStreamsTck.of(Verification::new);
  }

  @Test
  void everyDigestLeavesWithItsSignatureInOrder() {
    StepVerifier.create(digests(100).transform(SIGNER.signatures()))
        .expectNextSequence(
            IntStream.range(0, 100).mapToObj(SigningFixture::expectedSigned).toList())
        .expectComplete()
        .verify(LIMIT);
  }

  /** The first half waits for four later ones, so that later signatures are ready first. */
  @Test
  void orderIsKeptWhereLaterSignaturesAreReadyFirst() {
    AtomicInteger halves = new AtomicInteger();
    CountDownLatch later = new CountDownLatch(4);
    RsaCrt crt =
        TestCrt.observed(
            KEY,
            () -> {
              if (halves.incrementAndGet() == 1) {
                await(later);
              } else {
                later.countDown();
              }
            });
    try (RsaSigner signer = SigningFixture.signer(crt)) {
      StepVerifier.create(digests(4).transform(signer.signatures()))
          .expectNextSequence(
              IntStream.range(0, 4).mapToObj(SigningFixture::expectedSigned).toList())
          .expectComplete()
          .verify(LIMIT);
    }
  }

  @Test
  void noMoreDigestsThanPromisedAreRequestedThatHaveNotLeft() {
    AtomicLong requested = new AtomicLong();
    Flux<SignedDigest> signed =
        digests(100).doOnRequest(requested::addAndGet).transform(SIGNER.signatures());

    StepVerifier.create(signed, 0)
        .expectSubscription()
        .then(() -> assertThat(requested).hasValue(RsaSigner.IN_FLIGHT))
        .thenRequest(1)
        .expectNext(expectedSigned(0))
        .then(() -> assertThat(requested.get()).isLessThanOrEqualTo(RsaSigner.IN_FLIGHT + 1))
        .thenRequest(3)
        .expectNext(expectedSigned(1), expectedSigned(2), expectedSigned(3))
        .then(() -> assertThat(requested.get()).isLessThanOrEqualTo(RsaSigner.IN_FLIGHT + 4))
        .thenRequest(1)
        .expectNext(expectedSigned(4)) // only there because more was requested
        .thenCancel()
        .verify(LIMIT);
  }

  @Test
  void unboundedDemandDownstreamIsBoundedUpstream() {
    AtomicInteger entered = new AtomicInteger();
    AtomicInteger left = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Flux<SignedDigest> signed =
        digests(50)
            .doOnNext(
                digest -> most.accumulateAndGet(entered.incrementAndGet() - left.get(), Math::max))
            .transform(SIGNER.signatures())
            .doOnNext(s -> left.incrementAndGet());

    StepVerifier.create(signed).expectNextCount(50).expectComplete().verify(LIMIT);
    assertThat(most).hasValueBetween(1, RsaSigner.IN_FLIGHT);
  }

  @Test
  void severalSignaturesAreUnderWayAtOnce() {
    ManualScheduler worker = new ManualScheduler();
    AtomicInteger halves = new AtomicInteger();
    RsaSigner signer =
        SigningFixture.signer(TestCrt.observed(KEY, halves::incrementAndGet), worker, worker);

    StepVerifier.create(digests(100).transform(signer.signatures()), 0)
        .then(worker::runAll)
        .then(() -> assertThat(halves).hasValue(2 * RsaSigner.IN_FLIGHT))
        .thenCancel()
        .verify(LIMIT);
  }

  @Test
  void cancellingCancelsUpstreamAndWhatIsQueued() {
    TestPublisher<Sha256Digest> upstream = TestPublisher.create();
    ManualScheduler worker = new ManualScheduler();
    AtomicInteger halves = new AtomicInteger();
    RsaSigner signer =
        SigningFixture.signer(TestCrt.observed(KEY, halves::incrementAndGet), worker, worker);

    StepVerifier.create(upstream.flux().transform(signer.signatures()))
        .then(() -> upstream.next(SigningFixture.digest(1), SigningFixture.digest(2)))
        .thenCancel()
        .verify(LIMIT);
    worker.runAll();

    upstream.assertCancelled();
    assertThat(halves).hasValue(0);
  }

  @Test
  void anErrorOfUpstreamArrives() {
    Flux<Sha256Digest> failing =
        digests(2).concatWith(Flux.error(new IllegalArgumentException("no more")));

    StepVerifier.create(failing.transform(SIGNER.signatures()).ignoreElements())
        .expectErrorMessage("no more")
        .verify(LIMIT);
  }

  @Test
  void anErrorOfASignatureCancelsUpstream() {
    RsaSigner closed = RsaSigner.create(KEY);
    closed.close();
    TestPublisher<Sha256Digest> upstream = TestPublisher.create();

    StepVerifier.create(upstream.flux().transform(closed.signatures()))
        .then(() -> upstream.next(SigningFixture.digest(1)))
        .expectErrorMessage("the signer must be open, it is closed")
        .verify(LIMIT);
    upstream.assertCancelled();
  }

  /** Steps that were queued on a worker's thread end with it: nobody must wait for them. */
  @RepeatedTest(10)
  void closingInTheMiddleEndsTheStreamWithAnError() {
    RsaSigner signer = RsaSigner.create(KEY);

    StepVerifier.create(digests(10_000).transform(signer.signatures()))
        .expectNextCount(3)
        .then(signer::close)
        .thenConsumeWhile(signed -> true)
        .expectErrorMessage("the signer must be open, it is closed")
        .verify(LIMIT);
  }

  @Test
  void theContextReachesUpstream() {
    Flux<SignedDigest> signed =
        Flux.deferContextual(context -> digests(context.<Integer>get("count")))
            .transform(SIGNER.signatures())
            .contextWrite(context -> context.put("count", 3));

    StepVerifier.create(signed).expectNextCount(3).expectComplete().verify(LIMIT);
  }

  @Test
  void noDigestsGiveNoSignatures() {
    StepVerifier.create(Flux.<Sha256Digest>empty().transform(SIGNER.signatures()))
        .expectComplete()
        .verify(LIMIT);
  }

  private static Flux<Sha256Digest> digests(int count) {
    return Flux.range(0, count).map(SigningFixture::digest);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static final class Verification extends PublisherVerification<SignedDigest> {

    Verification() {
      // Two seconds for a signal that must come, a tenth for one that must not.
      super(new TestEnvironment(2_000, 100));
    }

    @Override
    public Publisher<SignedDigest> createPublisher(long elements) {
      return digests((int) Math.min(elements, Integer.MAX_VALUE)).transform(SIGNER.signatures());
    }

    @Override
    public Publisher<SignedDigest> createFailedPublisher() {
      return Flux.<Sha256Digest>error(new IllegalStateException("a publisher that fails"))
          .transform(SIGNER.signatures());
    }
  }
}
