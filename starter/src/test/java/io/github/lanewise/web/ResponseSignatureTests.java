package io.github.lanewise.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.KeyPair;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signatures of responses over a real connection, confirmed by the JCA. */
@ExtendWith(NoBufferLeaks.class)
class ResponseSignatureTests {

  private static final KeyPair KEYS = WebServer.keyPair();

  private static WebServer server;

  @BeforeAll
  static void start() {
    server =
        new WebServer(
            DigestApplication.class,
            "lanewise.web.signature.enabled=true",
            "lanewise.signing.private-key=" + WebServer.pem(KEYS));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/json, 200",
    "/text, 200",
    "/stream/1500, 200",
    "/empty, 200",
    "/no-content, 204",
    "/conflict, 409"
  })
  void aResponseIsSignedWithItsStatusAndItsDigest(String path, int status) throws IOException {
    RawResponse response = RawResponse.get(server.port(), path);
    assertThat(response.status()).isEqualTo(status);
    Map<String, String> headers = response.headers();
    assertThat(headers)
        .containsEntry("content-digest", WebServer.sha256(response.content()))
        .containsKeys("signature-input", "signature");
    assertThat(headers.get("signature-input"))
        .matches(
            "lanewise=\\(\"@status\" \"content-digest\"\\);created=[0-9]+;keyid=\"[\\w-]{43}\""
                + ";alg=\"rsa-v1_5-sha256\"");
    Map<String, String> values =
        Map.of("@status", String.valueOf(status), "content-digest", headers.get("content-digest"));
    assertThat(isConfirmed(values, headers)).isTrue();
    assertThat(isConfirmed(Map.of("@status", "201", "content-digest", "sha-256=:AA==:"), headers))
        .isFalse();
  }

  private static boolean isConfirmed(Map<String, String> values, Map<String, String> fields) {
    return SignedHeaders.verify(
        KEYS.getPublic(),
        values,
        "lanewise",
        Objects.requireNonNull(fields.get("signature-input")),
        Objects.requireNonNull(fields.get("signature")));
  }

  @Test
  void aLongResponseIsSignedInItsTrailers() throws IOException {
    RawResponse response = RawResponse.get(server.port(), "/stream/200000", "TE: trailers");
    assertThat(response.headers())
        .containsEntry("trailer", "Content-Digest, Signature-Input, Signature");
    Map<String, String> trailers = response.trailers();
    assertThat(trailers).containsEntry("content-digest", WebServer.sha256(response.content()));
    assertThat(trailers.get("signature-input")).contains("(\"@status\" \"content-digest\";tr)");
    assertThat(
            isConfirmed(
                Map.of("@status", "200", "content-digest;tr", trailers.get("content-digest")),
                trailers))
        .isTrue();
  }

  @Test
  void aDigestOfTheHandlersOwnIsCoveredToo() throws IOException {
    Map<String, String> headers = RawResponse.get(server.port(), "/own").headers();
    assertThat(headers.get("signature-input"))
        .contains("(\"@status\" \"content-digest\" \"repr-digest\")");
    assertThat(
            isConfirmed(
                Map.of(
                    "@status", "206",
                    "content-digest", headers.get("content-digest"),
                    "repr-digest", headers.get("repr-digest")),
                headers))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/events", "/stream/200000"})
  void withoutADigestThereIsNoSignature(String path) throws IOException {
    RawResponse response = RawResponse.get(server.port(), path);
    assertThat(response.headers()).doesNotContainKeys("signature", "signature-input", "trailer");
    assertThat(response.trailers()).isEmpty();
  }
}
