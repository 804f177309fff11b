package io.github.lanewise.sample.blobs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.sample.RunningServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlobUploadTests extends RunningServer {

  /** No body, the smallest, the size of a read from the socket and one more, and many of those. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65_536, 65_537, 5_000_011})
  void anUploadComesBackFromItsAddress(int size) {
    byte[] body = randomBytes(size, size);

    HttpResponse<byte[]> upload = send(request("/blobs").POST(inOddPieces(body)));

    // Other tests of the same server may have stored no bytes before.
    assertThat(upload.statusCode()).isIn(201, size == 0 ? 200 : 201);
    assertThat(json(upload).get("address").asString()).isEqualTo(address(body));
    assertThat(json(upload).get("size").asLong()).isEqualTo(size);
    assertThat(upload.headers().firstValue("Location")).hasValue("/blobs/" + address(body));
    assertThat(get("/blobs/" + address(body)).body()).isEqualTo(body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"application/x-www-form-urlencoded", "multipart/form-data", "text/plain", "x/y"})
  void theTypeOfABodyDoesNotMatter(String contentType) {
    byte[] body = contentType.getBytes(US_ASCII);
    HttpResponse<byte[]> upload =
        send(
            request("/blobs")
                .header("Content-Type", contentType)
                .POST(BodyPublishers.ofByteArray(body)));
    assertThat(json(upload).get("address").asString()).isEqualTo(address(body));
  }

  @Test
  void whoAcceptsNoReceiptStoresNothing() {
    int stored = storedBlobs().size();
    HttpResponse<byte[]> refused =
        send(
            request("/blobs")
                .header("Accept", "image/png")
                .POST(BodyPublishers.ofByteArray(randomBytes(1_003, 1_000))));
    assertThat(refused.statusCode()).isEqualTo(406);
    assertThat(storedBlobs()).hasSize(stored);
  }

  @Test
  void anIdenticalBlobIsStoredOnce() {
    byte[] body = randomBytes(1_001, 100_000);
    assertThat(post("/blobs", body).statusCode()).isEqualTo(201);
    int stored = storedBlobs().size();

    HttpResponse<byte[]> again = post("/blobs", body);

    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(again.headers().firstValue("Location")).hasValue("/blobs/" + address(body));
    assertThat(storedBlobs()).hasSize(stored);
    assertThat(unfinishedUploads()).isEmpty();
  }

  @Test
  void ofIdenticalUploadsAtOnceOneIsNew() throws Exception {
    byte[] body = randomBytes(1_002, 300_000);
    Map<Integer, Long> statuses =
        atOnce(IntStream.range(0, 16).mapToObj(i -> body).toList()).stream()
            .collect(groupingBy(HttpResponse::statusCode, counting()));
    assertThat(statuses).containsOnly(Map.entry(201, 1L), Map.entry(200, 15L));
    assertThat(unfinishedUploads()).isEmpty();
  }

  @Test
  void sixtyFourUploadsAtOnceEachGetTheirOwnAddress() throws Exception {
    List<byte[]> bodies =
        IntStream.range(0, 64).mapToObj(i -> randomBytes(2_000 + i, 10_007 * (i + 1))).toList();
    List<HttpResponse<byte[]>> uploads = atOnce(bodies);
    assertThat(uploads)
        .extracting(upload -> json(upload).get("address").asString())
        .containsExactlyElementsOf(bodies.stream().map(RunningServer::address).toList());
    assertThat(unfinishedUploads()).isEmpty();
  }

  private List<HttpResponse<byte[]>> atOnce(List<byte[]> bodies) throws Exception {
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      return clients
          .invokeAll(
              bodies.stream()
                  .<Callable<HttpResponse<byte[]>>>map(
                      body -> () -> send(request("/blobs").POST(inOddPieces(body))))
                  .toList())
          .stream()
          .map(Future::resultNow)
          .toList();
    }
  }
}
