package io.github.lanewise.sample.blobs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.sample.RunningServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who knows the digest of what is sent has it checked before it is kept. */
class ExpectedDigestTests extends RunningServer {

  private static final String OTHER = "sha256:" + "1".repeat(64);

  @Test
  void theRightDigestIsAccepted() {
    byte[] body = randomBytes(501, 100_001);
    String field = field(address(body));
    HttpResponse<byte[]> upload =
        send(
            request("/blobs?address=" + address(body))
                .header("Content-Digest", "sha-512=:AAAA:, " + field)
                .header("Repr-Digest", field)
                .POST(inOddPieces(body)));
    assertThat(upload.statusCode()).isEqualTo(201);
    assertThat(get("/blobs/" + address(body)).body()).isEqualTo(body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Digest", "Repr-Digest", "address"})
  void aWrongOneIsRejectedAndLeavesNothing(String where) {
    byte[] body = randomBytes(where.hashCode(), 100_001);
    List<Path> before = storedBlobs();
    HttpResponse<byte[]> upload =
        send(
            where.equals("address")
                ? request("/blobs?address=" + OTHER).POST(inOddPieces(body))
                : request("/blobs").header(where, field(OTHER)).POST(inOddPieces(body)));
    assertProblem(upload, "the body must have the address " + OTHER + ", has " + address(body));
    assertThat(storedBlobs()).isEqualTo(before);
    assertThat(unfinishedUploads()).isEmpty();
  }

  @Test
  void twoThatDifferAreRefused() {
    assertProblem(
        send(
            request("/blobs?address=" + OTHER)
                .header("Content-Digest", field(address(new byte[0])))
                .POST(inOddPieces(new byte[1]))),
        "must be expected to have one digest");
  }

  @Test
  void aMalformedOneIsRefused() {
    assertProblem(post("/blobs?address=md5:1", new byte[1]), "64 lower-case hex digits");
    assertProblem(
        send(
            request("/blobs")
                .header("Content-Digest", "sha-256=:" + "short".repeat(2) + ":")
                .POST(inOddPieces("x".getBytes(US_ASCII)))),
        "Content-Digest must have for sha-256");
  }

  private static String field(String address) {
    return DigestFields.of(Sha256Digest.parseContentAddress(address));
  }

  private static void assertProblem(HttpResponse<byte[]> response, String detail) {
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(json(response).get("detail").asString()).contains(detail);
  }
}
