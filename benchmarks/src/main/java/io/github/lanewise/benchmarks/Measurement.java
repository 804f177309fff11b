package io.github.lanewise.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** What came of a scenario: for each JVM and each of its iterations, what each contestant took. */
final class Measurement {

  private final String scenario;
  private final List<List<IterationResult>> forks = new ArrayList<>();

  /**
   * @param scenario whose part in the results this is
   */
  Measurement(String scenario, Collection<RunResult> runs) {
    this.scenario = scenario;
    for (RunResult run : runs) {
      for (BenchmarkResult fork : run.getBenchmarkResults()) {
        forks.add(List.copyOf(fork.getIterationResults()));
      }
    }
  }

  /**
   * One contestant beside another.
   *
   * @param median of all iterations
   * @param min of the JVMs' medians
   * @param max of the JVMs' medians
   * @param forks how many JVMs there were
   * @param collapses in how many of them it had less than half of the median
   */
  record Ratio(double median, double min, double max, int forks, int collapses) {}

  /** How many times the speed of another a contestant has at a point. */
  Ratio ratio(String point, String contestant, String other) {
    String own = Tally.timeLabel(scenario, point, contestant);
    String others = Tally.timeLabel(scenario, point, other);
    List<Double> all = new ArrayList<>();
    List<Double> medians = new ArrayList<>();
    for (List<IterationResult> iterations : forks) {
      List<Double> ratios =
          iterations.stream().map(each -> value(each, others) / value(each, own)).toList();
      all.addAll(ratios);
      medians.add(median(ratios.stream()));
    }
    double median = median(all.stream());
    return new Ratio(
        median,
        medians.stream().mapToDouble(each -> each).min().orElseThrow(),
        medians.stream().mapToDouble(each -> each).max().orElseThrow(),
        medians.size(),
        (int) medians.stream().filter(each -> each < median / 2).count());
  }

  /** Units a nanosecond, the median of all iterations; bytes: GB/s. */
  double speed(String point, String contestant) {
    return 1 / median(values(Tally.timeLabel(scenario, point, contestant)));
  }

  /** What the thread allocates on the heap, the median of all iterations. */
  double allocatedPerBatch(String point, String contestant) {
    return median(values(Tally.allocationLabel(scenario, point, contestant)));
  }

  private Stream<Double> values(String label) {
    return forks.stream().flatMap(List::stream).map(iteration -> value(iteration, label));
  }

  private static double median(Stream<Double> values) {
    double[] sorted = values.mapToDouble(each -> each).toArray();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static double value(IterationResult iteration, String label) {
    for (Result<?> result : iteration.getSecondaryResults().values()) {
      if (result.getLabel().equals(label)) {
        return result.getScore();
      }
    }
    throw new IllegalStateException("nothing was measured as '" + label + "'");
  }
}
