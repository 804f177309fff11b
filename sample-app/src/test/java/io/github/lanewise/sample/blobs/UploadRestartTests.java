package io.github.lanewise.sample.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.lanewise.sample.RestartableServer;
import io.github.lanewise.sample.RunningServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uploads that outlive the process, and those that nobody goes on with. */
class UploadRestartTests {

  @TempDir private Path store;

  private final byte[] body = body();

  private static byte[] body() {
    byte[] bytes = new byte[300_000];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  /** The bytes behind the offset are what a crash left of an append that was not acknowledged. */
  @Test
  void anUploadGoesOnAfterARestart() throws Exception {
    String upload;
    try (RestartableServer server = new RestartableServer(store)) {
      upload = begin(server, Arrays.copyOf(body, 123_457));
    }
    Path data = store.resolve("uploads").resolve(upload.substring(9) + ".data");
    Files.write(data, new byte[9_999], StandardOpenOption.APPEND);
    try (RestartableServer server = new RestartableServer(store)) {
      assertThat(data).hasSize(123_457);
      HttpResponse<byte[]> last =
          server.send(
              server
                  .request(upload)
                  .header("Content-Type", "application/partial-upload")
                  .header("Upload-Offset", "123457")
                  .header("Upload-Complete", "?1")
                  .method(
                      "PATCH",
                      BodyPublishers.ofByteArray(Arrays.copyOfRange(body, 123_457, body.length))));
      assertThat(last.statusCode()).isEqualTo(201);
      assertThat(last.headers().firstValue("Location"))
          .hasValue("/blobs/" + RunningServer.address(body));
      assertThat(server.get("/blobs/" + RunningServer.address(body)).body()).isEqualTo(body);
    }
    try (RestartableServer server = new RestartableServer(store)) {
      assertThat(server.get(upload).body()).asString().contains(RunningServer.address(body));
    }
  }

  @Test
  void anUploadWhoseBytesAreLostIsGivenUp() throws Exception {
    String upload;
    try (RestartableServer server = new RestartableServer(store)) {
      upload = begin(server, Arrays.copyOf(body, 1_000));
    }
    Path data = store.resolve("uploads").resolve(upload.substring(9) + ".data");
    Files.write(data, new byte[999]);
    Path orphan = Files.createFile(store.resolve("uploads").resolve("orphan.data"));
    try (RestartableServer server = new RestartableServer(store)) {
      assertThat(server.get(upload).statusCode()).isEqualTo(404);
    }
    assertThat(data).doesNotExist();
    assertThat(orphan).doesNotExist();
  }

  @Test
  void anUploadThatNobodyGoesOnWithExpires() throws Exception {
    try (RestartableServer server =
        new RestartableServer(store, "--lanewise.sample.uploads.expiry=1s")) {
      String upload = begin(server, Arrays.copyOf(body, 1_000));
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                server.bean(ResumableUploads.class).removeExpired();
                return server.get(upload).statusCode() == 404;
              });
      // The upload is gone before its files are.
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(store.resolve("uploads")).isEmptyDirectory());
    }
  }

  private static String begin(RestartableServer server, byte[] first) throws Exception {
    HttpResponse<byte[]> created =
        server.send(
            server
                .request("/blobs")
                .header("Upload-Complete", "?0")
                .POST(BodyPublishers.ofByteArray(first)));
    assertThat(created.statusCode()).isEqualTo(201);
    return created.headers().firstValue("Location").orElseThrow();
  }
}
