package io.github.lanewise.sample;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A process of its own is killed (SIGKILL) in the middle of many uploads; what is on the disk then,
 * and after the next start, is whole and right, and nothing that was acknowledged is missing.
 */
@Execution(ExecutionMode.CONCURRENT)
class CrashTests {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final JsonMapper JSON = new JsonMapper();
  private static final int CLIENTS = 16;
  private static final int ACKNOWLEDGED_BEFORE_KILL = 40;

  @TempDir private Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private final Set<String> blobs = ConcurrentHashMap.newKeySet();
  private final Set<String> records = ConcurrentHashMap.newKeySet();

  /** Upload and the offset that was acknowledged last. */
  private final Map<String, Long> resumable = new ConcurrentHashMap<>();

  @Test
  void whatIsFoundAfterAKillIsWholeAndRight() throws Exception {
    Path store = folder.resolve("store");
    for (int round = 0; round < 2; round++) {
      killInTheMiddle(store, round);
      assertThat(wrongFiles(store.resolve("sha256"))).isEmpty();
      assertThat(wrongFiles(store.resolve("manifests"))).isEmpty();
    }
    assertThat(blobs.size() + records.size() + resumable.size())
        .isGreaterThanOrEqualTo(2 * ACKNOWLEDGED_BEFORE_KILL);
    try (ServerProcess server = start(store, "after")) {
      String base = server.base();
      assertThat(files(store.resolve("tmp"))).isEmpty();
      for (String address : blobs) {
        assertThat(get(base + "/blobs/" + address).statusCode()).as(address).isEqualTo(200);
      }
      for (String address : records) {
        assertThat(get(base + "/logs/" + address + "/proof").statusCode()).isEqualTo(200);
      }
      for (Map.Entry<String, Long> upload : resumable.entrySet()) {
        HttpResponse<byte[]> head =
            send(
                HttpRequest.newBuilder(URI.create(base + upload.getKey()))
                    .method("HEAD", BodyPublishers.noBody()));
        assertThat(head.headers().firstValueAsLong("Upload-Offset").orElse(-1))
            .isGreaterThanOrEqualTo(upload.getValue());
      }
    }
  }

  private ServerProcess start(Path store, String name) throws IOException {
    List<String> java = ServerProcess.java(ServerProcess.classPath());
    return ServerProcess.start(java, store, folder.resolve("output-" + name));
  }

  private void killInTheMiddle(Path store, int round) throws Exception {
    // The server ends first, and with it what the clients wait for.
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
        ServerProcess server = start(store, "of-round-" + round)) {
      String base = server.base();
      int before = blobs.size() + records.size() + resumable.size();
      for (int i = 0; i < CLIENTS; i++) {
        int number = round * CLIENTS + i;
        clients.execute(() -> uploadUntilItDies(base, number));
      }
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  blobs.size() + records.size() + resumable.size()
                      >= before + ACKNOWLEDGED_BEFORE_KILL);
      server.kill();
    }
  }

  /** Each client has a kind of request, and bytes of its own. */
  private void uploadUntilItDies(String base, int number) {
    Random random = new Random(number);
    try {
      while (true) {
        byte[] body = new byte[50_000 + random.nextInt(400_000)];
        random.nextBytes(body);
        switch (number % 4) {
          case 0 -> blobs.add(address(send(post(base + "/blobs", body))));
          case 1 -> blobs.add(address(send(post(base + "/blobs?chunking=cdc", body))));
          case 2 -> {
            String record = number + " " + random.nextLong();
            assertThat(send(post(base + "/logs", record.getBytes(US_ASCII))).statusCode())
                .isEqualTo(200);
            records.add(RunningServer.address(record.getBytes(US_ASCII)));
          }
          default -> resume(base, body);
        }
      }
    } catch (IOException killed) {
      // What was not answered may be there or not, but not by half.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void resume(String base, byte[] body) throws IOException, InterruptedException {
    String upload =
        send(post(base + "/blobs", body).header("Upload-Complete", "?0"))
            .headers()
            .firstValue("Location")
            .orElseThrow();
    resumable.put(upload, (long) body.length);
    HttpRequest.Builder more =
        HttpRequest.newBuilder(URI.create(base + upload))
            .header("Content-Type", "application/partial-upload")
            .header("Upload-Offset", Integer.toString(body.length))
            .method("PATCH", BodyPublishers.ofByteArray(body));
    assertThat(send(more).statusCode()).isEqualTo(204);
    resumable.put(upload, 2L * body.length);
  }

  private static HttpRequest.Builder post(String uri, byte[] body) {
    return HttpRequest.newBuilder(URI.create(uri)).POST(BodyPublishers.ofByteArray(body));
  }

  private HttpResponse<byte[]> get(String uri) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(uri)));
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.timeout(LIMIT).build(), BodyHandlers.ofByteArray());
  }

  private static String address(HttpResponse<byte[]> receipt) {
    assertThat(receipt.statusCode()).isIn(200, 201);
    return JSON.readTree(receipt.body()).get("address").asString();
  }

  /** Files that are not named by the digest of their bytes. */
  private static List<Path> wrongFiles(Path folder) throws IOException {
    return files(folder).stream()
        .filter(
            file -> {
              try {
                return !RunningServer.address(Files.readAllBytes(file))
                    .equals("sha256:" + file.getFileName());
              } catch (IOException e) {
                return true;
              }
            })
        .toList();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
