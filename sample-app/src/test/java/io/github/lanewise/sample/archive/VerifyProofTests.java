package io.github.lanewise.sample.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.sample.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A proof fetched from the service is verified with nothing but files. */
class VerifyProofTests extends RunningServer {

  private static final String RECORD = "the record of the command line";

  @TempDir private Path folder;

  @BeforeEach
  void fetchTheProof() throws IOException {
    post("/logs", ("before it\n" + RECORD + "\nbehind it\n").getBytes(UTF_8));
    byte[] proof = get("/logs/" + address(RECORD.getBytes(UTF_8)) + "/proof").body();
    Files.write(folder.resolve("proof.json"), proof);
    String keyId = json(new String(proof, UTF_8)).get("keyId").asString();
    Files.write(folder.resolve("key.pem"), get("/keys/" + keyId + ".pem").body());
    Files.writeString(folder.resolve("record"), RECORD);
  }

  private CommandRun verify(String proof, String record) {
    return CommandRun.lanewise("verify-proof", "--key", file("key.pem"), file(proof), file(record));
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void theRecordWasInTheLog() {
    CommandRun run = verify("proof.json", "record");
    assertThat(run.out()).matches("Verified OK\nrecord 1 of window \\d+ of [0-9a-f]{32}\n");
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
  }

  @Test
  void anotherRecordWasNot() throws IOException {
    Files.writeString(folder.resolve("record"), RECORD + "\n");
    assertThat(verify("proof.json", "record"))
        .isEqualTo(new CommandRun(1, "Verification failure\n", ""));
  }

  @Test
  void aSignatureOfAnotherKeyIsNone() throws IOException {
    String uploads = json(post("/blobs", RECORD.getBytes(UTF_8))).get("keyId").asString();
    Files.write(folder.resolve("key.pem"), get("/keys/" + uploads + ".pem").body());
    assertThat(verify("proof.json", "record"))
        .isEqualTo(new CommandRun(1, "Verification failure\n", ""));
  }

  @Test
  void whatIsNoProofIsTold() {
    assertThat(verify("record", "record").err())
        .isEqualTo("lanewise: a proof must be the JSON that the service gives\n");
    assertThat(verify("proof.json", "missing").err())
        .isEqualTo("lanewise: " + file("missing") + ": No such file or directory\n");
  }
}
