package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.HashingPipeline;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

@ExtendWith({NoBufferLeaks.class, OutputCaptureExtension.class})
class HashedBodyTests {

  private static WebServer server;

  @BeforeAll
  static void start() {
    server = new WebServer(BodyApplication.class);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(WebServer.digest("SHA-256", bytes));
  }

  /** Nothing; less than a buffer; more than one, and more than the prefetch of them. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1_000, 200_000, 3_000_000})
  void aControllerHasTheBuffersAndTheDigest(int length) {
    byte[] body = WebServer.bytes(length);
    server
        .client()
        .post()
        .uri("/body")
        .bodyValue(body)
        .exchange()
        .expectStatus()
        .isOk()
        .expectBody()
        .jsonPath("$.size")
        .isEqualTo(length)
        .jsonPath("$.digest")
        .isEqualTo(hex(body));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/digest", "/routes/digest", "/routes/body"})
  void theDigestComesAloneAndInFunctionalRoutesToo(String path) {
    byte[] body = WebServer.bytes(100_001);
    server
        .client()
        .post()
        .uri(path)
        .bodyValue(body)
        .exchange()
        .expectBody(String.class)
        .isEqualTo(hex(body));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/digest-first | the digest of a body is known when its buffers have been read, and"
            + " buffers() was not called",
        "/twice | a body can be read once, and this one has been read",
        "/cancelled | a body has a digest when it was read to its end; it was cancelled before",
        "/two-readers | a body can be read by one parameter, in",
      })
  void whatCannotBeSaysWhy(String path, String message, CapturedOutput output) {
    server
        .client()
        .post()
        .uri(path)
        .bodyValue(WebServer.bytes(300_000))
        .exchange()
        .expectStatus()
        .isEqualTo(500)
        .expectBody();
    assertThat(output).contains(message);
  }

  /** spring-framework #36714: of a buffer composed of several, only the first was read. */
  @Test
  void aBufferThatIsComposedOfSeveralIsHashedAsAWhole() {
    byte[] bytes = WebServer.bytes(10_000);
    ByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
    CompositeByteBuf composite =
        allocator
            .compositeBuffer()
            .addComponents(
                true,
                allocator.directBuffer().writeBytes(bytes, 0, 63),
                allocator.heapBuffer().writeBytes(bytes, 63, 4_000),
                allocator.directBuffer().writeBytes(bytes, 4_063, 5_937));
    DataBuffer buffer = new NettyDataBufferFactory(allocator).wrap(composite);
    try (HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(1).build()) {
      HashedBody body =
          new BodyHashing(pipeline, new DataBufferAccess(), new PartLimits(1, 1, 1))
              .hashedBody(MockServerHttpRequest.post("/").body(Flux.just(buffer)));
      StepVerifier.create(body.hash())
          .expectNext(Sha256Digest.of(WebServer.digest("SHA-256", bytes)))
          .expectComplete()
          .verify(Duration.ofSeconds(20));
      StepVerifier.create(body.digest())
          .expectNextCount(1)
          .expectComplete()
          .verify(Duration.ofSeconds(20));
    }
    assertThat(composite.refCnt()).isZero();
  }

  @Test
  void anErrorOfTheBodyIsThatOfTheDigest() {
    try (HashingPipeline pipeline = HashingPipeline.builder().engine("jdk").workers(1).build()) {
      HashedBody body =
          new BodyHashing(pipeline, new DataBufferAccess(), new PartLimits(1, 1, 1))
              .hashedBody(
                  MockServerHttpRequest.post("/")
                      .body(Flux.error(new IllegalArgumentException("broke off"))));
      StepVerifier.create(body.hash()).expectErrorMessage("broke off").verify(WebServer.LIMIT);
      StepVerifier.create(body.digest()).expectErrorMessage("broke off").verify(WebServer.LIMIT);
    }
  }
}
