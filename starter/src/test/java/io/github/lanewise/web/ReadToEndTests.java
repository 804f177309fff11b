package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

class ReadToEndTests {

  private final PooledBuffers buffers = new PooledBuffers();

  @AfterEach
  void everyBufferIsReleased() {
    assertThat(buffers.held()).isZero();
  }

  private static void readOne(ReadToEnd body) {
    StepVerifier.create(body.body().doOnNext(DataBufferUtils::release), 1)
        .expectNextCount(1)
        .thenCancel()
        .verify(WebServer.LIMIT);
  }

  @Test
  void aReaderGetsWhatItAsksForAndTheEnd() {
    ReadToEnd body = new ReadToEnd(buffers.tens(3), "a body");
    StepVerifier.create(body.body().doOnNext(DataBufferUtils::release), 1)
        .expectNextCount(1)
        .then(() -> assertThat(buffers.made()).isEqualTo(1))
        .thenRequest(5)
        .expectNextCount(2)
        .expectComplete()
        .verify(WebServer.LIMIT);
    StepVerifier.create(body.ended()).expectComplete().verify(WebServer.LIMIT);
  }

  @Test
  void whatAReaderLeavesIsReadToTheEnd() {
    ReadToEnd body = new ReadToEnd(buffers.tens(100), "a body");
    readOne(body);
    StepVerifier.create(body.ended()).expectComplete().verify(WebServer.LIMIT);
    assertThat(buffers.made()).isEqualTo(100);
  }

  @Test
  void anErrorBehindTheReaderIsThatOfTheEnd() {
    ReadToEnd body =
        new ReadToEnd(
            buffers.tens(3).concatWith(Mono.error(new IllegalStateException("broke off"))),
            "a body");
    readOne(body);
    StepVerifier.create(body.ended()).expectErrorMessage("broke off").verify(WebServer.LIMIT);
  }

  @Test
  void whoeverStopsItReadsNoFurther() {
    TestPublisher<DataBuffer> source = TestPublisher.create();
    ReadToEnd body = new ReadToEnd(source.flux(), "a body");
    StepVerifier.create(body.body().doOnNext(DataBufferUtils::release))
        .then(() -> source.next(buffers.buffer(10)))
        .expectNextCount(1)
        .thenCancel()
        .verify(WebServer.LIMIT);
    assertThat(body.isDraining()).isTrue();
    source.next(buffers.buffer(10));
    source.assertNotCancelled();
    body.stop();
    source.assertCancelled();
    StepVerifier.create(body.ended())
        .expectErrorMessage("the rest of a body was not read")
        .verify(WebServer.LIMIT);
  }

  @Test
  void aBodyThatIsBeingReadIsNotStopped() {
    ReadToEnd body = new ReadToEnd(buffers.tens(2), "a body");
    body.stop();
    StepVerifier.create(body.body().doOnNext(DataBufferUtils::release))
        .expectNextCount(2)
        .expectComplete()
        .verify(WebServer.LIMIT);
  }

  @Test
  void itIsReadOnce() {
    ReadToEnd body = new ReadToEnd(buffers.tens(2), "a body");
    readOne(body);
    StepVerifier.create(body.body())
        .expectErrorMessage("a body can be read once, and has been read")
        .verify(WebServer.LIMIT);
  }

  @Test
  void whatIsRefusedIsSwallowedUpToALimit() {
    StepVerifier.create(ReadToEnd.swallow(buffers.tens(50)))
        .expectComplete()
        .verify(WebServer.LIMIT);
    assertThat(buffers.made()).isEqualTo(50);
    long limit = 100;
    ReadToEnd body = new ReadToEnd(buffers.tens(1_000), "a body", limit);
    StepVerifier.create(body.swallow()).expectComplete().verify(WebServer.LIMIT);
    assertThat(buffers.made()).isEqualTo(50 + 11);
  }
}
