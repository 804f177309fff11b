package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.MediaType;
import org.springframework.http.client.MultipartBodyBuilder;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;

/** Multipart bodies over real connections, hashed part by part. */
@ExtendWith(NoBufferLeaks.class)
class HashedPartsTests {

  private static final int LIMIT_BYTES = 300_000;

  private static WebServer server;

  @BeforeAll
  static void start() {
    server =
        new WebServer(
            BodyApplication.class,
            "lanewise.web.multipart.max-part-size=" + LIMIT_BYTES + "B",
            "lanewise.web.multipart.max-size=1000000B",
            "lanewise.web.multipart.max-parts=5");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static MultipartBodyBuilder form(int... fileLengths) {
    MultipartBodyBuilder form = new MultipartBodyBuilder();
    form.part("title", "Grüße");
    for (int length : fileLengths) {
      form.part("file", new ByteArrayResource(WebServer.bytes(length)), MediaType.IMAGE_PNG)
          .filename(length + ".png");
    }
    return form;
  }

  private static ResponseSpec post(String path, MultipartBodyBuilder form) {
    return server.client().post().uri(path).bodyValue(form.build()).exchange();
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(WebServer.digest("SHA-256", bytes));
  }

  /** No bytes; about as many as a boundary has; many buffers. */
  @Test
  void eachPartHasItsDigest() throws IOException {
    Set<Path> before = temporaryFiles();
    List<Map<String, String>> parts =
        post("/parts", form(0, 1, 70, LIMIT_BYTES))
            .expectStatus()
            .isOk()
            .expectBody(new ParameterizedTypeReference<List<Map<String, String>>>() {})
            .returnResult()
            .getResponseBody();
    byte[] title = "Grüße".getBytes(StandardCharsets.UTF_8);
    assertThat(parts)
        .containsExactly(
            part("title", "", "Grüße", title),
            part("file", "0.png", "", WebServer.bytes(0)),
            part("file", "1.png", "", WebServer.bytes(1)),
            part("file", "70.png", "", WebServer.bytes(70)),
            part("file", LIMIT_BYTES + ".png", "", WebServer.bytes(LIMIT_BYTES)));
    assertThat(temporaryFiles()).isEqualTo(before);
  }

  private static Map<String, String> part(String name, String file, String value, byte[] bytes) {
    return Map.of(
        "name", name,
        "file", file,
        "value", value,
        "size", String.valueOf(bytes.length),
        "digest", hex(bytes));
  }

  /** Where Spring would put the files of parts, and what it would name their folder. */
  private static Set<Path> temporaryFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().contains("multipart"))
          .collect(Collectors.toSet());
    }
  }

  /** A part of no bytes has no buffer that could be the first. */
  @ParameterizedTest
  @CsvSource({"/part-names, title file file file", "/part-beginnings, title file file"})
  void whatAHandlerDoesNotReadIsSkipped(String path, String names) {
    post(path, form(200_000, 0, 299_999))
        .expectStatus()
        .isOk()
        .expectBody(String.class)
        .isEqualTo(names + " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/parts", "/careless-parts"})
  void aPartThatIsTooLargeIsRefused(String path) throws IOException {
    Set<Path> before = temporaryFiles();
    isTooLarge(post(path, form(LIMIT_BYTES, LIMIT_BYTES + 1)))
        .contains("a part must have at most 300000 bytes, 'file' has more");
    assertThat(temporaryFiles()).isEqualTo(before);
  }

  private static AbstractStringAssert<?> isTooLarge(ResponseSpec response) {
    byte[] body =
        response
            .expectStatus()
            .isEqualTo(413)
            .expectHeader()
            .contentType(MediaType.APPLICATION_PROBLEM_JSON)
            .expectBody()
            .returnResult()
            .getResponseBody();
    return assertThat(new String(Objects.requireNonNull(body), StandardCharsets.UTF_8));
  }

  /** As large as each may be, and together too large: told by {@code Content-Length}, or not. */
  @Test
  void aBodyThatIsTooLargeIsRefused() {
    isTooLarge(post("/parts", form(LIMIT_BYTES, LIMIT_BYTES, LIMIT_BYTES, LIMIT_BYTES)))
        .contains("a multipart body must have at most 1000000 bytes, has more");
    isTooLarge(
            server
                .client()
                .post()
                .uri("/parts")
                .contentType(MediaType.parseMediaType("multipart/form-data; boundary=x"))
                .bodyValue(new byte[1_000_001])
                .exchange())
        .contains("a multipart body must have at most 1000000 bytes, has more");
  }

  @Test
  void aFormOfTooManyPartsIsRefused() {
    isTooLarge(post("/parts", form(1, 2, 3, 4, 5)))
        .contains("a multipart body must have at most 5 parts, has more");
  }

  /** Fields are held in memory: as large as one may be, and one byte more. */
  @Test
  void aFieldThatIsTooLargeIsRefused() {
    post("/part-names", field("x".repeat(262_144))).expectStatus().isOk().expectBody();
    isTooLarge(post("/parts", field("x".repeat(262_145))))
        .contains("a text field must have at most 262144 bytes, 'text' has more");
  }

  private static MultipartBodyBuilder field(String value) {
    MultipartBodyBuilder form = new MultipartBodyBuilder();
    form.part("text", value);
    return form;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "--x\r\n", "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nab"})
  void whatIsNoMultipartBodyIsRefused(String body) {
    server
        .client()
        .post()
        .uri("/parts")
        .contentType(MediaType.parseMediaType("multipart/form-data; boundary=x"))
        .bodyValue(body)
        .exchange()
        .expectStatus()
        .isBadRequest()
        .expectHeader()
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .expectBody()
        .jsonPath("$.title")
        .isEqualTo("Malformed multipart body");
  }

  @Test
  void anErrorOfTheHandlerEndsTheForm() {
    post("/failing-parts", form(200_000, 200_000)).expectStatus().isEqualTo(500).expectBody();
  }
}
