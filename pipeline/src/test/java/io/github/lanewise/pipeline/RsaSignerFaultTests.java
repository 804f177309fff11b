package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.SigningFixture.KEY;
import static io.github.lanewise.pipeline.SigningFixture.LIMIT;
import static io.github.lanewise.pipeline.SigningFixture.digest;
import static io.github.lanewise.pipeline.SigningFixture.expected;
import static io.github.lanewise.pipeline.SigningFixture.expectedSigned;
import static io.github.lanewise.pipeline.SigningFixture.signer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.github.lanewise.kernel.rsa.FaultySignatureException;
import io.github.lanewise.kernel.rsa.PendingSignature;
import io.github.lanewise.kernel.rsa.RsaCrt;
import io.github.lanewise.kernel.rsa.RsaEngineChoice;
import io.github.lanewise.kernel.rsa.TestCrt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

class RsaSignerFaultTests {

  @ParameterizedTest
  @MethodSource("faults")
  void aFaultIsCountedAndTheRightValueLeaves(RsaCrt crt) {
    try (RsaSigner signer = signer(crt)) {
      StepVerifier.create(signer.sign(digest(1)))
          .expectNext(expected(1))
          .expectComplete()
          .verify(LIMIT);
      assertThat(signer.faults()).isOne();
    }
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        argumentSet("half p", TestCrt.faultyHalfP(KEY, () -> true)),
        argumentSet("half q", TestCrt.faultyHalfQ(KEY, () -> true)),
        argumentSet("recombination", TestCrt.faultyRecombination(KEY, () -> true)));
  }

  @Test
  void faultsInAStreamChangeNothingThatLeaves() {
    AtomicInteger halves = new AtomicInteger();
    RsaCrt everyThird = TestCrt.faultyHalfP(KEY, () -> halves.incrementAndGet() % 3 == 0);
    try (RsaSigner signer = signer(everyThird)) {
      StepVerifier.create(
              Flux.range(0, 30).map(SigningFixture::digest).transform(signer.signatures()))
          .expectNextSequence(
              IntStream.range(0, 30).mapToObj(SigningFixture::expectedSigned).toList())
          .expectComplete()
          .verify(LIMIT);
      assertThat(signer.faults()).isEqualTo(10);
    }
    assertThat(expectedSigned(0)).isNotEqualTo(expectedSigned(1));
  }

  /** In lanes, where the second of every three signatures of the key is wrong modulo p. */
  @Test
  void faultsInLanesChangeNothingThatLeaves() {
    AtomicInteger halves = new AtomicInteger();
    RsaEngineChoice choice = TestCrt.faultyLanes(KEY, 4, () -> halves.incrementAndGet() % 3 == 2);
    try (RsaSigner signer = signer(RsaCrt.of(KEY), choice)) {
      StepVerifier.create(
              Flux.range(0, 30).map(SigningFixture::digest).transform(signer.signatures()))
          .expectNextSequence(
              IntStream.range(0, 30).mapToObj(SigningFixture::expectedSigned).toList())
          .expectComplete()
          .verify(LIMIT);
      assertThat(signer.faults()).isEqualTo(10);
    }
  }

  /** The seam is the way out itself: the JCA cannot be made to fail from here. */
  @Test
  void aFaultOnBothRoadsIsAnErrorAndNoValue() {
    FaultySignatureException onTheOtherWay = faultySignature();
    FaultFallback fallback = new FaultFallback();
    PendingSignature pending = computed(TestCrt.faultyHalfQ(KEY, () -> true));

    assertThatThrownBy(
            () ->
                fallback.finish(
                    pending,
                    () -> {
                      throw onTheOtherWay;
                    }))
        .isSameAs(onTheOtherWay)
        .satisfies(
            error ->
                assertThat(error.getSuppressed())
                    .singleElement()
                    .isInstanceOf(FaultySignatureException.class));
    assertThat(fallback.faults()).isOne();
  }

  @Test
  void theOtherRoadIsNotTakenWithoutAFault() {
    FaultFallback fallback = new FaultFallback();

    assertThat(
            fallback.finish(
                computed(RsaCrt.of(KEY)),
                () -> {
                  throw new AssertionError("not needed");
                }))
        .isEqualTo(expected(1).toByteArray());
    assertThat(fallback.faults()).isZero();
  }

  private static PendingSignature computed(RsaCrt crt) {
    PendingSignature pending = crt.begin(digest(1));
    pending.halfP().run();
    pending.halfQ().run();
    return pending;
  }

  private static FaultySignatureException faultySignature() {
    return catchThrowableOfType(
        FaultySignatureException.class,
        () -> TestCrt.faultyRecombination(KEY, () -> true).sign(digest(1)));
  }
}
