package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** Demand, order, errors and cancels of parts and their content. */
class BodyPartsTests {

  private static final String HEAD = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n";
  private static final String OVER =
      "a part can be read until what the handler made of it has ended";

  private final PooledBuffers buffers = new PooledBuffers();

  @AfterEach
  void everyBufferIsReleased() {
    assertThat(buffers.held()).isZero();
  }

  private Flux<DataBuffer> body(String... pieces) {
    return Flux.fromArray(pieces).map(this::buffer);
  }

  private DataBuffer buffer(String piece) {
    return buffers.buffer(piece.getBytes(StandardCharsets.US_ASCII));
  }

  private static BodyParts parts(Flux<DataBuffer> body) {
    return new BodyParts(body, BodyPartsTests::scanner);
  }

  private static PartScanner scanner() {
    return new PartScanner(
        "\r\n--b".getBytes(StandardCharsets.US_ASCII), new PartLimits(100_000, 1_000_000, 10));
  }

  private static Flux<String> texts(BodyPart part) {
    return part.map(
        buffer -> {
          String text = buffer.toString(StandardCharsets.US_ASCII);
          DataBufferUtils.release(buffer);
          return text;
        });
  }

  @Test
  void noMoreIsReadThanIsAskedFor() {
    BodyParts parts = parts(body(HEAD + "1", "2", "3\r\n--b--", "epilogue"));
    StepVerifier.create(parts.concatMap(BodyPartsTests::texts, 0), 0)
        .expectSubscription()
        .then(() -> assertThat(buffers.made()).isZero())
        .thenRequest(1)
        .expectNext("1")
        .then(() -> assertThat(buffers.made()).isEqualTo(1))
        .thenRequest(1)
        .expectNext("2")
        .then(() -> assertThat(buffers.made()).isEqualTo(2))
        .thenRequest(1)
        .expectNext("3")
        .then(() -> assertThat(buffers.made()).isEqualTo(3))
        .thenRequest(1)
        .expectComplete()
        .verify(WebServer.LIMIT);
    assertThat(buffers.made()).isEqualTo(4);
  }

  @Test
  void whoCancelsLosesTheRestOfItsPart() {
    BodyParts parts = parts(body(HEAD + "1", "2", "3\r\n" + HEAD + "4", "5\r\n--b--"));
    StepVerifier.create(parts.concatMap(part -> texts(part).take(1), 0))
        .expectNext("1", "4")
        .expectComplete()
        .verify(WebServer.LIMIT);
  }

  @Test
  void aReaderThatIsLeftBehindGetsAnError() {
    List<Throwable> errors = new ArrayList<>();
    BodyParts parts = parts(body(HEAD + "1\r\n" + HEAD + "2\r\n--b--"));
    Flux<String> names =
        parts.concatMap(
            part -> {
              part.subscribe(new Stalled(errors));
              return Mono.just(part.head().name());
            },
            0);
    StepVerifier.create(names).expectNext("a", "a").expectComplete().verify(WebServer.LIMIT);
    assertThat(errors).hasSize(2).allSatisfy(error -> assertThat(error).hasMessage(OVER));
  }

  /** Asks for nothing. */
  private static final class Stalled extends BaseSubscriber<DataBuffer> {

    private final List<Throwable> errors;

    Stalled(List<Throwable> errors) {
      this.errors = errors;
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {}

    @Override
    protected void hookOnError(Throwable error) {
      errors.add(error);
    }
  }

  @Test
  void aPartIsReadOnceAndInItsTurn() {
    List<BodyPart> kept = new ArrayList<>();
    BodyParts parts = parts(body(HEAD + "1\r\n" + HEAD + "2\r\n--b--"));
    StepVerifier.create(
            parts.doOnNext(kept::add).concatMap(p -> kept.size() == 1 ? texts(p) : Mono.empty(), 0))
        .expectNext("1")
        .expectComplete()
        .verify(WebServer.LIMIT);
    StepVerifier.create(kept.get(0))
        .expectErrorMessage("a part can be read once, and this one has been read")
        .verify(WebServer.LIMIT);
    StepVerifier.create(kept.get(1)).expectErrorMessage(OVER).verify(WebServer.LIMIT);
  }

  @Test
  void anErrorIsToldAgainWhateverIsMadeOfIt() {
    BodyParts parts = parts(body(HEAD + "1", "2\r\n--"));
    StepVerifier.create(parts.concatMap(part -> texts(part).onErrorReturn("broken"), 0))
        .expectNext("1", "2", "broken")
        .expectError(MalformedMultipartException.class)
        .verify(WebServer.LIMIT);
  }

  @Test
  void anErrorOfTheBodyComesBehindWhatWasBeforeIt() {
    BodyParts parts =
        parts(
            body(HEAD + "1\r\n" + HEAD + "2\r\n--b--")
                .concatWith(Mono.error(new IllegalStateException("broke off"))));
    StepVerifier.create(parts.concatMap(BodyPartsTests::texts, 0))
        .expectNext("1", "2")
        .expectErrorMessage("broke off")
        .verify(WebServer.LIMIT);
  }

  @Test
  void aCancelReleasesWhatIsHeld() {
    TestPublisher<DataBuffer> source = TestPublisher.create();
    StepVerifier.create(parts(source.flux()).concatMap(BodyPartsTests::texts, 0), 1)
        .then(() -> source.next(buffer(HEAD + "1\r\n" + HEAD + "2\r\n" + HEAD)))
        .expectNext("1")
        .then(() -> assertThat(buffers.held()).isEqualTo(1))
        .thenCancel()
        .verify(WebServer.LIMIT);
    source.assertCancelled();
  }

  @Test
  void whatArrivesAfterACancelIsReleased() {
    PartReader reader = new PartReader(new BaseSubscriber<BodyPart>() {}, scanner());
    reader.onSubscribe(Operators.emptySubscription());
    reader.cancel();
    reader.onNext(buffer(HEAD + "1"));
    assertThat(buffers.held()).isZero();
  }

  /** Each is asked for while the one before is passed on. */
  @Test
  void manyBuffersAreNotManyFrames() {
    Flux<DataBuffer> body =
        body(HEAD)
            .concatWith(Flux.range(0, 50_000).map(i -> buffer("x")))
            .concatWith(body("\r\n--b--"));
    StepVerifier.create(
            parts(body).concatMap(part -> texts(part).collect(Collectors.counting()), 0))
        .expectNext(50_000L)
        .expectComplete()
        .verify(WebServer.LIMIT);
  }
}
