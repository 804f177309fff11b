package io.github.lanewise.sample.blobs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.sample.RunningServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlobDownloadTests extends RunningServer {

  private static final byte[] BODY = "a blob that is only read\n".getBytes(US_ASCII);

  private final String address = address(BODY);

  @BeforeEach
  void upload() {
    assertThat(post("/blobs", BODY).statusCode()).isIn(200, 201);
  }

  @Test
  void headTellsLengthAndEntityTagWithoutBytes() {
    HttpResponse<byte[]> head =
        send(request("/blobs/" + address).method("HEAD", BodyPublishers.noBody()));
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue(BODY.length);
    assertThat(head.headers().firstValue("ETag")).hasValue('"' + address + '"');
    assertThat(head.body()).isEmpty();
  }

  @Test
  void aClientThatHasTheBlobIsSentNoBytes() {
    HttpResponse<byte[]> again =
        send(request("/blobs/" + address).header("If-None-Match", '"' + address + '"'));
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
  }

  @Test
  void aRangeIsServed() {
    HttpResponse<byte[]> range = send(request("/blobs/" + address).header("Range", "bytes=2-5"));
    assertThat(range.statusCode()).isEqualTo(206);
    assertThat(range.body()).asString(US_ASCII).isEqualTo("blob");
  }

  @Test
  void anUnknownAddressIsNotFound() {
    String unknown = "sha256:" + "0".repeat(64);
    assertProblem(get("/blobs/" + unknown), 404, unknown);
  }

  /** Another algorithm, upper case, too short, not hex, and a way out of the folder. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "md5:d41d8cd98f00b204e9800998ecf8427e",
        "sha256:E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855",
        "sha256:e3b0c442",
        "sha256:zzb0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "..%2F..%2Fkeys%2Fsigning-key.pem"
      })
  void aMalformedAddressIsABadRequest(String malformed) {
    assertProblem(get("/blobs/" + malformed), 400, "sha256: and 64 lower-case hex digits");
  }

  private static void assertProblem(HttpResponse<byte[]> response, int status, String detail) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(json(response).get("status").asInt()).isEqualTo(status);
    assertThat(json(response).get("detail").asString()).contains(detail);
  }
}
