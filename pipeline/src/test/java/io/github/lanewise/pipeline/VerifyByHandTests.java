package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.SigningFixture.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.merkle.InclusionProof;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of docs/verify-by-hand.md, as they stand there, agree with our own verifier. */
class VerifyByHandTests {

  private static final Path PAGE = Path.of("..", "docs", "verify-by-hand.md");

  @TempDir Path folder;

  private record Result(int exit, String output) {}

  @BeforeEach
  void writeTheScripts() throws Exception {
    Assumptions.assumeTrue(
        isThere("bash --version")
            && isThere("openssl version")
            && isThere("od --version")
            && isThere("sha256sum --version")
            && isThere("base64 --version"),
        "bash, openssl, od, sha256sum and base64 are needed");
    List<String> scripts =
        Pattern.compile("^```bash\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
            .matcher(Files.readString(PAGE))
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(scripts).hasSize(2);
    Files.writeString(folder.resolve("verify-record"), scripts.getFirst());
    Files.writeString(folder.resolve("verify-chain"), scripts.getLast());
    Files.writeString(folder.resolve("key.pem"), KEY.publicPem());
  }

  /** 1 record: no path; 11: a level of odd length in the middle of the tree and at the leaves. */
  @Test
  void everyRecordOfAWindowIsConfirmed() throws Exception {
    for (int size : new int[] {1, 2, 11}) {
      SignedWindow window = window(size);
      for (int i = 0; i < size; i++) {
        write(SigningFixture.message(i), window.record(i));

        assertThat(verifyRecord())
            .isEqualTo(
                new Result(0, "Verified OK\nrecord %d of window 0 of by-hand\n".formatted(i)));
      }
    }
  }

  @Test
  void whatOurVerifierRefusesIsRefused() throws Exception {
    SignedWindow window = window(11);
    SignedRecord record = window.record(4);

    write(SigningFixture.message(5), record);
    assertRefused("the record is not in this window");

    write(
        SigningFixture.message(4),
        new SignedRecord(record.digest(), window.record(5).proof(), record.root()));
    assertRefused("the record is not in this window");

    byte[] changed = record.proof().toByteArray();
    changed[16] ^= 1;
    write(
        SigningFixture.message(4),
        new SignedRecord(record.digest(), InclusionProof.of(changed), record.root()));
    assertRefused("the record is not in this window");

    write(
        SigningFixture.message(4),
        new SignedRecord(record.digest(), window(12).record(4).proof(), record.root()));
    assertRefused("the proof is for another window");

    write(SigningFixture.message(4), record);
    Files.writeString(
        folder.resolve("statement"),
        record.root().statement().text().replace("by-hand", "by-foot"));
    assertRefused("the statement is not signed by this key");

    write(SigningFixture.message(4), record);
    Files.writeString(folder.resolve("signature"), window(12).root().signature().base64());
    assertRefused("the statement is not signed by this key");
  }

  @Test
  void aChainIsFollowedAndAGapIsSeen() throws Exception {
    List<SignedWindow> windows = windows(30, 10);
    for (SignedWindow window : windows) {
      String name = "w" + window.root().statement().sequence();
      Files.writeString(folder.resolve(name), window.root().statement().text());
      Files.writeString(folder.resolve(name + ".sig"), window.root().signature().base64());
    }

    assertThat(bash("verify-chain", "key.pem", "w0", "w1", "w2"))
        .isEqualTo(new Result(0, "unbroken up to window 2 of by-hand\n"));
    assertThat(bash("verify-chain", "key.pem", "w1", "w2").exit()).isZero();
    assertThat(bash("verify-chain", "key.pem", "w0", "w2"))
        .isEqualTo(new Result(1, "w2 does not follow window 0 of by-hand\n"));

    Files.copy(folder.resolve("w1.sig"), folder.resolve("w2.sig.new"));
    Files.move(
        folder.resolve("w2.sig.new"),
        folder.resolve("w2.sig"),
        StandardCopyOption.REPLACE_EXISTING);
    Result refused = bash("verify-chain", "key.pem", "w1", "w2");
    assertThat(refused.exit()).isOne();
    assertThat(refused.output()).contains("w2 is not signed by this key");
  }

  private void assertRefused(String why) throws Exception {
    Result refused = verifyRecord();
    assertThat(refused.exit()).isOne();
    assertThat(refused.output()).endsWith(why + "\n").doesNotContain("record 4 of window");
  }

  private static SignedWindow window(int size) {
    return windows(size, size).getFirst();
  }

  private static List<SignedWindow> windows(int records, int each) {
    try (RsaSigner signer = RsaSigner.create(KEY)) {
      return SignedWindowsTests.signed(
          signer, records, WindowPolicy.defaults().maxRecords(each), WindowChain.named("by-hand"));
    }
  }

  private void write(byte[] message, SignedRecord record) throws IOException {
    Files.write(folder.resolve("record"), message);
    Files.writeString(folder.resolve("proof"), record.proof().base64());
    Files.writeString(folder.resolve("statement"), record.root().statement().text());
    Files.writeString(folder.resolve("signature"), record.root().signature().base64());
  }

  private Result verifyRecord() throws Exception {
    return bash("verify-record", "record", "proof", "statement", "signature", "key.pem");
  }

  private Result bash(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("bash"));
    command.addAll(List.of(arguments));
    return run(folder, command);
  }

  private static boolean isThere(String command) throws InterruptedException {
    try {
      return run(Path.of("."), List.of(command.split(" "))).exit() == 0;
    } catch (IOException notThere) {
      return false;
    }
  }

  private static Result run(Path directory, List<String> command)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("it does not end: " + command);
    }
    return new Result(process.exitValue(), output);
  }
}
