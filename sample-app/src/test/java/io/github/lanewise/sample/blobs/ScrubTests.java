package io.github.lanewise.sample.blobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.lanewise.sample.RestartableServer;
import io.github.lanewise.sample.RunningServer;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A store whose disk forgets. */
class ScrubTests {

  private static final JsonMapper JSON = new JsonMapper();
  private static final int BLOBS = 40;

  @TempDir private Path store;

  private final Random random = new Random(1);

  @Test
  void damagedBlobsAreFoundAndNoOthers() throws Exception {
    try (RestartableServer server = new RestartableServer(store)) {
      assertThat(server.get("/scrub").statusCode()).isEqualTo(404);
      byte[] flipped = upload(server, "/blobs", 300_000);
      byte[] cut = upload(server, "/blobs", 100_000);
      upload(server, "/blobs?chunking=fixed", 200_000);
      byte[] empty = {};
      server.post("/blobs", empty);
      for (int i = 0; i < BLOBS; i++) {
        upload(server, "/blobs", i * 10_007);
      }
      JsonNode whole = scrub(server);
      assertThat(whole.get("damaged").asLong()).isZero();
      assertThat(whole.get("percent").asDouble()).isEqualTo(100);
      assertThat(whole.get("blobs").asLong()).isGreaterThanOrEqualTo(BLOBS + 6);

      flip(file(flipped), 123_456);
      Files.write(file(cut), new byte[50_000]);
      Path foreign = Files.createFile(store.resolve("sha256/00/notes.txt"));
      JsonNode damaged = scrub(server);
      assertThat(damaged.get("damaged").asLong()).isEqualTo(3);
      assertThat(damaged.get("damages"))
          .extracting(damage -> damage.get("file").asString())
          .containsExactlyInAnyOrder(
              relative(file(flipped)), relative(file(cut)), relative(foreign));
    }
  }

  @Test
  void aManifestWithoutOneOfItsChunksIsDamaged() throws Exception {
    try (RestartableServer server = new RestartableServer(store)) {
      byte[] chunk = upload(server, "/blobs?chunking=fixed", 65_536);
      Files.delete(file(chunk));
      JsonNode progress = scrub(server);
      assertThat(progress.get("damages"))
          .singleElement()
          .satisfies(
              damage -> {
                assertThat(damage.get("file").asString()).startsWith("manifests/");
                assertThat(damage.get("reason").asString())
                    .isEqualTo("lacks the chunk " + RunningServer.address(chunk));
              });
    }
  }

  /** The last event is the one that has finished. */
  @Test
  void progressIsSentAsItGoes() throws Exception {
    try (RestartableServer server = new RestartableServer(store)) {
      for (int i = 0; i < BLOBS; i++) {
        upload(server, "/blobs", 50_000);
      }
      assertThat(server.post("/scrub", new byte[0]).statusCode()).isEqualTo(202);
      HttpResponse<byte[]> events =
          server.send(server.request("/scrub").header("Accept", "text/event-stream").GET());
      String[] lines = new String(events.body(), UTF_8).strip().split("\n+", -1);
      assertThat(lines).allMatch(line -> line.startsWith("data:"));
      JsonNode last = JSON.readTree(lines[lines.length - 1].substring(5));
      assertThat(last.get("state").asString()).isEqualTo("finished");
      assertThat(last.get("blobs").asLong()).isEqualTo(BLOBS);
      assertThat(last.get("bytes").asLong()).isEqualTo(BLOBS * 50_000L);
    }
  }

  private JsonNode scrub(RestartableServer server) throws Exception {
    HttpResponse<byte[]> started = server.post("/scrub", new byte[0]);
    assertThat(started.statusCode()).isEqualTo(202);
    assertThat(started.headers().firstValue("Location")).hasValue("/scrub");
    return await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> JSON.readTree(server.get("/scrub").body()),
            progress -> !progress.get("state").asString().equals("running"));
  }

  private byte[] upload(RestartableServer server, String path, int size) throws Exception {
    byte[] body = new byte[size];
    random.nextBytes(body);
    assertThat(server.post(path, body).statusCode()).isIn(200, 201);
    return body;
  }

  private Path file(byte[] body) {
    String hex = RunningServer.address(body).substring(7);
    return store.resolve("sha256").resolve(hex.substring(0, 2)).resolve(hex);
  }

  private String relative(Path file) {
    return store.relativize(file).toString().replace('\\', '/');
  }

  private static void flip(Path file, int at) throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes, StandardOpenOption.WRITE);
  }
}
