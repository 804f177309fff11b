package io.github.lanewise.sample.logs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.lanewise.kernel.merkle.WindowStatement;
import io.github.lanewise.sample.RestartableServer;
import io.github.lanewise.sample.RunningServer;
import io.github.lanewise.sample.StoreUnusableException;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is signed outlives the process, and what cannot be kept is not acknowledged. */
class LogRestartTests {

  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path store;

  @Test
  void theChainGoesOnAndEarlierProofsAreServed() throws Exception {
    JsonNode before;
    byte[] key;
    try (RestartableServer server = new RestartableServer(store)) {
      assertThat(server.post("/logs", bytes("first\n")).statusCode()).isEqualTo(200);
      before = proof(server, "first");
      key = server.get("/keys/" + before.get("keyId").asString() + ".pem").body();
    }
    Files.delete(store.resolve("keys").resolve("log-signing-key.pem"));
    try (RestartableServer server = new RestartableServer(store)) {
      assertThat(proof(server, "first")).isEqualTo(before);
      assertThat(server.get("/keys/" + before.get("keyId").asString() + ".pem").body())
          .isEqualTo(key);
      assertThat(server.post("/logs", bytes("second\n")).statusCode()).isEqualTo(200);
      JsonNode after = proof(server, "second");
      assertThat(after.get("keyId")).isNotEqualTo(before.get("keyId"));
      assertThat(statement(before).isFollowedBy(statement(after))).isTrue();
    }
  }

  @Test
  void aWindowThatWasCutShortIsForgottenAndAMissingOneIsTold() throws Exception {
    try (RestartableServer server = new RestartableServer(store)) {
      server.post("/logs", bytes("first\n"));
      server.post("/logs", bytes("second\n"));
    }
    Path folder = store.resolve("logs").resolve("000000");
    Path torn = Files.writeString(folder.resolve("000000002.txt.part"), "lanewise win");
    try (RestartableServer server = new RestartableServer(store)) {
      assertThat(torn).doesNotExist();
      assertThat(proof(server, "second")).isNotNull();
    }
    Files.delete(folder.resolve("000000000.txt"));
    assertThatThrownBy(() -> new RestartableServer(store).close())
        .hasRootCauseInstanceOf(StoreUnusableException.class)
        .hasStackTraceContaining("000000001.txt must be a window that follows");
  }

  /** The folder of windows is in the way of the first; when it is not, records are taken again. */
  @Test
  void aWindowThatCannotBeKeptBreaksTheAnswer() throws Exception {
    try (RestartableServer server = new RestartableServer(store)) {
      Path inTheWay = Files.createFile(store.resolve("logs").resolve("000000"));
      assertThatThrownBy(() -> server.post("/logs", bytes("lost\n")))
          .isInstanceOf(IOException.class);
      assertThat(server.get(path("lost")).statusCode()).isEqualTo(404);
      Files.delete(inTheWay);
      await()
          .atMost(Duration.ofSeconds(30))
          .ignoreExceptions()
          .until(() -> server.post("/logs", bytes("kept\n")).statusCode() == 200);
      assertThat(statement(proof(server, "kept")).sequence()).isZero();
    }
  }

  @Test
  void logsCanBeUnsigned() throws Exception {
    try (RestartableServer server =
        new RestartableServer(store, "--lanewise.sample.logs.sign=false")) {
      assertThat(server.post("/logs?windows=true", bytes("unsigned\n")).body())
          .asString()
          .contains(RunningServer.address(bytes("unsigned")));
      assertThat(server.get(path("unsigned")).statusCode()).isEqualTo(404);
      assertThat(store.resolve("logs")).doesNotExist();
    }
  }

  private static JsonNode proof(RestartableServer server, String record) throws Exception {
    HttpResponse<byte[]> answer = server.get(path(record));
    assertThat(answer.statusCode()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private static WindowStatement statement(JsonNode proof) {
    return WindowStatement.parse(proof.get("statement").asString());
  }

  private static String path(String record) {
    return "/logs/" + RunningServer.address(bytes(record)) + "/proof";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(US_ASCII);
  }
}
