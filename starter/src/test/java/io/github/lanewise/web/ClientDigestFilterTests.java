package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaVerifier;
import io.netty.buffer.Unpooled;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import reactor.core.publisher.Flux;
import reactor.netty.ByteBufFlux;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerResponse;
import reactor.test.StepVerifier;

/** The filter of {@code WebClient}, against our server and against servers that lie. */
@ExtendWith(NoBufferLeaks.class)
class ClientDigestFilterTests {

  private static final KeyPair KEYS = WebServer.keyPair();
  private static final ParameterizedTypeReference<Map<String, String>> HEADERS =
      new ParameterizedTypeReference<>() {};

  private static WebServer server;
  private static WebServer unsigned;

  @BeforeAll
  static void start() {
    server =
        new WebServer(
            DigestApplication.class,
            "lanewise.web.digest.add-to-responses=wanted",
            "lanewise.web.signature.enabled=true",
            "lanewise.signing.private-key=" + WebServer.pem(KEYS));
    unsigned =
        new WebServer(DigestApplication.class, "lanewise.web.digest.add-to-responses=wanted");
  }

  @AfterAll
  static void stop() {
    server.close();
    unsigned.close();
  }

  private static WebClient client(String url, UnaryOperator<ClientDigestFilter.Builder> options) {
    BufferAccess<DataBuffer> access = new DataBufferAccess();
    ClientDigestFilter.Builder builder =
        ClientDigestFilter.builder(server.bean(HashingPipeline.class), access);
    return WebClient.builder().baseUrl(url).filter(options.apply(builder).build()).build();
  }

  private static WebClient client(WebServer to) {
    return client(to.url(), options -> options);
  }

  private static WebClient verifying(WebServer to, KeyPair keys) {
    return client(to.url(), options -> options.verifier(verifier(keys)));
  }

  private static MessageVerifier verifier(KeyPair keys) {
    return MessageVerifier.of(Duration.ofMinutes(5), RsaVerifier.of(keys.getPublic()));
  }

  private static Flux<Integer> sizes(WebClient client, String path) {
    return client
        .get()
        .uri(path)
        .retrieve()
        .bodyToFlux(DataBuffer.class)
        .map(
            buffer -> {
              int size = buffer.readableByteCount();
              DataBufferUtils.release(buffer);
              return size;
            });
  }

  // Requests.

  @ParameterizedTest
  @ValueSource(ints = {1, 1_000, 65_536})
  void aRequestGetsTheDigestOfItsBody(int length) {
    byte[] body = WebServer.bytes(length);
    Map<String, String> headers =
        client(server)
            .post()
            .uri("/headers")
            .contentType(MediaType.APPLICATION_OCTET_STREAM)
            .bodyValue(body)
            .retrieve()
            .bodyToMono(HEADERS)
            .block(WebServer.LIMIT);
    assertThat(headers)
        .containsEntry("Content-Digest", WebServer.sha256(body))
        .containsEntry("Want-Content-Digest", "sha-256=10")
        .containsEntry("Content-Length", String.valueOf(length));
  }

  @ParameterizedTest
  @CsvSource({"60, true", "70, false"})
  void aStreamGetsOneIfItIsShort(int kilobytes, boolean digested) {
    Flux<DataBuffer> body =
        Flux.range(0, kilobytes)
            .map(i -> DefaultDataBufferFactory.sharedInstance.wrap(new byte[1_000]));
    Map<String, String> headers =
        client(server)
            .post()
            .uri("/headers")
            .contentType(MediaType.APPLICATION_OCTET_STREAM)
            .body(BodyInserters.fromDataBuffers(body))
            .retrieve()
            .bodyToMono(HEADERS)
            .block(WebServer.LIMIT);
    assertThat(Objects.requireNonNull(headers).get("Content-Digest"))
        .isEqualTo(digested ? WebServer.sha256(new byte[1_000 * kilobytes]) : null);
  }

  @Test
  void aDigestThatIsThereStaysAndIsRefusedByTheServer() {
    StepVerifier.create(
            client(server)
                .post()
                .uri("/headers")
                .header("Content-Digest", WebServer.sha256(new byte[3]))
                .bodyValue("hello")
                .retrieve()
                .bodyToMono(HEADERS))
        .expectError(WebClientResponseException.BadRequest.class)
        .verify(WebServer.LIMIT);
  }

  // Responses.

  /** In the head, and in trailers. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 60_000, 70_000, 2_000_000})
  void aRightDigestIsNotNoticed(int length) {
    WebClient client = client(server.url(), options -> options.requireDigests(true));
    StepVerifier.create(sizes(client, "/stream/" + length).reduce(0, Integer::sum))
        .expectNext(length)
        .expectComplete()
        .verify(WebServer.LIMIT);
  }

  @ParameterizedTest
  @CsvSource({"/lie/10, 10", "/lie/1000000, 1000000", "/lie-512, 10"})
  void aWrongDigestIsTheEndOfTheBody(String path, int length) {
    StepVerifier.create(
            sizes(client(unsigned), path).scan(0, Integer::sum).filter(sum -> sum == length))
        .expectNext(length)
        .expectErrorMatches(error -> error.getCause() instanceof DigestMismatchException)
        .verify(WebServer.LIMIT);
  }

  @Test
  void aMissingDigestIsAnErrorIfItIsRequired() {
    WebClient lenient = client(unsigned.url(), options -> options.wantDigests(false));
    StepVerifier.create(sizes(lenient, "/stream/5").reduce(0, Integer::sum))
        .expectNext(5)
        .expectComplete()
        .verify(WebServer.LIMIT);
    WebClient strict =
        client(unsigned.url(), options -> options.wantDigests(false).requireDigests(true));
    StepVerifier.create(sizes(strict, "/stream/5"))
        .expectError(InvalidFieldException.class)
        .verify(WebServer.LIMIT);
  }

  // Signatures.

  @ParameterizedTest
  @ValueSource(strings = {"/text", "/stream/5", "/stream/300000", "/empty", "/no-content"})
  void aSignedResponseIsConfirmed(String path) {
    StepVerifier.create(sizes(verifying(server, KEYS), path).then())
        .expectComplete()
        .verify(WebServer.LIMIT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/text", "/stream/300000"})
  void anotherKeyIsRefused(String path) {
    StepVerifier.create(sizes(verifying(server, WebServer.keyPair()), path).then())
        .expectErrorSatisfies(
            error ->
                assertThat(error)
                    .satisfiesAnyOf(
                        head -> assertThat(head).isInstanceOf(InvalidSignatureException.class),
                        end -> assertThat(end).hasCauseInstanceOf(InvalidSignatureException.class))
                    .hasMessageContaining("must be signed by one of the keys"))
        .verify(WebServer.LIMIT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/text", "/stream/300000", "/no-content"})
  void anUnsignedResponseIsRefused(String path) {
    StepVerifier.create(sizes(verifying(unsigned, KEYS), path).then())
        .expectErrorMatches(error -> is(InvalidSignatureException.class, error))
        .verify(WebServer.LIMIT);
  }

  /** Errors are made in places where nobody signs. */
  @Test
  void anUnsignedErrorIsAnError() {
    StepVerifier.create(sizes(verifying(server, KEYS), "/unknown").then())
        .expectError(WebClientResponseException.NotFound.class)
        .verify(WebServer.LIMIT);
  }

  /** What comes at the end of the body, WebClient makes the cause of an error of its own. */
  private static boolean is(Class<? extends Throwable> type, Throwable error) {
    return type.isInstance(error) || type.isInstance(error.getCause());
  }

  // Servers that lie.

  private static String covered(String components) {
    return "(%s);created=%d;keyid=\"%s\""
        .formatted(
            components, Instant.now().getEpochSecond(), RsaVerifier.of(KEYS.getPublic()).keyId());
  }

  private static void isRefused(
      UnaryOperator<HttpServerResponse> response, Class<? extends Throwable> error) {
    DisposableServer lying =
        HttpServer.create()
            .port(0)
            .handle(
                (request, sent) ->
                    response
                        .apply(sent)
                        .send(
                            ByteBufFlux.fromInbound(
                                Flux.range(0, 10).map(i -> Unpooled.wrappedBuffer(new byte[10])))))
            .bindNow(WebServer.LIMIT);
    try {
      WebClient client =
          client("http://localhost:" + lying.port(), options -> options.verifier(verifier(KEYS)));
      StepVerifier.create(sizes(client, "/").then())
          .expectErrorMatches(actual -> is(error, actual))
          .verify(WebServer.LIMIT);
    } finally {
      lying.disposeNow(WebServer.LIMIT);
    }
  }

  private static UnaryOperator<HttpServerResponse> signed(
      int status, Map<String, String> digests, String components) {
    String covered = covered(components);
    Map<String, String> values = new HashMap<>(digests);
    values.put("@status", "200");
    return response -> {
      digests.forEach(response::header);
      return response
          .status(status)
          .header("Signature-Input", "s=" + covered)
          .header("Signature", SignedHeaders.sign(KEYS, values, "s", covered));
    };
  }

  private static final String RIGHT = WebServer.sha256(new byte[100]);
  private static final String WRONG = WebServer.sha256(new byte[99]);

  @Test
  void aSignedDigestOfAnotherBodyIsRefused() {
    isRefused(
        signed(200, Map.of("content-digest", WRONG), "\"@status\" \"content-digest\""),
        DigestMismatchException.class);
  }

  @Test
  void aSignatureForAnotherStatusIsRefused() {
    isRefused(
        signed(203, Map.of("content-digest", RIGHT), "\"@status\" \"content-digest\""),
        InvalidSignatureException.class);
  }

  /** The signature is right, and covers nothing that is known of the body. */
  @Test
  void aSignatureOverADigestThatCannotBeVerifiedIsRefused() {
    isRefused(
        signed(200, Map.of("content-digest", "md5=:AAAA:"), "\"@status\" \"content-digest\""),
        InvalidSignatureException.class);
    isRefused(
        signed(
            200,
            Map.of("content-digest", RIGHT, "repr-digest", "md5=:AAAA:"),
            "\"@status\" \"repr-digest\""),
        InvalidSignatureException.class);
    isRefused(signed(200, Map.of(), "\"@status\""), InvalidSignatureException.class);
  }

  @Test
  void wrongTrailersAreRefused() {
    isRefused(
        trailers(WRONG, covered("\"@status\" \"content-digest\";tr")),
        DigestMismatchException.class);
    isRefused(trailers(RIGHT, covered("\"@status\"")), InvalidSignatureException.class);
    // Announced, and not there.
    isRefused(
        response -> response.header("Trailer", "Content-Digest"), InvalidSignatureException.class);
  }

  private static UnaryOperator<HttpServerResponse> trailers(String digest, String covered) {
    String signature =
        SignedHeaders.sign(
            KEYS, Map.of("@status", "200", "content-digest;tr", digest), "s", covered);
    return response ->
        response
            .header("Trailer", "Content-Digest, Signature-Input, Signature")
            .trailerHeaders(
                fields ->
                    fields
                        .set("Content-Digest", digest)
                        .set("Signature-Input", "s=" + covered)
                        .set("Signature", signature));
  }
}
