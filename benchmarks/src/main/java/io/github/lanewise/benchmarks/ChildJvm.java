package io.github.lanewise.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A class of this module in a JVM of its own, whose figures come back as lines. */
final class ChildJvm {

  private static final String LINE_START = "figure> ";

  private ChildJvm() {}

  /** Called in the child. */
  static void print(String name, double value) {
    System.out.println(LINE_START + name + " " + value);
  }

  /**
   * Runs it to its end; what it prints beside figures is passed on.
   *
   * @throws IllegalStateException if it ends with another status than 0
   */
  static Map<String, Double> run(Class<?> main, List<String> jvmArguments, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmArguments);
    command.addAll(
        List.of(
            "--add-modules",
            "jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName()));
    command.addAll(arguments);
    Map<String, Double> figures = new LinkedHashMap<>();
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.startsWith(LINE_START)) {
            String[] words = line.substring(LINE_START.length()).split(" ", -1);
            figures.put(words[0], Double.parseDouble(words[1]));
          } else {
            System.out.println(line);
          }
        }
      }
      int status = process.waitFor();
      if (status != 0) {
        throw new IllegalStateException(main.getSimpleName() + " ended with " + status);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    return figures;
  }
}
