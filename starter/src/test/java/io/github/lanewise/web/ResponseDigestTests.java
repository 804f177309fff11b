package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Digest fields of responses, read as bytes from a real connection. */
@ExtendWith(NoBufferLeaks.class)
class ResponseDigestTests {

  private static final int BUFFER_BYTES = 65_536;

  private static WebServer wanted;
  private static WebServer always;

  @BeforeAll
  static void start() {
    wanted = new WebServer(DigestApplication.class, "lanewise.web.digest.add-to-responses=wanted");
    always =
        new WebServer(
            DigestApplication.class,
            "lanewise.web.digest.add-to-responses=always",
            "server.compression.enabled=true",
            "server.compression.min-response-size=1B");
  }

  @AfterAll
  static void stop() {
    wanted.close();
    always.close();
  }

  private static RawResponse get(WebServer server, String path, String... fields)
      throws IOException {
    return RawResponse.get(server.port(), path, fields);
  }

  @Test
  void whatIsNotWantedIsNotGiven() throws IOException {
    RawResponse response = get(wanted, "/json");
    assertThat(response.headers()).doesNotContainKeys("content-digest", "repr-digest");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/json", "/text", "/resource", "/stream/0", "/stream/1500", "/gzip"})
  void whatIsWantedIsGiven(String path) throws IOException {
    RawResponse response =
        get(wanted, path, "Want-Content-Digest: sha-256=1", "Want-Repr-Digest: sha-512=1");
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.headers())
        .containsEntry("content-digest", WebServer.sha256(response.content()))
        .containsEntry("repr-digest", WebServer.sha512(response.content()))
        .containsEntry("content-length", String.valueOf(response.content().length));
  }

  /** RFC 9530 §4: from 1 to 10, and 0 is not acceptable. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sha-256=1, sha-512=10 | sha-512",
        "sha-256=3, sha-512=3 | sha-256",
        "sha-512=0, sha-256=1 | sha-256",
        "unixsum=10, sha-512=2 | sha-512",
        "sha-512=11, sha-256=1 | sha-256",
        "sha-256=0 | none",
        "md5=10 | none",
        "sha-256 | none",
        "sha-256=1, | none",
      })
  void theAlgorithmThatIsWantedMostIsTaken(String want, String algorithm) throws IOException {
    RawResponse response = get(wanted, "/json", "Want-Content-Digest: " + want);
    String expected =
        switch (algorithm) {
          case "sha-256" -> WebServer.sha256(response.content());
          case "sha-512" -> WebServer.sha512(response.content());
          default -> null;
        };
    assertThat(response.headers().get("content-digest")).isEqualTo(expected);
  }

  /** The limit itself; one byte more; known to be longer; longer than the pipeline holds. */
  @ParameterizedTest
  @CsvSource({"65536, true", "65537, false", "3000000, false"})
  void aLongBodyHasItsDigestInTrailers(int length, boolean inHead) throws IOException {
    RawResponse response = get(always, "/stream/" + length, "TE: trailers");
    assertThat(response.content()).isEqualTo(WebServer.bytes(length));
    String digest = WebServer.sha256(response.content());
    if (inHead) {
      assertThat(response.headers()).containsEntry("content-digest", digest);
      assertThat(response.trailers()).isEmpty();
    } else {
      assertThat(response.headers())
          .doesNotContainKey("content-digest")
          .containsEntry("trailer", "Content-Digest");
      assertThat(response.trailers()).containsEntry("content-digest", digest);
    }
  }

  @Test
  void withoutWordOfTrailersALongBodyGoesWithout() throws IOException {
    RawResponse response = get(wanted, "/stream/70000", "Want-Content-Digest: sha-256=1");
    assertThat(response.content()).isEqualTo(WebServer.bytes(70_000));
    assertThat(response.headers()).doesNotContainKeys("content-digest", "trailer");
    assertThat(response.trailers()).isEmpty();
  }

  @Test
  void ofARangeTheContentIsTheRangeAndTheRepresentationTheWhole() throws IOException {
    RawResponse range =
        get(
            wanted,
            "/resource",
            "Range: bytes=10-19",
            "Want-Content-Digest: sha-256=1",
            "Want-Repr-Digest: sha-256=1");
    assertThat(range.status()).isEqualTo(206);
    assertThat(range.content()).hasSize(10);
    assertThat(range.headers())
        .containsEntry("content-digest", WebServer.sha256(range.content()))
        .doesNotContainKey("repr-digest");
  }

  @Test
  void whatTheHandlerKnowsStays() throws IOException {
    RawResponse range =
        get(wanted, "/own", "Want-Content-Digest: sha-256=1", "Want-Repr-Digest: sha-256=1");
    assertThat(range.headers())
        .containsEntry("content-digest", WebServer.sha256(range.content()))
        .containsEntry("repr-digest", "sha-256=:" + "A".repeat(43) + "=:");
  }

  /** What the application codes is hashed coded; what the server would code stays as it is. */
  @Test
  void aDigestIsOfWhatIsSent() throws IOException {
    for (String path : new String[] {"/text", "/lines/5000", "/lines/70000"}) {
      RawResponse plain = get(always, path, "Accept-Encoding: gzip", "TE: trailers");
      assertThat(plain.headers()).doesNotContainKey("content-encoding");
      assertThat(plain.digest()).as(path).isEqualTo(WebServer.sha256(plain.content()));
    }
    RawResponse coded = get(always, "/gzip", "Accept-Encoding: gzip");
    assertThat(coded.headers())
        .containsEntry("content-encoding", "gzip")
        .containsEntry("content-digest", WebServer.sha256(coded.content()));
    assertThat(gunzip(coded.content())).isEqualTo(DigestApplication.TEXT);
  }

  /** A body that goes without a digest is coded by the server as ever. */
  @Test
  void whatHasNoDigestIsCodedByTheServer() throws IOException {
    RawResponse coded = get(always, "/lines/70000", "Accept-Encoding: gzip");
    assertThat(coded.headers())
        .containsEntry("content-encoding", "gzip")
        .doesNotContainKey("content-digest");
  }

  private static String gunzip(byte[] bytes) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void noBytesHaveADigestToo() throws IOException {
    RawResponse empty = get(always, "/empty");
    assertThat(empty.content()).isEmpty();
    assertThat(empty.headers()).containsEntry("content-digest", WebServer.sha256(new byte[0]));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/no-content", "/events"})
  void whatHasNoContentOrNoEndHasNoDigest(String path) throws IOException {
    RawResponse response = get(always, path);
    assertThat(response.headers()).doesNotContainKey("content-digest");
  }

  @Test
  void anErrorBeforeTheHeadIsAnAnswer() throws IOException {
    RawResponse response = get(always, "/broken/5000");
    assertThat(response.status()).isEqualTo(500);
    assertThat(response.text()).contains("Internal Server Error");
  }

  /** Longer than what is held back, so that the head has left. */
  @Test
  void anErrorBehindTheHeadBreaksTheConnection() throws IOException {
    RawResponse response = get(always, "/broken/" + 2 * BUFFER_BYTES, "TE: trailers");
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.isComplete()).isFalse();
    assertThat(response.trailers()).isEmpty();
  }
}
