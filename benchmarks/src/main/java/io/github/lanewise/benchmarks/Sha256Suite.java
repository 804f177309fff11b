package io.github.lanewise.benchmarks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** The SHA-256 engines against {@code MessageDigest}, on one thread. */
final class Sha256Suite implements Suites.Suite {

  /** One figure: what is hashed, by which engine. */
  private record Scenario(
      String name, String engine, int messages, int minBytes, int maxBytes, String memory) {}

  private static final List<Scenario> SCENARIOS =
      List.of(
          new Scenario("64KiB.full.direct", "widest", 0, 65_536, 65_536, "direct"),
          new Scenario("64KiB.full.heap", "widest", 0, 65_536, 65_536, "heap"),
          new Scenario("4KiB.full.direct", "widest", 0, 4_096, 4_096, "direct"),
          new Scenario("256B.full.heap", "widest", 0, 200, 300, "heap"),
          new Scenario("64KiB.single", "chosen", 1, 65_536, 65_536, "heap"));

  /** What came of a scenario; the ratios of all iterations of all JVMs, sorted. */
  private record Measurement(
      List<Double> ratios, double lanesGigabytes, double jdkGigabytes, double allocatedPerBatch) {}

  @Override
  public String summary() {
    return "the engines against MessageDigest: full lanes, unequal lengths, one message";
  }

  @Override
  public void run(boolean quick) throws RunnerException {
    List<String> table = new ArrayList<>();
    List<String> figures = new ArrayList<>();
    table.add(
        String.format(
            "%-20s %8s %8s %8s %8s %8s %8s %10s",
            "scenario", "engine", "lanes", "jdk", "ratio", "min", "max", "bytes"));
    table.add(
        String.format(
            "%-20s %8s %8s %8s %8s %8s %8s %10s",
            "", "", "GB/s", "GB/s", "median", "", "", "per batch"));
    for (Scenario scenario : SCENARIOS) {
      Measurement measured = measure(scenario, quick);
      double median = measured.ratios.get(measured.ratios.size() / 2);
      table.add(
          String.format(
              Locale.ROOT,
              "%-20s %8s %8.2f %8.2f %8.2f %8.2f %8.2f %10.1f",
              scenario.name,
              scenario.engine,
              measured.lanesGigabytes,
              measured.jdkGigabytes,
              median,
              measured.ratios.getFirst(),
              measured.ratios.getLast(),
              measured.allocatedPerBatch));
      figures.add(String.format(Locale.ROOT, "sha256.%s.vs-jdk = %.3f", scenario.name, median));
      if (scenario.equals(SCENARIOS.getFirst())) {
        figures.add(
            String.format(
                Locale.ROOT, "sha256.alloc.bytes-per-batch = %.1f", measured.allocatedPerBatch));
      }
    }
    System.out.println();
    table.forEach(System.out::println);
    System.out.println();
    figures.forEach(System.out::println);
  }

  private static Measurement measure(Scenario scenario, boolean quick) throws RunnerException {
    Collection<RunResult> runs =
        new Runner(
                new OptionsBuilder()
                    .include(Sha256Benchmark.class.getSimpleName())
                    .param("engine", scenario.engine)
                    .param("messages", Integer.toString(scenario.messages))
                    .param("minBytes", Integer.toString(scenario.minBytes))
                    .param("maxBytes", Integer.toString(scenario.maxBytes))
                    .param("memory", scenario.memory)
                    .forks(quick ? 1 : 5)
                    .warmupIterations(quick ? 3 : 5)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(quick ? 5 : 10)
                    .measurementTime(TimeValue.milliseconds(quick ? 400 : 1000))
                    .build())
            .run();
    List<IterationResult> iterations =
        runs.stream()
            .flatMap(run -> run.getBenchmarkResults().stream())
            .flatMap(benchmark -> benchmark.getIterationResults().stream())
            .toList();
    List<Double> ratios =
        iterations.stream()
            .map(iteration -> counter(iteration, "jdkNanos") / counter(iteration, "lanesNanos"))
            .sorted()
            .toList();
    double bytes = sum(iterations, "hashedBytes");
    return new Measurement(
        ratios,
        bytes / sum(iterations, "lanesNanos"),
        bytes / sum(iterations, "jdkNanos"),
        sum(iterations, "allocatedBytes") / sum(iterations, "batches"));
  }

  private static double sum(List<IterationResult> iterations, String name) {
    return iterations.stream().mapToDouble(iteration -> counter(iteration, name)).sum();
  }

  private static double counter(IterationResult iteration, String name) {
    for (Result<?> result : iteration.getSecondaryResults().values()) {
      if (result.getLabel().equals(name)) {
        return result.getScore();
      }
    }
    throw new IllegalStateException("no counter " + name);
  }
}
