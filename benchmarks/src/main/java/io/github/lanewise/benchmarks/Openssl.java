package io.github.lanewise.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The program {@code openssl}, where there is one. */
final class Openssl {

  private Openssl() {}

  /** Its name and version; empty where it cannot be run. */
  static Optional<String> version() {
    try {
      return Optional.of(run(List.of("openssl", "version")).getFirst());
    } catch (UncheckedIOException | IllegalStateException e) {
      return Optional.empty();
    }
  }

  /**
   * Signatures a second by {@code openssl speed} in one process of one thread, which begins on the
   * CPUs that the calling thread may use, and stays there. Counted over elapsed time, as ours are.
   */
  static double rsaSignaturesPerSecond(int bits, int seconds) {
    List<String> command =
        List.of("openssl", "speed", "-mr", "-elapsed", "-seconds", "" + seconds, "rsa" + bits);
    for (String line : run(command)) {
      // +R1:private-key operations:bits:seconds
      String[] fields = line.split(":", -1);
      if (fields[0].equals("+R1") && fields.length == 4) {
        return Double.parseDouble(fields[1]) / Double.parseDouble(fields[3]);
      }
    }
    throw new IllegalStateException(command + " must tell its signatures (+R1), did not");
  }

  private static List<String> run(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      List<String> lines;
      try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
        lines = output.lines().toList();
      }
      int status = process.waitFor();
      if (status != 0 || lines.isEmpty()) {
        throw new IllegalStateException(command + " ended with " + status + ": " + lines);
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
