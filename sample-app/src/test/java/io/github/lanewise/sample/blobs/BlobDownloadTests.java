package io.github.lanewise.sample.blobs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.sample.RunningServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
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
    HttpResponse<byte[]> range = blob("Range", "bytes=2-5");
    assertThat(range.statusCode()).isEqualTo(206);
    assertThat(range.headers().firstValue("Content-Range")).hasValue("bytes 2-5/" + BODY.length);
    assertThat(range.headers().firstValueAsLong("Content-Length")).hasValue(4);
    assertThat(range.body()).asString(US_ASCII).isEqualTo("blob");
  }

  /** Two and one that is beyond the end; the boundary is whatever the header says. */
  @Test
  void severalRangesAreServedAsParts() {
    HttpResponse<byte[]> ranges = blob("Range", "bytes=2-5, 1000-, -5");
    assertThat(ranges.statusCode()).isEqualTo(206);
    String type = ranges.headers().firstValue("Content-Type").orElseThrow();
    assertThat(type).startsWith("multipart/byteranges;boundary=");
    String boundary = type.substring(type.indexOf('=') + 1);
    String head = "Content-Type: application/octet-stream\r\nContent-Range: bytes ";
    assertThat(new String(ranges.body(), US_ASCII))
        .isEqualTo(
            "\r\n--%s\r\n%s2-5/25\r\n\r\nblob\r\n--%s\r\n%s20-24/25\r\n\r\nread\n\r\n--%s--\r\n"
                .formatted(boundary, head, boundary, head, boundary));
    assertThat(ranges.headers().firstValueAsLong("Content-Length")).hasValue(ranges.body().length);
  }

  @Test
  void largeRangesComeFromTheirPlaces() {
    byte[] body = randomBytes(77, 1_000_003);
    post("/blobs", body);
    HttpResponse<byte[]> range =
        send(request("/blobs/" + address(body)).header("Range", "bytes=65537-900000"));
    assertThat(range.body()).isEqualTo(Arrays.copyOfRange(body, 65_537, 900_001));
    HttpResponse<byte[]> ranges =
        send(request("/blobs/" + address(body)).header("Range", "bytes=100000-299999,-100000"));
    String parts = new String(ranges.body(), ISO_8859_1);
    assertThat(parts)
        .contains(new String(Arrays.copyOfRange(body, 100_000, 300_000), ISO_8859_1))
        .contains(new String(Arrays.copyOfRange(body, 900_003, 1_000_003), ISO_8859_1));
  }

  @Test
  void aRangeBeyondTheEndIsNotSatisfiable() {
    HttpResponse<byte[]> range = blob("Range", "bytes=25-");
    assertProblem(range, 416, "within the blob's 25 bytes");
    assertThat(range.headers().firstValue("Content-Range")).hasValue("bytes */25");
  }

  @Test
  void aMalformedRangeIsIgnored() {
    HttpResponse<byte[]> whole = blob("Range", "bytes=9-1");
    assertThat(whole.statusCode()).isEqualTo(200);
    assertThat(whole.body()).isEqualTo(BODY);
  }

  @Test
  void aRangeOfAnotherVersionIsIgnored() {
    assertThat(blob("Range", "bytes=2-5", "If-Range", '"' + address + '"').statusCode())
        .isEqualTo(206);
    for (String other :
        List.of("\"other\"", "W/\"" + address + '"', "Tue, 01 Jan 2030 00:00:00 GMT")) {
      assertThat(blob("Range", "bytes=2-5", "If-Range", other).body()).isEqualTo(BODY);
    }
  }

  @Test
  void preconditionsAreEvaluatedBeforeRanges() {
    String tag = '"' + address + '"';
    assertThat(blob("If-None-Match", "\"other\", W/" + tag, "Range", "bytes=2-5").statusCode())
        .isEqualTo(304);
    assertThat(blob("If-None-Match", "*").statusCode()).isEqualTo(304);
    assertThat(blob("If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
    assertThat(blob("If-Match", "\"other\", " + tag).statusCode()).isEqualTo(200);
    assertThat(blob("If-Match", "*").statusCode()).isEqualTo(200);
    assertProblem(blob("If-Match", "\"other\""), 412, address);
    assertProblem(blob("If-Match", "W/" + tag), 412, address);
  }

  @Test
  void whatAnAddressNamesMayBeKeptForEver() {
    for (HttpResponse<byte[]> answer :
        List.of(get("/blobs/" + address), blob("If-None-Match", '"' + address + '"'))) {
      assertThat(answer.headers().firstValue("Cache-Control"))
          .hasValue("max-age=31536000, immutable");
      assertThat(answer.headers().firstValue("ETag")).hasValue('"' + address + '"');
    }
  }

  /** RFC 9530: of the whole representation, also where a part of it is sent. */
  @Test
  void theDigestOfTheRepresentationIsToldToWhoWantsIt() {
    String expected = DigestFields.of(Sha256Digest.parseContentAddress(address));
    assertThat(blob("Want-Repr-Digest", "sha-256=5").headers().firstValue("Repr-Digest"))
        .hasValue(expected);
    assertThat(
            blob("Want-Repr-Digest", "sha-512=3, sha-256=1", "Range", "bytes=0-0")
                .headers()
                .firstValue("Repr-Digest"))
        .hasValue(expected);
    assertThat(blob("Want-Repr-Digest", "sha-256=0").headers().firstValue("Repr-Digest")).isEmpty();
    assertThat(get("/blobs/" + address).headers().firstValue("Repr-Digest")).isEmpty();
  }

  @Test
  void anEmptyBlobIsServed() {
    byte[] nothing = {};
    post("/blobs", nothing);
    assertThat(get("/blobs/" + address(nothing)).body()).isEmpty();
    assertThat(send(request("/blobs/" + address(nothing)).header("Range", "bytes=0-")).statusCode())
        .isEqualTo(416);
  }

  private HttpResponse<byte[]> blob(String... headers) {
    return send(request("/blobs/" + address).headers(headers));
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
