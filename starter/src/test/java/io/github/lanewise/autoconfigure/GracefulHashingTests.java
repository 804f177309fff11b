package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

class GracefulHashingTests {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final ApplicationContextRunner contextRunner =
      new ApplicationContextRunner()
          .withPropertyValues("lanewise.engine=jdk")
          .withConfiguration(
              AutoConfigurations.of(
                  HashingPipelineAutoConfiguration.class, GracefulHashingAutoConfiguration.class));

  @Test
  void itStopsAfterTheWebServer() {
    assertThat(GracefulHashing.PHASE)
        .isLessThan(WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE)
        .isLessThan(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE);
  }

  @Test
  void aStreamThatIsUnderWayIsHashedToItsEndBeforeThePipelineCloses() {
    contextRunner.run(
        context -> {
          Sinks.Many<byte[]> source = Sinks.many().unicast().onBackpressureBuffer();
          CompletableFuture<Sha256Digest> digest = subscribe(pipeline(context), source.asFlux());
          source.tryEmitNext(new byte[1_000]);

          Thread closing = close(context);
          for (int i = 0; i < 10; i++) {
            source.tryEmitNext(new byte[1_000]);
            TimeUnit.MILLISECONDS.sleep(50);
          }
          assertThat(closing.isAlive()).isTrue();
          source.tryEmitComplete();

          assertThat(digest.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isNotNull();
          assertThat(closing.join(LIMIT)).isTrue();
        });
  }

  /** Nobody would wait for an endless stream that nothing comes from. */
  @Test
  void aStreamThatBringsNothingEndsInAnError() {
    contextRunner.run(
        context -> {
          CompletableFuture<Sha256Digest> digest = subscribe(pipeline(context), Flux.never());
          Thread closing = close(context);
          assertThat(closing.join(LIMIT)).isTrue();
          assertThat(digest)
              .failsWithin(LIMIT)
              .withThrowableThat()
              .havingRootCause()
              .withMessageStartingWith("the hashing pipeline is closed");
        });
  }

  @Test
  void withNothingUnderWayItDoesNotHoldUpAnything() {
    try (HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(1).build()) {
      GracefulHashing lifecycle = new GracefulHashing(pipeline, () -> null);
      lifecycle.start();
      assertThat(lifecycle.isRunning()).isTrue();
      CountDownLatch called = new CountDownLatch(1);
      lifecycle.stop(called::countDown);
      assertThat(called.getCount()).isZero();
      assertThat(lifecycle.isRunning()).isFalse();
    }
  }

  @Test
  void theLifecycleOfTheApplicationWins() {
    contextRunner
        .withBean("gracefulHashing", String.class, () -> "none")
        .run(context -> assertThat(context).doesNotHaveBean(SmartLifecycle.class));
  }

  private static HashingPipeline pipeline(ConfigurableApplicationContext context) {
    return context.getBean(HashingPipeline.class);
  }

  private static CompletableFuture<Sha256Digest> subscribe(
      HashingPipeline pipeline, Flux<byte[]> source) {
    CompletableFuture<Sha256Digest> digest =
        source.as(pipeline.digest(BufferAccess.byteArrays())).toFuture();
    await().atMost(LIMIT).until(() -> pipeline.statistics().openStreams() == 1);
    return digest;
  }

  private static Thread close(ConfigurableApplicationContext context) {
    return Thread.ofPlatform().start(context::close);
  }
}
