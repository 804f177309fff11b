package io.github.lanewise.benchmarks;

import java.io.IOException;
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

    /** What it has {@link Harness} measure; the measuring JVMs look theirs up by its name. */
    default List<Scenario> scenarios() {
      return List.of();
    }

    /** Runs it; {@code quick} within a minute. */
    void run(boolean quick) throws RunnerException, IOException;

    /** The scenario of that name. */
    default Scenario scenario(String name) {
      return scenarios().stream()
          .filter(scenario -> scenario.name().equals(name))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("there is no scenario " + name));
    }
  }

  private static final Map<String, Suite> SUITES =
      new TreeMap<>(
          Map.of(
              "archive",
              new ArchiveSuite(),
              "kafka",
              new KafkaSuite(),
              "rsa",
              new RsaSuite(),
              "sha256",
              new Sha256Suite(),
              "soak",
              new SoakSuite(),
              "pipeline",
              new PipelineSuite()));

  private Suites() {}

  /** The suite of that name, which must be one of them. */
  static Suite named(String name) {
    Suite suite = SUITES.get(name);
    if (suite == null) {
      throw new IllegalArgumentException(
          "suite must be one of " + SUITES.keySet() + ", was " + name);
    }
    return suite;
  }

  public static void main(String[] arguments) throws RunnerException, IOException {
    List<String> words = Arrays.asList(arguments);
    boolean quick = words.contains("--quick");
    List<String> names = words.stream().filter(word -> !word.startsWith("--")).toList();
    if (names.isEmpty()) {
      System.out.println("usage: benchmarks/run SUITE [--quick]; the suites:");
      SUITES.forEach((name, suite) -> System.out.println("  " + name + "  " + suite.summary()));
      return;
    }
    if (names.size() > 1 || !SUITES.containsKey(names.getFirst())) {
      System.err.println("suite must be one of " + SUITES.keySet() + ", was " + names);
      System.exit(2);
      return;
    }
    named(names.getFirst()).run(quick);
  }
}
