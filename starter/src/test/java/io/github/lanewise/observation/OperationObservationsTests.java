package io.github.lanewise.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import io.micrometer.observation.Observation;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

class OperationObservationsTests {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final TestObservationRegistry registry = TestObservationRegistry.create();
  private final HashingPipeline pipeline =
      HashingPipeline.builder()
          .engine("jdk")
          .workers(1)
          .digestListeners(OperationObservations.ofDigests(registry))
          .build();

  @AfterEach
  void close() {
    pipeline.close();
  }

  @Test
  void aDigestIsObservedFromSubscriptionToItsValue() {
    StepVerifier.create(Flux.just(new byte[10]).as(pipeline.digest(BufferAccess.byteArrays())))
        .expectNextCount(1)
        .expectComplete()
        .verify(LIMIT);
    observed()
        .hasObservationWithNameEqualTo("lanewise.digest")
        .that()
        .hasBeenStarted()
        .hasBeenStopped()
        .hasContextualNameEqualTo("lanewise digest")
        .hasLowCardinalityKeyValue("outcome", "success")
        .doesNotHaveError();
  }

  @Test
  void anErrorAndACancellationAreOutcomes() {
    StepVerifier.create(
            Flux.<byte[]>error(new IllegalStateException("on purpose"))
                .transform(pipeline.tap(BufferAccess.byteArrays(), digest -> {})))
        .expectErrorMessage("on purpose")
        .verify(LIMIT);
    observed()
        .hasObservationWithNameEqualTo("lanewise.digest")
        .that()
        .hasLowCardinalityKeyValue("outcome", "error")
        .hasError()
        .hasBeenStopped();
    registry.clear();

    StepVerifier.create(Flux.<byte[]>never().as(pipeline.digest(BufferAccess.byteArrays())))
        .thenCancel()
        .verify(LIMIT);
    observed()
        .hasObservationWithNameEqualTo("lanewise.digest")
        .that()
        .hasLowCardinalityKeyValue("outcome", "cancelled")
        .hasBeenStopped();
  }

  /** What a controller does in its request's span, and what the body's source does in ours. */
  @Test
  void theParentComesFromTheSubscriberAndUpstreamFindsTheObservation() {
    Observation parent = Observation.start("request", registry);
    AtomicReference<@Nullable Object> seenUpstream = new AtomicReference<>();
    StepVerifier.create(
            Flux.deferContextual(
                    context -> {
                      seenUpstream.set(context.get(ObservedOperation.KEY));
                      return Flux.just(new byte[10]);
                    })
                .as(pipeline.digest(BufferAccess.byteArrays()))
                .contextWrite(context -> context.put(ObservedOperation.KEY, parent)))
        .expectNextCount(1)
        .expectComplete()
        .verify(LIMIT);
    observed()
        .hasObservationWithNameEqualTo("lanewise.digest")
        .that()
        .hasParentObservationEqualTo(parent);
    assertThat(seenUpstream.get())
        .isInstanceOfSatisfying(
            Observation.class,
            ours -> assertThat(ours.getContextView().getName()).isEqualTo("lanewise.digest"));
    parent.stop();
  }

  @Test
  void aSignatureIsObservedWithItsScheme() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2_048);
    try (RsaSigner signer =
        RsaSigner.create(
            RsaKey.of(generator.generateKeyPair().getPrivate()),
            Schedulers.parallel(),
            Schedulers.parallel())) {
      signer.listenToSignatures(OperationObservations.ofSignatures(registry, signer.scheme()));
      StepVerifier.create(
              Mono.just(new byte[10])
                  .flux()
                  .as(pipeline.digest(BufferAccess.byteArrays()))
                  .flatMap(signer::sign))
          .expectNextCount(1)
          .expectComplete()
          .verify(LIMIT);
      observed()
          .hasObservationWithNameEqualTo("lanewise.signature")
          .that()
          .hasLowCardinalityKeyValue("outcome", "success")
          .hasLowCardinalityKeyValue("scheme", "RSASSA-PKCS1-v1_5")
          .hasBeenStopped();
    }
  }

  private TestObservationRegistryAssert observed() {
    return TestObservationRegistryAssert.assertThat(registry);
  }
}
