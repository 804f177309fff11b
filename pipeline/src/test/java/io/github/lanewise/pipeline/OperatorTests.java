package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.digestOf;
import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import io.github.lanewise.pipeline.Payloads.Tracked;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** What the operators make of payloads, on real workers, with every engine that there is. */
@ParameterizedClass
@MethodSource("engines")
class OperatorTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final HashingPipeline pipeline;
  private final Payloads payloads = new Payloads();

  OperatorTests(String engine) {
    pipeline = HashingPipeline.builder().engine(engine).workers(2).prefetch(8).build();
  }

  static Stream<String> engines() {
    return Sha256Engines.discover().candidates().stream()
        .filter(candidate -> candidate.refusal() == null)
        .map(Sha256Engines.Candidate::name);
  }

  @AfterEach
  void nothingIsKept() {
    Eventually.holds("no stream is open", () -> pipeline.statistics().openStreams() == 0);
    pipeline.close();
    assertThat(payloads.settled()).isEqualTo(payloads.made());
  }

  @Test
  void theDigestOfAStreamIsThatOfItsBytes() {
    byte[] one = random(1, 1);
    byte[] two = random(100_000, 2);
    byte[] three = random(63, 3);
    StepVerifier.create(Flux.just(one, two, three).map(payloads::of).as(pipeline.digest(payloads)))
        .expectNext(digestOf(one, two, three))
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void everyPieceOfACompositePayloadIsHashed() {
    // Not only the first, as in spring-framework #36714.
    byte[] one = random(64, 1);
    byte[] two = random(3, 2);
    byte[] three = random(5_000, 3);
    StepVerifier.create(
            Flux.just(payloads.of(one, new byte[0], two), payloads.of(), payloads.of(three))
                .as(pipeline.digest(payloads)))
        .expectNext(digestOf(one, two, three))
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void anEmptyStreamHasTheDigestOfNoBytes() {
    StepVerifier.create(Flux.<Tracked>empty().as(pipeline.digest(payloads)))
        .expectNext(digestOf())
        .expectComplete()
        .verify(LIMIT);
    StepVerifier.create(Flux.just(payloads.of(new byte[0])).as(pipeline.digest(payloads)))
        .expectNext(digestOf())
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void aTapPassesTheSamePayloadsInOrderAndThenTheDigest() {
    List<byte[]> parts = IntStream.range(0, 50).mapToObj(i -> random(i * 97, i)).toList();
    List<Tracked> sent = parts.stream().map(payloads::of).toList();
    AtomicReference<Sha256Digest> digest = new AtomicReference<>();
    List<Tracked> received = new ArrayList<>();
    StepVerifier.create(
            Flux.fromIterable(sent)
                .transform(pipeline.tap(payloads, digest::set))
                .doOnNext(payload -> assertThat(digest.get()).isNull())
                .doOnNext(Tracked::release)
                .doOnComplete(() -> assertThat(digest.get()).isNotNull()))
        .recordWith(() -> received)
        .thenConsumeWhile(payload -> true)
        .expectComplete()
        .verify(LIMIT);
    assertThat(received).containsExactlyElementsOf(sent);
    assertThat(digest.get()).isEqualTo(digestOf(parts.toArray(byte[][]::new)));
  }

  @Test
  void whatTheDigestConsumerThrowsBecomesTheError() {
    IllegalArgumentException refusal = new IllegalArgumentException("not the digest expected");
    StepVerifier.create(
            Flux.just(payloads.of(random(10, 1)))
                .transform(
                    pipeline.tap(
                        payloads,
                        digest -> {
                          throw refusal;
                        }))
                .doOnNext(Tracked::release))
        .expectNextCount(1)
        .expectErrorSatisfies(e -> assertThat(e).isSameAs(refusal))
        .verify(LIMIT);
  }

  @Test
  void messagesGetTheirDigestsInOrderWhateverTheirLength() {
    Random random = new Random(5);
    List<byte[]> messages =
        IntStream.range(0, 500)
            .mapToObj(i -> random(random.nextInt(random.nextInt(10) == 0 ? 20_000 : 300), i))
            .toList();
    StepVerifier.create(
            Flux.fromIterable(messages)
                .map(message -> payloads.of(split(message)))
                .transform(pipeline.messages(payloads))
                .doOnNext(hashed -> hashed.message().release())
                .map(HashedMessage::digest)
                .collectList())
        .expectNext(messages.stream().map(Payloads::digestOf).toList())
        .expectComplete()
        .verify(LIMIT);
  }

  private static byte[][] split(byte[] message) {
    int middle = message.length / 3;
    return new byte[][] {
      Arrays.copyOfRange(message, 0, middle), Arrays.copyOfRange(message, middle, message.length)
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 1000, 4096, 65_536, Integer.MAX_VALUE})
  void chunksDoNotDependOnWherePayloadsEnd(int chunkBytes) {
    byte[] stream = random(chunkBytes < 64 ? 1_000 : 140_000, 1);
    List<HashedChunk> expected = new ArrayList<>();
    for (long at = 0; at < stream.length; at += chunkBytes) {
      int end = (int) Math.min(stream.length, at + chunkBytes);
      byte[] chunk = Arrays.copyOfRange(stream, (int) at, end);
      expected.add(new HashedChunk(at, chunk.length, digestOf(chunk)));
    }
    Random random = new Random(chunkBytes);
    List<Tracked> pieces = new ArrayList<>();
    for (int at = 0; at < stream.length; ) {
      int end = Math.min(stream.length, at + random.nextInt(20_000));
      pieces.add(payloads.of(split(Arrays.copyOfRange(stream, at, end))));
      at = end;
    }
    StepVerifier.create(
            Flux.fromIterable(pieces)
                .transform(pipeline.chunks(payloads, chunkBytes))
                .collectList())
        .expectNext(expected)
        .expectComplete()
        .verify(LIMIT);
  }

  @Test
  void anEmptyStreamHasNoChunks() {
    StepVerifier.create(Flux.<Tracked>empty().transform(pipeline.chunks(payloads, 64)))
        .expectComplete()
        .verify(LIMIT);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> pipeline.chunks(payloads, 0))
        .withMessage("chunkBytes must be at least 1, was 0");
  }

  @Test
  void manyStreamsAtOnceEachGetTheirOwnDigest() {
    // As against aws-sdk-java-v2 #5836, where one stream's digest mixed with another's.
    StepVerifier.create(
            Flux.range(0, 200)
                .flatMap(
                    i -> {
                      List<byte[]> parts =
                          IntStream.range(0, i % 20).mapToObj(p -> random(p * 531 + i, i)).toList();
                      return Flux.fromIterable(parts)
                          .map(payloads::of)
                          .subscribeOn(Schedulers.parallel())
                          .as(pipeline.digest(payloads))
                          .map(digest -> digest.equals(digestOf(parts.toArray(byte[][]::new))));
                    },
                    64)
                .filter(right -> right)
                .count())
        .expectNext(200L)
        .expectComplete()
        .verify(LIMIT);
    assertThat(pipeline.statistics().messages()).isEqualTo(200);
    assertThat(pipeline.statistics().meanOccupancy()).isBetween(1 / 16.0, 1.0);
  }

  @Test
  void byteBuffersAndArraysNeedNoAdapter() {
    byte[] bytes = random(1_000, 1);
    Mono<Sha256Digest> ofBuffer =
        Flux.just(ByteBuffer.wrap(bytes)).as(pipeline.digest(BufferAccess.byteBuffers()));
    Mono<Sha256Digest> ofArray = Flux.just(bytes).as(pipeline.digest(BufferAccess.byteArrays()));
    StepVerifier.create(Flux.concat(ofBuffer, ofArray))
        .expectNext(digestOf(bytes), digestOf(bytes))
        .expectComplete()
        .verify(LIMIT);
  }
}
