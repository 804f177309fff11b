package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

class GatheredBodyTests {

  private final PooledBuffers buffers = new PooledBuffers();

  @AfterEach
  void everyBufferIsReleased() {
    assertThat(buffers.held()).isZero();
  }

  private static GatheredBody gather(Flux<DataBuffer> body, long limit) {
    return Objects.requireNonNull(GatheredBody.gather(body, limit).block(WebServer.LIMIT));
  }

  private static StepVerifier.FirstStep<DataBuffer> released(GatheredBody gathered) {
    return StepVerifier.create(gathered.body().doOnNext(DataBufferUtils::release));
  }

  @Test
  void aBodyUpToTheLimitIsWhole() {
    GatheredBody gathered = gather(buffers.tens(3), 30);
    assertThat(gathered.isWhole()).isTrue();
    assertThat(gathered.bytes()).isEqualTo(30);
    released(gathered).expectNextCount(3).expectComplete().verify(WebServer.LIMIT);
  }

  @Test
  void anEmptyBodyIsWhole() {
    GatheredBody gathered = gather(Flux.empty(), 0);
    assertThat(gathered.isWhole()).isTrue();
    released(gathered).expectComplete().verify(WebServer.LIMIT);
  }

  @Test
  void aLongerBodyIsAskedForNoFurtherThanTheLimit() {
    GatheredBody gathered = gather(buffers.tens(100), 29);
    assertThat(gathered.isWhole()).isFalse();
    assertThat(buffers.made()).isEqualTo(3);
    released(gathered).expectNextCount(100).expectComplete().verify(WebServer.LIMIT);
  }

  @Test
  void downstreamGetsWhatItAsksFor() {
    GatheredBody gathered = gather(buffers.tens(6), 25);
    StepVerifier.create(gathered.body().doOnNext(DataBufferUtils::release), 0)
        .thenRequest(1)
        .expectNextCount(1)
        .thenRequest(1)
        .expectNextCount(1)
        .then(() -> assertThat(buffers.made()).isEqualTo(3))
        .thenRequest(2)
        .expectNextCount(2)
        .then(() -> assertThat(buffers.made()).isEqualTo(4))
        .thenRequest(10)
        .expectNextCount(2)
        .expectComplete()
        .verify(WebServer.LIMIT);
  }

  @Test
  void anErrorWhileGatheringIsTheResultsOwn() {
    StepVerifier.create(
            GatheredBody.gather(
                buffers.tens(2).concatWith(Mono.error(new IllegalStateException("broke off"))),
                100))
        .expectErrorMessage("broke off")
        .verify(WebServer.LIMIT);
  }

  @Test
  void anErrorBehindTheLimitComesAfterWhatPrecedesIt() {
    GatheredBody gathered =
        gather(buffers.tens(5).concatWith(Mono.error(new IllegalStateException("broke off"))), 20);
    released(gathered).expectNextCount(5).expectErrorMessage("broke off").verify(WebServer.LIMIT);
  }

  @Test
  void anEndThatComesUnaskedWaitsForWhatIsHeld() {
    TestPublisher<DataBuffer> source = TestPublisher.create();
    AtomicReference<GatheredBody> result = new AtomicReference<>();
    GatheredBody.gather(source.flux(), 5).subscribe(result::set);
    source.next(buffers.buffer(10));
    source.complete();
    StepVerifier.create(result.get().body().doOnNext(DataBufferUtils::release), 0)
        .expectSubscription()
        .thenRequest(1)
        .expectNextCount(1)
        .expectComplete()
        .verify(WebServer.LIMIT);
  }

  @Test
  void whoeverCancelsWhileGatheringGetsNothing() {
    TestPublisher<DataBuffer> source = TestPublisher.create();
    Disposable gathering = GatheredBody.gather(source.flux(), 100).subscribe();
    source.next(buffers.buffer(10), buffers.buffer(10));
    gathering.dispose();
    source.assertCancelled();
    assertThat(buffers.held()).isZero();
  }

  @Test
  void whoeverCancelsTheBodyLeavesNothing() {
    TestPublisher<DataBuffer> source = TestPublisher.create();
    AtomicReference<GatheredBody> result = new AtomicReference<>();
    GatheredBody.gather(source.flux(), 15).subscribe(result::set);
    source.next(buffers.buffer(10), buffers.buffer(10));
    StepVerifier.create(result.get().body().doOnNext(DataBufferUtils::release), 1)
        .expectNextCount(1)
        .thenCancel()
        .verify(WebServer.LIMIT);
    source.assertCancelled();
  }

  @Test
  void aBodyThatNobodyTakesIsDisposed() {
    TestPublisher<DataBuffer> source = TestPublisher.create();
    AtomicReference<GatheredBody> result = new AtomicReference<>();
    GatheredBody.gather(source.flux(), 15).subscribe(result::set);
    source.next(buffers.buffer(10), buffers.buffer(10));
    result.get().dispose();
    source.assertCancelled();
    StepVerifier.create(result.get().body())
        .expectErrorMessage("a gathered body can be read once")
        .verify(WebServer.LIMIT);
  }

  /** The result is there, and its receiver goes at this very moment. */
  @Test
  void aResultThatIsDroppedIsDisposed() {
    Sinks.One<GatheredBody> never = Sinks.one();
    StepVerifier.create(
            GatheredBody.gather(buffers.tens(2), 100)
                .filter(gathered -> false)
                .switchIfEmpty(never.asMono()))
        .expectSubscription()
        .thenCancel()
        .verify(WebServer.LIMIT);
  }
}
