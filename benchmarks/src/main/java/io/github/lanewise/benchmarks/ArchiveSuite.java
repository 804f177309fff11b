package io.github.lanewise.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The archive tool against {@code sha256sum} and {@code openssl} on the same files in the page
 * cache: whole processes, JVM start included, on all cores, one contender after the other, round
 * after round.
 */
final class ArchiveSuite implements Suites.Suite {

  private static final int SMALL_BYTES = 64 * 1024;
  private static final int SMALL_FILES = 32 * 1024;
  private static final long LARGE_BYTES = 1L << 30;

  private static final String OURS = "bin/lanewise";
  private static final String OURS_JAR = "java -jar";
  private static final String SHA256SUM = "sha256sum";
  private static final String OPENSSL = "openssl";

  @Override
  public String summary() {
    return "the archive tool against sha256sum and openssl, whole processes with their start";
  }

  @Override
  public void run(boolean quick) throws IOException {
    Programs programs = Programs.find();
    Report report = new Report("archive");
    Path folder = Files.createTempDirectory("lanewise-archive");
    // Its first call unpacks the jar, and learns.
    programs.run(programs.lanewise("--version"));
    try {
      ArchiveTree tree = new ArchiveTree(folder);
      System.out.println(
          "writing %,d files of 64 KiB and one of 1 GiB to %s".formatted(SMALL_FILES, folder));
      Path small = tree.smallFiles(SMALL_FILES, SMALL_BYTES);
      Path large = tree.largeFile(LARGE_BYTES);
      smallFiles(report, programs, small, quick ? 3 : 9);
      largeFile(report, programs, large, quick ? 1 : 5);
    } finally {
      ArchiveTree.remove(folder);
    }
    report.print();
  }

  private static void smallFiles(Report report, Programs programs, Path tree, int rounds)
      throws IOException {
    String cores = Integer.toString(Runtime.getRuntime().availableProcessors());
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put(OURS, programs.lanewise("manifest", tree.toString()));
    commands.put(OURS_JAR, programs.lanewiseJar("manifest", tree.toString()));
    commands.put(SHA256SUM, onAllCores(tree, cores, "sha256sum"));
    if (programs.hasOpenssl()) {
      commands.put(OPENSSL, onAllCores(tree, cores, "openssl dgst -sha256 -r"));
    }
    Map<String, Double> seconds =
        measure(
            commands, programs, rounds, (long) SMALL_FILES * SMALL_BYTES, report, "64 KiB files");
    ratio(report, "64KiB-files.vs-sha256sum", seconds, SHA256SUM);
    ratio(report, "64KiB-files.vs-openssl", seconds, OPENSSL);
  }

  /** Processes that share one output write into each other's lines, so each has a file. */
  private static List<String> onAllCores(Path tree, String cores, String program) {
    return List.of(
        "bash",
        "-c",
        """
        parts=$(mktemp -d)
        find '%s' -type f -print0 | xargs -0 -P%s bash -c 'exec %s "$@" > "$0/$$"' "$parts"
        cat "$parts"/*
        rm -r "$parts"
        """
            .formatted(tree, cores, program));
  }

  private static void largeFile(Report report, Programs programs, Path file, int rounds)
      throws IOException {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put(OURS, programs.lanewise("manifest", file.toString()));
    commands.put(SHA256SUM, List.of("sha256sum", file.toString()));
    if (programs.hasOpenssl()) {
      commands.put(OPENSSL, List.of("openssl", "dgst", "-sha256", "-r", file.toString()));
    }
    Map<String, Double> seconds =
        measure(commands, programs, rounds, LARGE_BYTES, report, "one file of 1 GiB");
    ratio(report, "1GiB-file.vs-sha256sum", seconds, SHA256SUM);
    ratio(report, "1GiB-file.vs-openssl", seconds, OPENSSL);
  }

  private static void ratio(
      Report report, String figure, Map<String, Double> seconds, String other) {
    Double others = seconds.get(other);
    Double own = seconds.get(OURS);
    if (others != null && own != null) {
      report.figure(figure, others / own);
    }
  }

  /**
   * The median of the seconds of each. Their lines are compared after the first round, and a
   * difference ends it all.
   */
  private static Map<String, Double> measure(
      Map<String, List<String>> commands,
      Programs programs,
      int rounds,
      long bytes,
      Report report,
      String title)
      throws IOException {
    Map<String, List<Double>> times = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      Map<String, Path> outputs = new LinkedHashMap<>();
      for (Map.Entry<String, List<String>> command : commands.entrySet()) {
        long start = System.nanoTime();
        outputs.put(command.getKey(), programs.run(command.getValue()));
        times
            .computeIfAbsent(command.getKey(), name -> new ArrayList<>())
            .add((System.nanoTime() - start) / 1e9);
      }
      if (round == 0) {
        mustBeTheSame(outputs);
      }
    }
    report.title(title + ", median of " + rounds + " rounds");
    report.line(String.format(Locale.ROOT, "%-16s %9s %8s", "program", "seconds", "GB/s"));
    Map<String, Double> medians = new LinkedHashMap<>();
    times.forEach(
        (name, each) -> {
          double median = each.stream().sorted().toList().get(each.size() / 2);
          medians.put(name, median);
          report.line(
              String.format(Locale.ROOT, "%-16s %9.3f %8.3f", name, median, bytes / median / 1e9));
        });
    return medians;
  }

  private static void mustBeTheSame(Map<String, Path> outputs) throws IOException {
    List<String> expected = List.of();
    for (Map.Entry<String, Path> output : outputs.entrySet()) {
      List<String> lines = sortedLines(output.getValue());
      if (expected.isEmpty()) {
        expected = lines;
      }
      if (lines.isEmpty() || !expected.equals(lines)) {
        throw new IllegalStateException(
            output.getKey() + " must print what the others do, does not");
      }
    }
  }

  /** Digest and name of each line; openssl separates them by a space and an asterisk. */
  private static List<String> sortedLines(Path output) throws IOException {
    return Files.readAllLines(output).stream()
        .map(line -> line.replaceFirst(" [ *]", " "))
        .sorted()
        .toList();
  }

  /** The programs that take part. */
  private record Programs(Path root, Path jar, boolean hasOpenssl) {

    static Programs find() throws IOException {
      Path root = Path.of("").toAbsolutePath();
      while (root != null && !Files.exists(root.resolve("bin/lanewise"))) {
        root = root.getParent();
      }
      if (root == null) {
        throw new IllegalStateException("bin/lanewise must be above the working directory, is not");
      }
      try (var jars =
          Files.newDirectoryStream(
              root.resolve("sample-app/target"), "lanewise-sample-app-*.jar")) {
        for (Path jar : jars) {
          return new Programs(root, jar, Openssl.version().isPresent());
        }
      }
      throw new IllegalStateException("sample-app must be packaged first");
    }

    List<String> lanewise(String... arguments) {
      List<String> command = new ArrayList<>(List.of(root.resolve("bin/lanewise").toString()));
      command.addAll(List.of(arguments));
      return command;
    }

    List<String> lanewiseJar(String... arguments) {
      List<String> command = new ArrayList<>(List.of(java().toString(), "-jar", jar.toString()));
      command.addAll(List.of(arguments));
      return command;
    }

    private static Path java() {
      return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** Runs a command to its end; its output goes to a file, as a user's would. */
    Path run(List<String> command) throws IOException {
      Path output = Files.createTempFile("lanewise-archive", ".out");
      output.toFile().deleteOnExit();
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectOutput(output.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT);
      builder.environment().put("LANEWISE_JAVA", java().toString());
      try {
        int status = builder.start().waitFor();
        if (status != 0) {
          throw new IllegalStateException(command + " ended with " + status);
        }
        return output;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
  }
}
