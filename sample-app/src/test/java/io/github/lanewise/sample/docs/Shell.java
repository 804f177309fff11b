package io.github.lanewise.sample.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Bash, in a folder. */
final class Shell {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private Shell() {}

  /** Whether bash can read it. */
  static boolean isWellFormed(String script) {
    return run(Path.of("."), "-n", script).status == 0;
  }

  /** Runs a script, which ends at the first command that fails. */
  static Run run(Path folder, String script) {
    return run(folder, "-euo", "pipefail", script);
  }

  /** What it printed on both outputs, as they came. */
  record Run(int status, String printed) {}

  private static Run run(Path folder, String... optionsAndScript) {
    int last = optionsAndScript.length - 1;
    try {
      Path script = Files.createTempFile("commands", ".sh");
      Path output = Files.createTempFile("commands", ".out");
      Files.writeString(script, optionsAndScript[last]);
      List<String> command = new ArrayList<>(List.of(optionsAndScript).subList(0, last));
      command.addFirst("bash");
      command.addLast(script.toString());
      Process bash =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        if (!bash.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
          throw new IllegalStateException("took more than " + LIMIT + ": " + script);
        }
        return new Run(bash.exitValue(), Files.readString(output));
      } finally {
        bash.destroyForcibly();
        Files.delete(script);
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
