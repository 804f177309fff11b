package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.web.ScannedParts.ScannedPart;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.reactivestreams.Publisher;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.http.codec.multipart.DefaultPartHttpMessageReader;
import org.springframework.http.codec.multipart.Part;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/**
 * Random bodies: what is found is what was put in, and what Spring finds; and whatever breaks off,
 * on whichever thread, no buffer is held. {@code -Dlanewise.seed} chooses other bodies.
 */
@ExtendWith(NoBufferLeaks.class)
class RandomPartsTests {

  private static final long SEED = Long.getLong("lanewise.seed", 20_260_801L);
  private static final PartLimits LIMITS = new PartLimits(1_000_000, 1_000_000, 100);

  private final SplittableRandom seeds = new SplittableRandom(SEED);
  private final PooledBuffers buffers = new PooledBuffers();

  @Test
  void aBodyHasTheSamePartsWhereverItIsCut() {
    System.out.println("-Dlanewise.seed=" + SEED);
    ScannedParts scanned = new ScannedParts(buffers);
    for (int i = 0; i < 300; i++) {
      RandomParts parts = new RandomParts(seeds.nextLong(), 200);
      byte[] body = parts.body();
      List<ScannedPart> expected =
          IntStream.range(0, parts.contents().size())
              .mapToObj(p -> new ScannedPart(RandomParts.name(p), "f", parts.contents().get(p)))
              .toList();
      assertThat(scanned.scan(parts.boundary(), body)).isEqualTo(expected);
      assertThat(scanned.scan(parts.boundary(), body, parts.cuts(body.length))).isEqualTo(expected);
    }
    assertThat(buffers.held()).isZero();
  }

  @Test
  void springFindsTheSameParts() {
    ScannedParts scanned = new ScannedParts(buffers);
    for (int i = 0; i < 150; i++) {
      RandomParts parts = new RandomParts(seeds.nextLong(), 200);
      byte[] body = parts.body();
      assertThat(scanned.scan(parts.boundary(), body)).isEqualTo(bySpring(parts, body));
    }
  }

  private static List<ScannedPart> bySpring(RandomParts parts, byte[] body) {
    DataBuffer buffer = DefaultDataBufferFactory.sharedInstance.wrap(body);
    List<ScannedPart> found =
        new DefaultPartHttpMessageReader()
            .read(ResolvableType.forClass(Part.class), request(parts, Flux.just(buffer)), Map.of())
            .concatMap(
                part ->
                    DataBufferUtils.join(part.content())
                        .map(content -> content.toString(StandardCharsets.ISO_8859_1))
                        .defaultIfEmpty("")
                        .map(content -> new ScannedPart(part.name(), "f", content)))
            .collectList()
            .block(WebServer.LIMIT);
    return found == null ? List.of() : found;
  }

  private static MockServerHttpRequest request(RandomParts parts, Flux<DataBuffer> body) {
    return MockServerHttpRequest.post("/")
        .contentType(
            MediaType.parseMediaType("multipart/form-data; boundary=\"" + parts.boundary() + "\""))
        .body(body);
  }

  /**
   * A third of the forms is read whole, of the others parts are left, fail, are cancelled by a
   * timer, have no end, or are too large. Buffers are made and sent by one thread, hashed and
   * cancelled by others.
   */
  @Test
  void whateverBreaksOffNoBufferIsHeld() {
    System.out.println("-Dlanewise.seed=" + SEED);
    try (HashingPipeline pipeline =
        HashingPipeline.builder().engine("jdk").workers(2).prefetch(3).build()) {
      StepVerifier.create(
              Flux.range(0, 1_500).flatMap(i -> form(pipeline, i, seeds.nextLong()), 16).then())
          .expectComplete()
          .verify(WebServer.LIMIT.multipliedBy(4));
      await("every buffer is released")
          .atMost(WebServer.LIMIT)
          .untilAsserted(() -> assertThat(buffers.held()).isZero());
    }
    assertThat(buffers.made()).isGreaterThan(10_000);
  }

  private Mono<Void> form(HashingPipeline pipeline, int i, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    RandomParts parts = new RandomParts(random.nextLong(), 3_000);
    boolean whole = i % 3 == 0;
    byte[] body = parts.body();
    byte[] sent = whole || i % 7 != 0 ? body : Arrays.copyOf(body, random.nextInt(body.length));
    PartLimits limits = whole || i % 11 != 0 ? LIMITS : new PartLimits(1_000, 10_000, 5);
    Flux<String> digests =
        new HashedParts(
                request(parts, send(sent, parts.cuts(sent.length / 100))),
                pipeline,
                new DataBufferAccess(),
                limits)
            .each(part -> handle(part, random.nextInt(3), whole ? 3 : random.nextInt(7)));
    return whole
        ? digests
            .collectList()
            .doOnNext(found -> assertThat(found).isEqualTo(digests(parts)))
            .then()
        : broken(digests, Duration.ofNanos(random.nextInt(500_000)));
  }

  private static Mono<Void> broken(Flux<String> digests, Duration timeout) {
    return digests
        .then()
        .timeout(timeout)
        .onErrorComplete(
            error ->
                error instanceof TimeoutException
                    || error instanceof HttpBodyException
                    || "the disk is full".equals(error.getMessage()));
  }

  /** Each request from another thread goes to that which sends, as an event loop has it. */
  private Flux<DataBuffer> send(byte[] body, int... cuts) {
    List<byte[]> pieces = new ArrayList<>();
    int from = 0;
    for (int cut : cuts) {
      pieces.add(Arrays.copyOfRange(body, from, Math.max(from, cut * 100)));
      from = Math.max(from, cut * 100);
    }
    pieces.add(Arrays.copyOfRange(body, from, body.length));
    return Flux.fromIterable(pieces).map(buffers::buffer).subscribeOn(Schedulers.parallel());
  }

  private static Publisher<String> handle(HashedPart part, int way, int fault) {
    return switch (fault) {
      case 0 -> Mono.just("not read");
      case 1 -> released(part.buffers().take(1));
      case 2 -> Mono.error(new IllegalStateException("the disk is full"));
      default ->
          switch (way) {
            case 0 -> part.hash().map(Sha256Digest::hex);
            case 1 -> Mono.delay(Duration.ofNanos(50_000)).then(part.hash()).map(Sha256Digest::hex);
            default -> released(part.buffers()).then(part.digest()).map(Sha256Digest::hex);
          };
    };
  }

  private static Mono<String> released(Flux<DataBuffer> content) {
    return content
        .<String>handle((buffer, sink) -> DataBufferUtils.release(buffer))
        .then(Mono.empty());
  }

  private static List<String> digests(RandomParts parts) {
    return parts.contents().stream()
        .map(content -> content.getBytes(StandardCharsets.ISO_8859_1))
        .map(bytes -> HexFormat.of().formatHex(WebServer.digest("SHA-256", bytes)))
        .toList();
  }
}
