package io.github.lanewise.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.test.context.TestPropertySource;

/**
 * Every command of docs/sample.md, one after the other in one folder, against a server; and that
 * the document shows what they print, but for what is another each time. A server of its own, whose
 * log begins.
 */
@TestPropertySource(properties = "lanewise.sample.logs.window-wait=900ms")
class SampleDocumentTests extends RunningServer {

  private static final Path DOCS = Path.of("..", "docs");
  private static final Pattern COMMANDS =
      Pattern.compile("```sh\n(.*?)```\n\n(?:```\n(.*?)```\n)?", Pattern.DOTALL);
  private static final String END = "--- end of block ---";

  /** Keys, signatures, times, names and figures of the moment, and where the server listens. */
  private static final Pattern OF_THE_MOMENT =
      Pattern.compile(
          "[A-Za-z0-9+/=_-]{40,}|[0-9a-f]{32}|(?i:date): [^\n]*|\"(?:seconds|started|blobs|bytes|percent)\":"
              + "[^,}]*|\"value\":[0-9.E]*|max-age=[0-9]+(?=\n|\r)|--[0-9a-f]{8,16}");

  @TempDir private Path folder;

  @Test
  void theCommandsPrintWhatTheDocumentShows() throws Exception {
    assumeTrue(onThePath("bash", "curl", "openssl", "sha256sum"), "the commands need their tools");
    String document = Files.readString(DOCS.resolve("sample.md"));
    Files.writeString(folder.resolve("verify-record"), verifyRecord());
    List<String> shown = new ArrayList<>();
    StringBuilder script = new StringBuilder("set -euo pipefail\n");
    Matcher blocks = COMMANDS.matcher(document);
    while (blocks.find()) {
      script.append(blocks.group(1)).append("echo; echo '").append(END).append("'\n");
      shown.add(blocks.group(2) == null ? "" : blocks.group(2));
    }
    assertThat(shown).hasSizeGreaterThan(10);
    String[] printed = run(script.toString().replace("localhost:8080", "localhost:" + port()));
    assertThat(printed).hasSize(shown.size());
    for (int i = 0; i < printed.length; i++) {
      assertShown(shown.get(i), printed[i]);
    }
  }

  /** A line that ends in … shows the beginning of what was printed. */
  private static void assertShown(String shown, String printed) {
    String[] expected = lines(shown);
    String[] actual = lines(printed);
    assertThat(actual).as(printed).hasSameSizeAs(expected);
    for (int i = 0; i < expected.length; i++) {
      if (expected[i].endsWith("…")) {
        String beginning = expected[i].substring(0, expected[i].length() - 1);
        assertThat(withoutTheMoment(actual[i]))
            .startsWith(withoutTheMoment(beginning).replaceAll("(?:\\?|[A-Za-z0-9+/_-]*)$", ""));
      } else {
        assertThat(withoutTheMoment(actual[i])).isEqualTo(withoutTheMoment(expected[i]));
      }
    }
  }

  private static String[] lines(String text) {
    return text.replace("\r", "").strip().split("\n", -1);
  }

  private static String withoutTheMoment(String line) {
    return OF_THE_MOMENT.matcher(line + "\n").replaceAll("?").strip();
  }

  private String[] run(String script) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Process bash =
        new ProcessBuilder("bash", "-c", script)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(bash.waitFor(2 * LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      bash.destroyForcibly();
    }
    String printed = Files.readString(output);
    assertThat(bash.exitValue()).as(printed).isZero();
    return printed.substring(0, printed.lastIndexOf(END)).split("\n?" + END + "\n", -1);
  }

  private static String verifyRecord() throws IOException {
    Matcher script =
        Pattern.compile("```bash\n(#!/usr/bin/env bash\n# verify-record.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(DOCS.resolve("verify-by-hand.md")));
    assertThat(script.find()).isTrue();
    return script.group(1);
  }

  private static boolean onThePath(String... programs) {
    String[] folders = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1);
    return Arrays.stream(programs)
        .allMatch(
            program ->
                Arrays.stream(folders)
                    .anyMatch(path -> Files.isExecutable(Path.of(path, program))));
  }
}
