package io.github.lanewise.sample.blobs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.lanewise.kernel.rsa.RsaPublicKey;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSignature;
import io.github.lanewise.pipeline.RsaVerifier;
import io.github.lanewise.sample.RunningServer;
import io.github.lanewise.sample.dedup.Manifest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/** Streams in chunks: in, and out again. */
class DedupTests extends RunningServer {

  @Autowired private HashingPipeline pipeline;

  /** Nothing, less than a chunk, a chunk, one byte more, and many. */
  @ParameterizedTest
  @CsvSource({
    "fixed, 0",
    "fixed, 1",
    "fixed, 65536",
    "fixed, 65537",
    "fixed, 3000001",
    "cdc, 0",
    "cdc, 16384",
    "cdc, 3000001",
  })
  void aStreamComesBackFromTheAddressOfItsManifest(String chunking, int size) {
    byte[] body = randomBytes(800 + size, size);
    HttpResponse<byte[]> upload =
        send(request("/blobs?chunking=" + chunking).POST(inOddPieces(body)));
    assertThat(upload.statusCode()).isEqualTo(201);
    JsonNode receipt = json(upload);
    String address = receipt.get("address").asString();
    assertThat(upload.headers().firstValue("Location")).hasValue("/blobs/" + address);
    assertThat(receipt.get("stream").asString()).isEqualTo(address(body));
    assertThat(receipt.get("size").asLong()).isEqualTo(size);

    HttpResponse<byte[]> restored =
        send(request("/blobs/" + address).header("Want-Repr-Digest", "sha-256=1"));
    assertThat(restored.body()).isEqualTo(body);
    assertThat(restored.headers().firstValue("Repr-Digest"))
        .hasValue(DigestFields.of(Sha256Digest.parseContentAddress(address(body))));
    assertThat(restored.headers().firstValue("ETag")).hasValue('"' + address + '"');
  }

  @Test
  void theManifestNamesItselfAndIsSigned() {
    byte[] body = randomBytes(801, 500_000);
    JsonNode receipt = json(post("/blobs?chunking=cdc", body));
    HttpResponse<byte[]> manifest = get("/manifests/" + receipt.get("address").asString());
    assertThat(manifest.statusCode()).isEqualTo(200);
    assertThat(address(manifest.body())).isEqualTo(receipt.get("address").asString());
    Manifest parsed = Manifest.parse(new String(manifest.body(), US_ASCII));
    assertThat(parsed.chunks()).hasSize(receipt.get("chunks").asInt());
    assertThat(parsed.stream().contentAddress()).isEqualTo(address(body));
    String keyId = receipt.get("keyId").asString();
    RsaPublicKey key =
        RsaPublicKey.ofPem(new String(get("/keys/" + keyId + ".pem").body(), US_ASCII));
    assertThat(
            RsaVerifier.of(key)
                .verify(
                    Sha256Digest.parseContentAddress(address(manifest.body())),
                    RsaSignature.ofBase64(receipt.get("signature").asString(), keyId)))
        .isTrue();
  }

  /** Each chunk is a blob like any other. */
  @Test
  void chunksAreStoredOnce() {
    byte[] body = randomBytes(802, 1_000_000);
    JsonNode first = json(post("/blobs?chunking=cdc", body));
    assertThat(first.get("newChunks").asInt()).isEqualTo(first.get("chunks").asInt());
    assertThat(first.get("newBytes").asLong()).isEqualTo(body.length);
    int stored = storedBlobs().size();

    HttpResponse<byte[]> again = post("/blobs?chunking=cdc", body);
    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(json(again).get("newChunks").asInt()).isZero();
    assertThat(storedBlobs()).hasSize(stored);

    byte[] shifted = new byte[body.length + 100];
    System.arraycopy(body, 0, shifted, 100, body.length);
    JsonNode moved = json(post("/blobs?chunking=cdc", shifted));
    assertThat(moved.get("newChunks").asInt()).isBetween(1, 3);
    for (Manifest.Chunk chunk : manifest(moved).chunks()) {
      assertThat(get("/blobs/" + chunk.digest().contentAddress()).body()).hasSize(chunk.length());
    }
  }

  @Test
  void aChunkThatComesTwiceInAStreamIsStoredOnce() {
    JsonNode receipt = json(post("/blobs?chunking=fixed", new byte[10 * 65_536]));
    assertThat(receipt.get("chunks").asInt()).isEqualTo(10);
    assertThat(receipt.get("newChunks").asInt()).isLessThanOrEqualTo(1);
  }

  @Test
  void rangesCrossChunks() {
    byte[] body = randomBytes(803, 400_000);
    String path = "/blobs/" + json(post("/blobs?chunking=fixed", body)).get("address").asString();
    HttpResponse<byte[]> range = send(request(path).header("Range", "bytes=65535-262144"));
    assertThat(range.statusCode()).isEqualTo(206);
    assertThat(range.body()).isEqualTo(Arrays.copyOfRange(body, 65_535, 262_145));
    HttpResponse<byte[]> head = send(request(path).method("HEAD", BodyPublishers.noBody()));
    assertThat(head.headers().firstValueAsLong("Content-Length")).hasValue(400_000);
  }

  @Test
  void theRatioIsMetered() {
    byte[] body = randomBytes(804, 300_000);
    double received = meter("bytes.received");
    double stored = meter("bytes.stored");
    post("/blobs?chunking=fixed", body);
    post("/blobs?chunking=fixed", body);
    assertThat(meter("bytes.received") - received).isEqualTo(600_000);
    assertThat(meter("bytes.stored") - stored).isEqualTo(300_000);
    assertThat(meter("ratio")).isEqualTo(meter("bytes.received") / meter("bytes.stored"));
  }

  @Test
  void anUploadThatBreaksOffLeavesNoChunk() throws IOException {
    List<Path> before = storedBlobs();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket
          .getOutputStream()
          .write(
              "POST /blobs?chunking=fixed HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n"
                  .getBytes(US_ASCII));
      socket.getOutputStream().write(randomBytes(805, 1_000_000));
      socket.getOutputStream().flush();
      await().atMost(LIMIT).untilAsserted(() -> assertThat(unfinishedUploads()).isNotEmpty());
    }
    await().atMost(LIMIT).untilAsserted(() -> assertThat(unfinishedUploads()).isEmpty());
    await().atMost(LIMIT).until(() -> pipeline.statistics().openStreams() == 0);
    assertThat(unfinishedUploads()).isEmpty();
    assertThat(storedBlobs()).isEqualTo(before);
  }

  @Test
  void anUnexpectedDigestLeavesNoChunk() {
    List<Path> before = storedBlobs();
    HttpResponse<byte[]> upload =
        post("/blobs?chunking=cdc&address=sha256:" + "3".repeat(64), randomBytes(806, 300_000));
    assertThat(upload.statusCode()).isEqualTo(400);
    assertThat(storedBlobs()).isEqualTo(before);
    assertThat(unfinishedUploads()).isEmpty();
  }

  @Test
  void whatIsNoWayToChunkIsRefused() {
    HttpResponse<byte[]> unknown = post("/blobs?chunking=rabin", new byte[1]);
    assertThat(unknown.statusCode()).isEqualTo(400);
    assertThat(json(unknown).get("detail").asString()).contains("fixed or cdc, was 'rabin'");
    assertThat(
            send(request("/blobs?chunking=cdc")
                    .header("Upload-Complete", "?0")
                    .POST(BodyPublishers.noBody()))
                .statusCode())
        .isEqualTo(400);
    assertThat(get("/manifests/sha256:" + "0".repeat(64)).statusCode()).isEqualTo(404);
  }

  private Manifest manifest(JsonNode receipt) {
    return Manifest.parse(
        new String(get("/manifests/" + receipt.get("address").asString()).body(), US_ASCII));
  }

  private double meter(String name) {
    return json(get("/actuator/metrics/lanewise.sample.dedup." + name))
        .at("/measurements/0/value")
        .asDouble();
  }
}
