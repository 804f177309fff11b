package io.github.lanewise.benchmarks;

import io.github.lanewise.benchmarks.Scenario.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Measures the scenarios of a suite with {@link PairedBenchmark}. It knows nothing of hashing; a
 * further suite needs three things:
 *
 * <ul>
 *   <li>a {@link Contestant} for each of those who do the same work, {@code rsa-lanes} and a peer
 *       that signs the same messages, say; what they make must be equal, byte by byte;
 *   <li>a {@link Workload} with one {@link Point} for each key size or number of messages; its unit
 *       may be a signature;
 *   <li>a {@link Suites.Suite} with its {@link Scenario}s, which measures each here and prints
 *       {@link Measurement#ratio ratios} through a {@link Report}.
 * </ul>
 */
final class Harness {

  private static final Effort QUICK = new Effort(1, 4000, 8, 100);

  private final String suite;
  private final boolean quick;
  private final Path logs;

  /**
   * @param logs the folder that gets what JMH says, a file for each scenario
   */
  Harness(String suite, boolean quick, Path logs) {
    this.suite = suite;
    this.quick = quick;
    this.logs = logs;
  }

  /**
   * Measures, and says so meanwhile: each scenario in JVMs of its own, in a quick run each family
   * in one.
   */
  Measurements measure(List<Scenario> scenarios) throws RunnerException, IOException {
    Files.createDirectories(logs);
    Map<String, List<Scenario>> runs = new LinkedHashMap<>();
    for (Scenario scenario : scenarios) {
      runs.computeIfAbsent(quick ? scenario.family() : scenario.name(), key -> new ArrayList<>())
          .add(scenario);
    }
    Map<String, Measurement> measured = new LinkedHashMap<>();
    for (Map.Entry<String, List<Scenario>> run : runs.entrySet()) {
      Collection<RunResult> results = run(run.getKey(), run.getValue());
      for (Scenario scenario : run.getValue()) {
        measured.put(scenario.name(), new Measurement(scenario.name(), results));
      }
    }
    return new Measurements(measured);
  }

  private Collection<RunResult> run(String name, List<Scenario> scenarios) throws RunnerException {
    Effort effort = quick ? QUICK : scenarios.getFirst().effort();
    System.out.printf(Locale.ROOT, "measuring %-26s %2d JVM(s) ", name, effort.forks());
    System.out.flush();
    long start = System.nanoTime();
    Path log = logs.resolve(suite + "." + name + ".log");
    String names = scenarios.stream().map(Scenario::name).collect(Collectors.joining(","));
    Options options =
        new OptionsBuilder()
            .include(PairedBenchmark.class.getSimpleName())
            .param("suite", suite)
            .param("scenarios", names)
            .forks(effort.forks())
            .warmupIterations(1)
            .warmupTime(TimeValue.milliseconds(effort.warmUpMillis()))
            .measurementIterations(effort.iterations())
            .measurementTime(TimeValue.milliseconds(effort.iterationMillis()))
            .addProfiler(TallyProfiler.class)
            .shouldFailOnError(true)
            .jvmArgsAppend(scenarios.getFirst().jvmArguments().toArray(String[]::new))
            .output(log.toString())
            .build();
    try {
      Collection<RunResult> results = new Runner(options).run();
      long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
      System.out.printf(Locale.ROOT, "%4d s%n", seconds);
      return results;
    } catch (RunnerException e) {
      throw new RunnerException(name + " failed; what it said is in " + log.toAbsolutePath(), e);
    }
  }
}
