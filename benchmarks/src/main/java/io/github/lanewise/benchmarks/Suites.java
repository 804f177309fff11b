package io.github.lanewise.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.runner.RunnerException;

/** Runs the suite that the command line names; without one, lists them. */
public final class Suites {

  /** A suite measures and prints its figures. */
  interface Suite {

    /** One line for the list. */
    String summary();

    /** Runs it; {@code quick} within a minute. */
    void run(boolean quick) throws RunnerException;
  }

  private static final Map<String, Suite> SUITES =
      new TreeMap<>(
          Map.of(
              "sha256",
              new Sha256Suite(),
              "soak",
              new SoakSuite(),
              "pipeline",
              new PipelineSuite()));

  private Suites() {}

  public static void main(String[] arguments) throws RunnerException {
    List<String> words = Arrays.asList(arguments);
    boolean quick = words.contains("--quick");
    List<String> names = words.stream().filter(word -> !word.startsWith("--")).toList();
    if (names.isEmpty()) {
      System.out.println("usage: benchmarks/run SUITE [--quick]; the suites:");
      SUITES.forEach((name, suite) -> System.out.println("  " + name + "  " + suite.summary()));
      return;
    }
    Suite suite = SUITES.get(names.getFirst());
    if (suite == null || names.size() > 1) {
      System.err.println("suite must be one of " + SUITES.keySet() + ", was " + names);
      System.exit(2);
      return;
    }
    suite.run(quick);
  }
}
