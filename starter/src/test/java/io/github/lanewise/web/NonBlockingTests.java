package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.HashingPipeline;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import reactor.blockhound.BlockHound;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufFlux;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.test.StepVerifier;

/**
 * Uploads of real connections are hashed, broken off and refused, and nothing blocks an event loop
 * or a worker: watched by BlockHound, in a JVM of its own.
 */
@Tag("blockhound")
class NonBlockingTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Queue<String> BLOCKED = new ConcurrentLinkedQueue<>();

  private final NettyDataBufferFactory factory =
      new NettyDataBufferFactory(ByteBufAllocator.DEFAULT);
  private final DataBufferAccess access = new DataBufferAccess();

  @BeforeAll
  static void watch() {
    BlockHound.builder()
        .loadIntegrations()
        .blockingMethodCallback(method -> note(method.toString()))
        .install();
  }

  /** What Netty itself does is not ours to tell: its allocator holds a lock for a moment. */
  private static void note(String method) {
    List<String> stack =
        Arrays.stream(Thread.currentThread().getStackTrace())
            .map(StackTraceElement::toString)
            .dropWhile(frame -> !frame.startsWith("reactor.blockhound."))
            .dropWhile(frame -> frame.startsWith("reactor.blockhound."))
            .toList();
    boolean ofNetty =
        stack.stream()
            .filter(frame -> !frame.startsWith("java.base/"))
            .findFirst()
            .filter(blamed -> blamed.startsWith("io.netty."))
            .isPresent();
    if (!ofNetty) {
      BLOCKED.add(Thread.currentThread().getName() + ": " + method + " in " + stack);
    }
  }

  @BeforeEach
  void forget() {
    BLOCKED.clear();
  }

  private DisposableServer serve(HashingPipeline pipeline) {
    return HttpServer.create()
        .port(0)
        .handle(
            (request, response) ->
                request
                    .receive()
                    .retain()
                    .map(factory::wrap)
                    .cast(DataBuffer.class)
                    .as(pipeline.digest(access))
                    .map(Sha256Digest::hex)
                    .as(response::sendString)
                    .then())
        .bindNow(LIMIT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk", "jdk-pairs", "vector-128"})
  void uploadsBlockNeitherEventLoopNorWorker(String engine) {
    HashingPipeline pipeline = HashingPipeline.builder().engine(engine).workers(2).build();
    DisposableServer server = serve(pipeline);
    HttpClient client = HttpClient.create().port(server.port());
    try {
      // What is loaded and initialised once, as loggers are, may read files.
      upload(client, 10);
      BLOCKED.clear();
      upload(client, 300);
      pipeline.close();
      // Refused: an empty answer, or none.
      StepVerifier.create(whole(client, 1).onErrorComplete()).expectComplete().verify(LIMIT);
    } finally {
      server.disposeNow(LIMIT);
      pipeline.close();
    }
    assertThat(BLOCKED).isEmpty();
  }

  private static void upload(HttpClient client, int uploads) {
    StepVerifier.create(
            Flux.range(0, uploads)
                .flatMap(i -> i % 3 == 0 ? brokenOff(client, i) : whole(client, i), 16)
                .filter(right -> right)
                .count())
        .expectNext((long) uploads)
        .expectComplete()
        .verify(LIMIT);
  }

  private static byte[][] parts(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, 1 + seed % 5)
        .mapToObj(
            part -> {
              byte[] bytes = new byte[random.nextInt(1, 30_000)];
              random.nextBytes(bytes);
              return bytes;
            })
        .toArray(byte[][]::new);
  }

  private static Mono<Boolean> whole(HttpClient client, int i) {
    byte[][] parts = parts(i);
    return client
        .post()
        .uri("/")
        .send(ByteBufFlux.fromInbound(Flux.fromArray(parts).map(Unpooled::wrappedBuffer)))
        .responseSingle((response, body) -> body.asString())
        .map(digestOf(parts).hex()::equals);
  }

  private static Mono<Boolean> brokenOff(HttpClient client, int i) {
    return client
        .post()
        .uri("/")
        .send(
            ByteBufFlux.fromInbound(
                Flux.fromArray(parts(i)).map(Unpooled::wrappedBuffer).concatWith(Mono.never())))
        .responseSingle((response, body) -> body.asString())
        .timeout(Duration.ofMillis(2))
        .thenReturn(false)
        .onErrorReturn(true);
  }

  private static Sha256Digest digestOf(byte[][] parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return Sha256Digest.of(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aBlockOnAnEventLoopIsFound() {
    DisposableServer server =
        HttpServer.create()
            .port(0)
            .handle(
                (request, response) ->
                    response.sendString(Mono.fromCallable(NonBlockingTests::sleep)))
            .bindNow(LIMIT);
    try {
      StepVerifier.create(
              HttpClient.create()
                  .port(server.port())
                  .get()
                  .uri("/")
                  .responseSingle((response, body) -> body.asString()))
          .expectNext("slept")
          .expectComplete()
          .verify(LIMIT);
    } finally {
      server.disposeNow(LIMIT);
    }
    assertThat(BLOCKED).anySatisfy(blocked -> assertThat(blocked).contains("sleep"));
  }

  private static String sleep() throws InterruptedException {
    Thread.sleep(1);
    return "slept";
  }
}
