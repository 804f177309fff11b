package io.github.lanewise.sample.logs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.lanewise.kernel.merkle.WindowStatement;
import io.github.lanewise.kernel.rsa.RsaPublicKey;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.sample.RunningServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;

/** Windows of seven, so that a request has several and they do not come out even. */
@TestPropertySource(properties = "lanewise.sample.logs.window-records=7")
class SignedLogTests extends RunningServer {

  @Test
  void everyRecordCanBeProvedWhenTheAnswerHasEnded() {
    List<String> records = records("proved", 100);
    log("/logs", records);
    for (String record : records) {
      RecordProof proof = proof(record);
      assertThat(proof.verifies(digest(record), key(proof))).isTrue();
      assertThat(proof.verifies(digest(record + "!"), key(proof))).isFalse();
    }
  }

  @Test
  void windowsAreOneChain() {
    log("/logs", records("chained", 50));
    List<WindowStatement> windows =
        records("chained", 50).stream()
            .map(record -> WindowStatement.parse(proof(record).statement()))
            .distinct()
            .toList();
    assertThat(windows).hasSizeGreaterThan(7);
    for (int i = 1; i < windows.size(); i++) {
      assertThat(windows.get(i - 1).isFollowedBy(windows.get(i))).isTrue();
    }
  }

  @Test
  void whoAsksForWindowsIsToldWhatIsSigned() {
    List<JsonNode> lines = log("/logs?windows=true", records("told", 30));
    assertThat(lines.stream().filter(line -> line.has("line"))).hasSize(30);
    List<Long> through =
        lines.stream()
            .filter(line -> line.has("window"))
            .map(line -> line.get("window").get("through").asLong())
            .toList();
    assertThat(through).isSorted().doesNotHaveDuplicates().endsWith(30L);
    assertThat(through.size()).isGreaterThanOrEqualTo(5);
  }

  /** The first one stays, so that a proof that somebody has is the one that is served. */
  @Test
  void aRecordThatComesAgainKeepsItsProof() {
    log("/logs", List.of("again"));
    RecordProof first = proof("again");
    log("/logs", List.of("other", "again", "again"));
    assertThat(proof("again")).isEqualTo(first);
  }

  /** Its statement would otherwise be what any upload can have signed. */
  @Test
  void theKeyIsNotTheOneThatSignsUploads() {
    log("/logs", List.of("key"));
    String uploads = json(post("/blobs", "key".getBytes(US_ASCII))).get("keyId").asString();
    assertThat(proof("key").keyId()).isNotEqualTo(uploads);
  }

  /** With nothing but files, as somebody does who was sent them. */
  @Test
  void aProofIsVerifiedWithoutTheService(@TempDir Path folder) throws IOException {
    log("/logs", List.of("offline"));
    RecordProof proof = proof("offline");
    RsaPublicKey key = key(proof);
    Path json =
        Files.write(
            folder.resolve("proof.json"),
            get("/logs/" + address("offline".getBytes(UTF_8)) + "/proof").body());
    Path record = Files.writeString(folder.resolve("record"), "offline");
    WindowStatement window = WindowStatement.parse(proof.statement());
    assertThat(ProofVerifier.verify(record, json, key))
        .hasValue("record 0 of window %d of %s".formatted(window.sequence(), window.chain()));
    Files.writeString(record, "offline\n");
    assertThat(ProofVerifier.verify(record, json, key)).isEmpty();
    Files.writeString(json, "{}");
    assertThatIllegalArgumentException().isThrownBy(() -> ProofVerifier.verify(record, json, key));
  }

  @Test
  void aRecordThatNobodySentIsNotFound() {
    HttpResponse<byte[]> unknown = get("/logs/" + address("never".getBytes(UTF_8)) + "/proof");
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.headers().firstValue("Content-Type")).hasValue("application/problem+json");
  }

  @Test
  void aMalformedAddressIsABadRequest() {
    HttpResponse<byte[]> malformed = get("/logs/sha256:abc/proof");
    assertThat(malformed.statusCode()).isEqualTo(400);
    assertThat(json(malformed).get("detail").asString()).contains("64 lower-case hex digits");
  }

  private List<JsonNode> log(String path, List<String> records) {
    HttpResponse<byte[]> answer =
        post(path, records.stream().collect(Collectors.joining("\n")).getBytes(UTF_8));
    assertThat(answer.statusCode()).isEqualTo(200);
    return new String(answer.body(), UTF_8).lines().map(RunningServer::json).toList();
  }

  private RecordProof proof(String record) {
    HttpResponse<byte[]> answer = get("/logs/" + address(record.getBytes(UTF_8)) + "/proof");
    assertThat(answer.statusCode()).isEqualTo(200);
    JsonNode proof = json(answer);
    return new RecordProof(
        proof.get("address").asString(),
        proof.get("proof").asString(),
        proof.get("statement").asString(),
        proof.get("signature").asString(),
        proof.get("algorithm").asString(),
        proof.get("keyId").asString());
  }

  private RsaPublicKey key(RecordProof proof) {
    return RsaPublicKey.ofPem(new String(get("/keys/" + proof.keyId() + ".pem").body(), US_ASCII));
  }

  private static List<String> records(String name, int count) {
    return IntStream.range(0, count).mapToObj(i -> name + " " + i).toList();
  }

  private static Sha256Digest digest(String record) {
    return Sha256Digest.parseContentAddress(address(record.getBytes(UTF_8)));
  }
}
