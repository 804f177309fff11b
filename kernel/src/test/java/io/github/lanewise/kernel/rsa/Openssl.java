package io.github.lanewise.kernel.rsa;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** The openssl on the PATH, as anybody would call it who has a file, a key and a signature. */
final class Openssl {

  record Result(int exit, String output) {}

  private Openssl() {}

  /** Aborts the test where there is none. */
  static void assumeThere() throws InterruptedException {
    boolean there;
    try {
      there = run(Path.of("."), "version").exit() == 0;
    } catch (IOException e) {
      there = false;
    }
    Assumptions.assumeTrue(there, "no openssl on the PATH");
  }

  static Result run(Path directory, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("openssl"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("openssl does not end: " + command);
    }
    return new Result(process.exitValue(), output);
  }
}
