package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaVerifier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.client.MultipartBodyBuilder;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.reactive.function.client.WebClient;

/** What docs/web.md shows stands in code that is compiled, and does what it says. */
@ExtendWith(NoBufferLeaks.class)
class DocumentationTests {

  private static final Path SOURCES = Path.of("src/test/java/io/github/lanewise/web");
  private static final KeyPair KEYS = WebServer.keyPair();

  private static WebServer server;

  @BeforeAll
  static void start() {
    server =
        new WebServer(
            DocumentedApplication.class,
            "lanewise.web.digest.add-to-responses=wanted",
            "lanewise.web.signature.enabled=true",
            "lanewise.signing.private-key=" + WebServer.pem(KEYS));
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    FileSystemUtils.deleteRecursively(DocumentedApplication.folder);
  }

  @Test
  void everySnippetIsCompiled() throws IOException {
    String code =
        bare(
            Files.readString(SOURCES.resolve("DocumentedApplication.java"))
                + Files.readString(SOURCES.resolve("DocumentationTests.java")));
    List<String> snippets =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("../docs/web.md")))
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(snippets).hasSizeGreaterThan(5);
    assertThat(snippets).allSatisfy(snippet -> assertThat(code).contains(bare(snippet)));
  }

  @Test
  void theCommandPrintsWhatThePageShows() throws IOException, InterruptedException {
    Matcher shown =
        Pattern.compile("```sh\n(.*?)```\n\n```\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("../docs/web.md")));
    assertThat(shown.find()).isTrue();
    String command = shown.group(1).replace("localhost:8080", "localhost:" + server.port());
    Process bash =
        new ProcessBuilder("bash", "-c", "command -v curl > /dev/null || exit 77\n" + command)
            .redirectErrorStream(true)
            .start();
    String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = bash.waitFor();
    assumeTrue(status != 77, "there is no curl");
    assertThat(status).as(printed).isZero();
    assertThat(printed.strip().lines().toList()).isEqualTo(shown.group(2).lines().toList());
  }

  /** Lines are broken otherwise on a page. */
  private static String bare(String code) {
    return code.replaceAll("\\s+", "");
  }

  private static String address(byte[] bytes) {
    return "sha256:" + HexFormat.of().formatHex(WebServer.digest("SHA-256", bytes));
  }

  @Test
  void filesAreStoredAndAddressed() throws IOException {
    byte[] bytes = WebServer.bytes(200_000);
    for (String path : List.of("/files/a", "/routed/b")) {
      server
          .client()
          .put()
          .uri(path)
          .bodyValue(bytes)
          .exchange()
          .expectBody(String.class)
          .isEqualTo(address(bytes));
      Path file = DocumentedApplication.folder.resolve(path.substring(path.length() - 1));
      assertThat(file).hasBinaryContent(bytes);
    }
    server
        .client()
        .post()
        .uri("/digests")
        .bodyValue(bytes)
        .exchange()
        .expectBody(String.class)
        .isEqualTo(address(bytes));
  }

  @Test
  void partsAreStoredAndAddressed() {
    byte[] bytes = WebServer.bytes(100_000);
    MultipartBodyBuilder form = new MultipartBodyBuilder();
    form.part("photo", new ByteArrayResource(bytes)).filename("photo.png");
    server
        .client()
        .post()
        .uri("/forms")
        .bodyValue(form.build())
        .exchange()
        .expectStatus()
        .isOk()
        .expectBody()
        .jsonPath("$[0].name")
        .isEqualTo("photo")
        .jsonPath("$[0].address")
        .isEqualTo(address(bytes));
    assertThat(DocumentedApplication.folder.resolve("photo")).hasBinaryContent(bytes);
  }

  @Test
  void aRangeHasTheDigestOfTheWhole() throws IOException {
    byte[] bytes = "hello, world".getBytes(StandardCharsets.US_ASCII);
    Files.write(DocumentedApplication.folder.resolve("c"), bytes);
    RawResponse range =
        RawResponse.get(
            server.port(), "/blobs/c", "Range: bytes=0-4", "Want-Repr-Digest: sha-256=1");
    assertThat(range.text()).isEqualTo("hello");
    assertThat(range.headers()).containsEntry("repr-digest", WebServer.sha256(bytes));
  }

  @Test
  void aClientVerifiesWhatItReceives() throws IOException {
    byte[] bytes = WebServer.bytes(1_000_000);
    Files.write(DocumentedApplication.folder.resolve("d"), bytes);
    HashingPipeline pipeline = server.bean(HashingPipeline.class);
    BufferAccess<DataBuffer> buffers = new DataBufferAccess();
    RsaVerifier key = RsaVerifier.of(KEYS.getPublic());
    String url = server.url();

    ClientDigestFilter digests =
        ClientDigestFilter.builder(pipeline, buffers)
            .verifier(MessageVerifier.of(Duration.ofMinutes(5), key))
            .build();
    WebClient client = WebClient.builder().baseUrl(url).filter(digests).build();

    assertThat(
            BodyApplication.count(
                    client.get().uri("/blobs/d").retrieve().bodyToFlux(DataBuffer.class))
                .block(WebServer.LIMIT))
        .isEqualTo(bytes.length);
  }
}
