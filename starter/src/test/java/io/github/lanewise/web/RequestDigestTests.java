package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient.BodyContentSpec;
import org.springframework.test.web.reactive.server.WebTestClient.RequestBodySpec;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;

/** Digest fields of requests, over real connections. */
@ExtendWith(NoBufferLeaks.class)
class RequestDigestTests {

  private static final byte[] TEXT = "{\"hello\": \"world\"}\n".getBytes(StandardCharsets.UTF_8);

  /** RFC 9530, figure 1 and the registry of its §7.2 have digests of this very body. */
  private static final String RFC_SHA_256 =
      "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:";

  private static final String OTHER_SHA_256 = WebServer.sha256(WebServer.bytes(1));
  private static final String OTHER_SHA_512 = WebServer.sha512(WebServer.bytes(1));

  private static WebServer server;

  @BeforeAll
  static void start() {
    server = new WebServer(BodyApplication.class);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static RequestBodySpec post(String path) {
    return server.client().post().uri(path).contentType(MediaType.TEXT_PLAIN);
  }

  static List<List<String>> right() {
    return List.of(
        List.of("Content-Digest", RFC_SHA_256),
        List.of("Repr-Digest", RFC_SHA_256),
        List.of("Content-Digest", WebServer.sha512(TEXT)),
        List.of("Content-Digest", WebServer.sha512(TEXT) + ", " + RFC_SHA_256),
        // Deprecated and unknown algorithms say nothing here, whatever they say.
        List.of("Content-Digest", "md5=:AAAA:, sha-1024=:AAAA:"),
        List.of("Content-Digest", "md5=:AAAA:, " + RFC_SHA_256 + ";p=1"));
  }

  @ParameterizedTest
  @MethodSource
  void right(List<String> field) {
    post("/text")
        .header(field.getFirst(), field.getLast())
        .bodyValue(TEXT)
        .exchange()
        .expectStatus()
        .isOk()
        .expectBody()
        .consumeWith(body -> assertThat(body.getResponseBody()).isEqualTo(TEXT));
  }

  static List<List<String>> wrong() {
    return List.of(
        List.of("Content-Digest", OTHER_SHA_256),
        List.of("Repr-Digest", OTHER_SHA_256),
        List.of("Content-Digest", OTHER_SHA_512),
        // One of several is enough, and of members with one key the last counts.
        List.of("Content-Digest", OTHER_SHA_256 + ", " + WebServer.sha512(TEXT)),
        List.of("Content-Digest", RFC_SHA_256 + ", " + OTHER_SHA_512),
        List.of("Content-Digest", RFC_SHA_256 + ", " + OTHER_SHA_256));
  }

  @ParameterizedTest
  @MethodSource
  void wrong(List<String> field) {
    int accepted = BodyApplication.ACCEPTED.get();
    isMismatch(post("/text").header(field.getFirst(), field.getLast()).bodyValue(TEXT).exchange())
        .jsonPath("$.title")
        .isEqualTo("Digest mismatch")
        .jsonPath("$.status")
        .isEqualTo(400)
        .jsonPath("$.detail")
        .value(String.class, detail -> assertThat(detail).contains(field.getFirst()));
    assertThat(BodyApplication.ACCEPTED).hasValue(accepted);
  }

  private static BodyContentSpec isMismatch(ResponseSpec response) {
    return response
        .expectStatus()
        .isBadRequest()
        .expectHeader()
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .expectBody();
  }

  @Test
  void twoFieldsMustBothBeRight() {
    isMismatch(
        post("/text")
            .header("Content-Digest", RFC_SHA_256)
            .header("Repr-Digest", OTHER_SHA_256)
            .bodyValue(TEXT)
            .exchange());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sha-256",
        "sha-256=RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=",
        "sha-256=:AAAA:",
        "sha-256=1",
        "sha-256=(:AAAA:)",
        "md5=\"x\"",
        "SHA-256=:AAAA:",
        "sha-256=:****:",
        "sha-256=:AAAA:,",
      })
  void aMalformedFieldIsRefused(String field) {
    post("/text")
        .header("Content-Digest", field)
        .bodyValue(TEXT)
        .exchange()
        .expectStatus()
        .isBadRequest()
        .expectHeader()
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .expectBody()
        .jsonPath("$.title")
        .isEqualTo("Malformed digest field");
  }

  /** RFC 9110 §14.5: a partial PUT; what it has of the whole, the server alone may know. */
  @Test
  void aRangeIsNotHeldAgainstTheDigestOfTheWhole() {
    post("/text")
        .header("Content-Range", "bytes 0-18/100")
        .header("Repr-Digest", OTHER_SHA_256)
        .header("Content-Digest", RFC_SHA_256)
        .bodyValue(TEXT)
        .exchange()
        .expectStatus()
        .isOk()
        .expectBody();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/text", "/body", "/digest", "/routes/body", "/swallow", "/json"})
  void noHandlerGetsAroundIt(String path) {
    MediaType type = path.equals("/json") ? MediaType.APPLICATION_JSON : MediaType.TEXT_PLAIN;
    isMismatch(
        server
            .client()
            .post()
            .uri(path)
            .contentType(type)
            .header("Content-Digest", OTHER_SHA_256)
            .bodyValue(TEXT)
            .exchange());
  }

  /** A long body, so that the handler's answer is there long before the body is. */
  @Test
  void aHandlerThatStopsEarlyIsHeldUpUntilTheRestIsRead() {
    byte[] body = WebServer.bytes(2_000_000);
    isMismatch(
        post("/stop-early").header("Content-Digest", OTHER_SHA_256).bodyValue(body).exchange());
    post("/stop-early")
        .header("Content-Digest", WebServer.sha256(body))
        .bodyValue(body)
        .exchange()
        .expectStatus()
        .isOk()
        .expectBody(String.class)
        .isEqualTo("enough");
  }

  /** The body is never finished, so an answer that waited for it would not come. */
  @Test
  void anErrorOfTheHandlerWaitsForNothing() throws IOException {
    assertThat(begin("/reject-early", "Content-Digest: " + RFC_SHA_256)).startsWith("HTTP/1.1 409");
  }

  private static String begin(String path, String field) throws IOException {
    try (Socket socket = new Socket("localhost", server.port())) {
      socket.setSoTimeout((int) WebServer.LIMIT.toMillis());
      OutputStream out = socket.getOutputStream();
      out.write(
          """
          POST %s HTTP/1.1\r
          Host: localhost\r
          Content-Type: text/plain\r
          Content-Length: 1000\r
          %s\r
          \r
          the beginning\
          """
              .formatted(path, field)
              .getBytes(StandardCharsets.US_ASCII));
      out.flush();
      byte[] head = socket.getInputStream().readNBytes(12);
      return new String(head, StandardCharsets.US_ASCII);
    }
  }

  /** More than fits into any buffer on the way, so that the answer begins before the body ends. */
  @Test
  void anAnswerThatIsOnItsWayIsBrokenOff() {
    byte[] body = WebServer.bytes(20_000_000);
    assertThat(
            catchThrowable(
                () ->
                    server
                        .client()
                        .mutate()
                        .codecs(codecs -> codecs.defaultCodecs().maxInMemorySize(-1))
                        .build()
                        .post()
                        .uri("/echo")
                        .contentType(MediaType.APPLICATION_OCTET_STREAM)
                        .header("Content-Digest", OTHER_SHA_256)
                        .bodyValue(body)
                        .exchange()
                        .expectBody()
                        .returnResult()))
        .hasStackTraceContaining("PrematureCloseException");
  }

  @ParameterizedTest
  @CsvSource({"true, 200", "false, 400"})
  void formsAreVerified(boolean right, int status) {
    byte[] form = "a=1&b=2".getBytes(StandardCharsets.US_ASCII);
    server
        .client()
        .post()
        .uri("/form")
        .contentType(MediaType.APPLICATION_FORM_URLENCODED)
        .header("Content-Digest", right ? WebServer.sha256(form) : OTHER_SHA_256)
        .bodyValue(form)
        .exchange()
        .expectStatus()
        .isEqualTo(status)
        .expectBody();
  }

  /** Spring's parser stops at the last boundary, where the body has not been told to end. */
  @ParameterizedTest
  @CsvSource({"/file, true, 200", "/file, false, 400", "/parts, true, 200", "/parts, false, 400"})
  void multipartBodiesAreVerified(String path, boolean right, int status) {
    byte[] body = multipart();
    server
        .client()
        .post()
        .uri(path)
        .contentType(MediaType.parseMediaType("multipart/form-data; boundary=x"))
        .header("Content-Digest", right ? WebServer.sha256(body) : OTHER_SHA_256)
        .bodyValue(body)
        .exchange()
        .expectStatus()
        .isEqualTo(status)
        .expectBody();
  }

  /** Its answer is on its way when the parser stops, at a boundary before the end. */
  @Test
  void anAnswerThatIsOnItsWayWaitsForTheEndOfAMultipartBody() {
    assertThat(
            catchThrowable(
                () ->
                    server
                        .client()
                        .post()
                        .uri("/part-names")
                        .contentType(MediaType.parseMediaType("multipart/form-data; boundary=x"))
                        .header("Content-Digest", OTHER_SHA_256)
                        .bodyValue(multipart())
                        .exchange()
                        .expectBody()
                        .returnResult()))
        .hasStackTraceContaining("PrematureCloseException");
  }

  private static byte[] multipart() {
    return ("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n"
            + "content".repeat(50_000)
            + "\r\n--x--\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }
}
