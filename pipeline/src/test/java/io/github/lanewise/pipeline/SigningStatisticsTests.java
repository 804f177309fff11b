package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.SigningFixture.KEY;
import static io.github.lanewise.pipeline.SigningFixture.LIMIT;
import static io.github.lanewise.pipeline.SigningFixture.digest;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.rsa.RsaCrt;
import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.kernel.rsa.TestCrt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** By which key and on which road signatures are made, with workers that run when told to. */
class SigningStatisticsTests {

  private final ManualScheduler first = new ManualScheduler();
  private final ManualScheduler second = new ManualScheduler();

  @Test
  void aSignatureThatNobodyHelpsWithIsOnOneWorker() {
    RsaSigner signer = SigningFixture.signer(RsaCrt.of(KEY), first, second);
    sign(signer, 1);
    assertThat(signer.statistics().signatures())
        .isEqualTo(Map.of(KEY.keyId(), roads(SigningRoad.ONE_WORKER, 1)));
  }

  /** The second worker gets its turn while the first computes its half. */
  @Test
  void aSignatureWhoseSecondHalfIsTakenIsOnTwo() {
    RsaCrt crt =
        TestCrt.faultyHalfP(
            KEY,
            () -> {
              second.runAll();
              return false;
            });
    RsaSigner signer = SigningFixture.signer(crt, first, second);
    sign(signer, 1);
    assertThat(signer.statistics().signatures(KEY.keyId(), SigningRoad.TWO_WORKERS)).isOne();
  }

  @Test
  void signaturesThatAreComputedTogetherAreInLanes() {
    RsaSigner signer =
        SigningFixture.signer(
            RsaCrt.of(KEY),
            TestCrt.lanes(8, 3, batch -> {}),
            first,
            second,
            Disposables.disposed());
    sign(signer, 4);
    assertThat(signer.statistics().signatures(KEY.keyId(), SigningRoad.LANES)).isEqualTo(4);
  }

  @Test
  void aSignatureAfterAFaultIsByTheJca() {
    RsaSigner signer = SigningFixture.signer(TestCrt.faultyHalfQ(KEY, () -> true), first, second);
    sign(signer, 1);
    assertThat(signer.statistics().signatures(KEY.keyId(), SigningRoad.JCA)).isOne();
    assertThat(signer.statistics().faults()).isOne();
  }

  @Test
  void whatIsUnderWayIsCountedUntilItIsThereOrGivenUp() {
    RsaSigner signer = SigningFixture.signer(RsaCrt.of(KEY), first, second);
    StepVerifier.create(signer.sign(digest(1)))
        .then(() -> assertThat(signer.statistics().underWay()).isOne())
        .thenCancel()
        .verify(LIMIT);
    assertThat(signer.statistics().underWay()).isZero();
    sign(signer, 1);
    assertThat(signer.statistics().underWay()).isZero();
  }

  @Test
  void eachKeyIsToldBeforeItSigns() {
    RsaKey other = RsaKey.of(SigningFixture.generate().getPrivate());
    try (RsaSigner signer = RsaSigner.create(KEY, Schedulers.immediate(), Schedulers.immediate())) {
      List<String> told = new ArrayList<>();
      signer.listenToKeys(told::add);
      signer.rotate(other);
      assertThat(told).containsExactly(KEY.keyId(), other.keyId());
      StepVerifier.create(signer.sign(digest(1))).expectNextCount(1).expectComplete().verify(LIMIT);
      assertThat(signer.statistics().signatures()).containsOnlyKeys(other.keyId());
    }
  }

  private void sign(RsaSigner signer, int count) {
    StepVerifier.create(Flux.range(0, count).flatMap(i -> signer.sign(digest(i)), count))
        .then(first::runAll)
        .expectNextCount(count)
        .expectComplete()
        .verify(LIMIT);
  }

  private static Map<SigningRoad, Long> roads(SigningRoad taken, long count) {
    return Map.of(
        SigningRoad.ONE_WORKER, taken == SigningRoad.ONE_WORKER ? count : 0L,
        SigningRoad.TWO_WORKERS, taken == SigningRoad.TWO_WORKERS ? count : 0L,
        SigningRoad.LANES, taken == SigningRoad.LANES ? count : 0L,
        SigningRoad.JCA, taken == SigningRoad.JCA ? count : 0L);
  }
}
