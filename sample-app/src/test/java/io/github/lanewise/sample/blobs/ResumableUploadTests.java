package io.github.lanewise.sample.blobs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.sample.RunningServer;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** As a client of draft-ietf-httpbis-resumable-upload-12 does it. */
class ResumableUploadTests extends RunningServer {

  @Autowired private HashingPipeline pipeline;
  @Autowired private UploadFolder folder;

  @Test
  void anUploadInThreePartsBecomesOneBlob() {
    byte[] body = randomBytes(701, 1_000_003);
    String upload = create(part(body, 0, 300_001), 1_000_003);
    assertThat(append(upload, 300_001, false, part(body, 300_001, 300_002)).statusCode())
        .isEqualTo(204);
    assertOffset(upload, 300_002, "?0");
    HttpResponse<byte[]> last = append(upload, 300_002, true, part(body, 300_002, 1_000_003));
    assertThat(last.statusCode()).isEqualTo(201);
    assertThat(json(last).get("address").asString()).isEqualTo(address(body));
    assertThat(json(last).get("signature").asString()).isNotEmpty();
    assertThat(last.headers().firstValue("Location")).hasValue("/blobs/" + address(body));
    assertThat(get("/blobs/" + address(body)).body()).isEqualTo(body);
    assertThat(assertOffset(upload, 1_000_003, "?1").headers().firstValue("Location"))
        .hasValue("/blobs/" + address(body));
    assertThat(json(get(upload)).get("address").asString()).isEqualTo(address(body));
  }

  /** Both ends of a block of the hash and of a buffer, and none at all. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 64, 65_536, 65_537})
  void anUploadMayBeginWithNothing(int size) {
    byte[] body = randomBytes(size + 5_000_000L, size);
    String upload = create(BodyPublishers.noBody(), -1);
    HttpResponse<byte[]> last = append(upload, 0, true, BodyPublishers.ofByteArray(body));
    assertThat(last.statusCode()).isIn(200, 201);
    assertThat(json(last).get("address").asString()).isEqualTo(address(body));
  }

  /** What came before the connection broke is kept, to the byte. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 0})
  void anUploadGoesOnWhereItBrokeOff(int linger) throws Exception {
    byte[] body = randomBytes(702 + linger, 2_000_000);
    String upload = create(BodyPublishers.noBody(), 2_000_000);
    breakOff(upload, Arrays.copyOf(body, 1_234_567), linger);
    await().atMost(LIMIT).until(() -> pipeline.statistics().openStreams() == 0);
    long offset = offset(upload);
    assertThat(offset).isPositive().isLessThanOrEqualTo(1_234_567);
    HttpResponse<byte[]> last = append(upload, offset, true, part(body, (int) offset, 2_000_000));
    assertThat(json(last).get("address").asString()).isEqualTo(address(body));
  }

  /** HTTP/1.0 has no interim responses: its client was never told where the upload is. */
  @Test
  void anUploadThatBreaksOffBeforeItsAddressIsToldIsRemoved() throws Exception {
    try (Socket socket = halfAnUpload("1.0")) {
      assertThat(socket.isConnected()).isTrue();
      await().atMost(LIMIT).until(() -> uploadFiles(4).count() == 1);
    }
    await().atMost(LIMIT).until(() -> uploadFiles(4).count() == 0);
  }

  /** An ordinary upload, but for a header, that breaks off: the interim response tells where. */
  @Test
  void anUploadInOneRequestGoesOnWhereItBrokeOff() throws Exception {
    String upload;
    try (Socket socket = halfAnUpload("1.1")) {
      BufferedReader answers =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      assertThat(answers.readLine()).isEqualTo("HTTP/1.1 104 Upload Resumption Supported");
      List<String> headers = answers.lines().takeWhile(line -> !line.isEmpty()).toList();
      assertThat(headers)
          .anyMatch(line -> line.toLowerCase(ROOT).startsWith("upload-limit: max-age="));
      upload =
          headers.stream()
              .filter(line -> line.toLowerCase(ROOT).startsWith("location: "))
              .map(line -> line.substring(10))
              .findFirst()
              .orElseThrow();
      await().atMost(LIMIT).until(() -> folder.data(upload.substring(9)).toFile().length() == 4);
    }
    assertThat(assertOffset(upload, 4, "?0").headers().firstValueAsLong("Upload-Length"))
        .hasValue(9);
    HttpResponse<byte[]> last = append(upload, 4, true, BodyPublishers.ofString(" done"));
    assertThat(json(last).get("address").asString())
        .isEqualTo(address("half done".getBytes(US_ASCII)));
  }

  /** The interim response is no answer to wait behind, and the connection serves the next. */
  @Test
  void anUploadInOneRequestIsAnsweredAsAnyOther() throws Exception {
    try (Socket socket = halfAnUpload("1.1")) {
      socket.getOutputStream().write(" good".getBytes(US_ASCII));
      StringBuilder answers = new StringBuilder();
      while (!answers.toString().endsWith("}")) {
        // Its receipt is the last of an answer.
        int next = socket.getInputStream().read();
        assertThat(next).as("after %s", answers).isNotNegative();
        answers.append((char) next);
      }
      socket
          .getOutputStream()
          .write(
              "GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(US_ASCII));
      answers.append(new String(socket.getInputStream().readAllBytes(), US_ASCII));
      assertThat(answers)
          .containsSubsequence(
              "HTTP/1.1 104 ",
              "HTTP/1.1 20",
              address("half good".getBytes(US_ASCII)),
              "HTTP/1.1 404 ");
    }
  }

  private Socket halfAnUpload(String version) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port());
    socket.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
    socket
        .getOutputStream()
        .write(
            "POST /blobs HTTP/%s\r\nHost: localhost\r\nUpload-Complete: ?1\r\nContent-Length: 9\r\n\r\nhalf"
                .formatted(version)
                .getBytes(US_ASCII));
    socket.getOutputStream().flush();
    return socket;
  }

  private Stream<File> uploadFiles(long length) {
    File[] files = folder.data("any").resolveSibling("").toFile().listFiles();
    return Arrays.stream(Objects.requireNonNull(files)).filter(file -> file.length() == length);
  }

  /** A connection that nobody knows to be dead is no reason to wait. */
  @Test
  void aLaterRequestEndsTheOneBefore() throws Exception {
    byte[] body = randomBytes(703, 500_000);
    String upload = create(BodyPublishers.noBody(), 500_000);
    try (Socket stalled = halfAnAppend(upload, Arrays.copyOf(body, 300_000))) {
      await()
          .atMost(LIMIT)
          .until(() -> folder.data(upload.substring(9)).toFile().length() == 300_000);
      assertOffset(upload, 300_000, "?0");
      HttpResponse<byte[]> last = append(upload, 300_000, true, part(body, 300_000, 500_000));
      assertThat(json(last).get("address").asString()).isEqualTo(address(body));
      assertThat(stalled.getInputStream().read()).isNotEqualTo(0);
    }
  }

  @Test
  void anotherOffsetIsAConflictThatTellsTheRightOne() {
    String upload = create(BodyPublishers.ofByteArray(new byte[10]), -1);
    HttpResponse<byte[]> conflict =
        append(upload, 11, false, BodyPublishers.ofByteArray(new byte[1]));
    assertProblem(conflict, 409, "mismatching-upload-offset");
    assertThat(json(conflict).get("expected-offset").asLong()).isEqualTo(10);
    assertThat(json(conflict).get("provided-offset").asLong()).isEqualTo(11);
    assertOffset(upload, 10, "?0");
  }

  @Test
  void anUploadThatIsCompleteTakesNoMore() {
    String upload = create(BodyPublishers.noBody(), -1);
    append(upload, 0, true, BodyPublishers.ofByteArray(randomBytes(704, 10)));
    assertProblem(
        append(upload, 10, true, BodyPublishers.ofByteArray(new byte[1])), 400, "completed-upload");
  }

  @Test
  void anotherLengthThanAnnouncedIsRefused() {
    String upload = create(BodyPublishers.ofByteArray(new byte[10]), 100);
    assertProblem(
        append(upload, 10, true, BodyPublishers.ofByteArray(new byte[80])),
        400,
        "inconsistent-upload-length");
    assertProblem(
        append(upload, 10, false, BodyPublishers.ofByteArray(new byte[91])),
        400,
        "inconsistent-upload-length");
    assertOffset(upload, 10, "?0");
  }

  @Test
  void anUnexpectedDigestRemovesTheUpload() {
    byte[] body = randomBytes(705, 1_000);
    int before = storedBlobs().size();
    String upload =
        send(request("/blobs?address=sha256:" + "2".repeat(64))
                .header("Upload-Complete", "?0")
                .POST(BodyPublishers.noBody()))
            .headers()
            .firstValue("Location")
            .orElseThrow();
    HttpResponse<byte[]> last = append(upload, 0, true, BodyPublishers.ofByteArray(body));
    assertThat(last.statusCode()).isEqualTo(400);
    assertThat(json(last).get("detail").asString()).contains("2".repeat(64), address(body));
    assertThat(storedBlobs()).hasSize(before);
    assertThat(head(upload).statusCode()).isEqualTo(404);
  }

  @Test
  void anUploadCanBeGivenUp() {
    String upload = create(BodyPublishers.ofByteArray(new byte[1_000]), -1);
    assertThat(send(request(upload).DELETE()).statusCode()).isEqualTo(204);
    assertThat(head(upload).statusCode()).isEqualTo(404);
    assertThat(folder.data(upload.substring(9))).doesNotExist();
  }

  @Test
  void whatIsNoPartOfAnUploadIsRefused() {
    String upload = create(BodyPublishers.noBody(), -1);
    assertThat(
            send(request(upload)
                    .header("Upload-Offset", "0")
                    .header("Content-Type", "text/plain")
                    .method("PATCH", BodyPublishers.ofString("x")))
                .statusCode())
        .isEqualTo(415);
    HttpResponse<byte[]> noOffset =
        send(
            request(upload)
                .header("Content-Type", "application/partial-upload")
                .header("Upload-Offset", "many")
                .method("PATCH", BodyPublishers.ofString("x")));
    assertThat(noOffset.statusCode()).isEqualTo(400);
    assertThat(json(noOffset).get("detail").asString()).contains("Upload-Offset", "many");
    assertThat(head("/uploads/" + "0".repeat(32)).statusCode()).isEqualTo(404);
  }

  @Test
  void optionsTellThatUploadsMayBeResumed() {
    HttpResponse<byte[]> options =
        send(request("/blobs").method("OPTIONS", BodyPublishers.noBody()));
    assertThat(options.headers().firstValue("Accept-Patch")).hasValue("application/partial-upload");
  }

  private String create(BodyPublisher body, long length) {
    var request = request("/blobs").header("Upload-Complete", "?0").POST(body);
    if (length >= 0) {
      request.header("Upload-Length", Long.toString(length));
    }
    HttpResponse<byte[]> created = send(request);
    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(created.headers().firstValue("Upload-Limit"))
        .hasValueSatisfying(limit -> assertThat(limit).startsWith("max-age="));
    return created.headers().firstValue("Location").orElseThrow();
  }

  private HttpResponse<byte[]> append(
      String upload, long offset, boolean last, BodyPublisher body) {
    return send(
        request(upload)
            .header("Content-Type", "application/partial-upload")
            .header("Upload-Offset", Long.toString(offset))
            .header("Upload-Complete", last ? "?1" : "?0")
            .method("PATCH", body));
  }

  private HttpResponse<byte[]> head(String upload) {
    return send(request(upload).method("HEAD", BodyPublishers.noBody()));
  }

  private long offset(String upload) {
    return head(upload).headers().firstValueAsLong("Upload-Offset").orElseThrow();
  }

  private HttpResponse<byte[]> assertOffset(String upload, long offset, String complete) {
    HttpResponse<byte[]> head = head(upload);
    assertThat(head.statusCode()).isEqualTo(204);
    assertThat(head.headers().firstValueAsLong("Upload-Offset")).hasValue(offset);
    assertThat(head.headers().firstValue("Upload-Complete")).hasValue(complete);
    assertThat(head.headers().firstValue("Cache-Control")).hasValue("no-store");
    return head;
  }

  private static BodyPublisher part(byte[] body, int from, int to) {
    return inOddPieces(Arrays.copyOfRange(body, from, to));
  }

  private void breakOff(String upload, byte[] body, int linger) throws IOException {
    try (Socket socket = halfAnAppend(upload, body)) {
      socket.setSoLinger(linger >= 0, Math.max(0, linger));
      await().atMost(LIMIT).until(() -> folder.data(upload.substring(9)).toFile().length() > 0);
    }
  }

  /** Says that it has more than it sends. */
  private Socket halfAnAppend(String upload, byte[] body) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port());
    socket.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
    socket
        .getOutputStream()
        .write(
            String.join(
                    "\r\n",
                    "PATCH %s HTTP/1.1",
                    "Host: localhost",
                    "Upload-Offset: 0",
                    "Upload-Complete: ?0",
                    "Content-Type: application/partial-upload",
                    "Content-Length: %d",
                    "",
                    "")
                .formatted(upload, body.length + 100)
                .getBytes(US_ASCII));
    socket.getOutputStream().write(body);
    socket.getOutputStream().flush();
    return socket;
  }

  private static void assertProblem(HttpResponse<byte[]> response, int status, String type) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(json(response).get("type").asString())
        .isEqualTo("https://iana.org/assignments/http-problem-types#" + type);
  }
}
