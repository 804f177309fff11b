package io.github.lanewise.benchmarks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Carries the tallies of an iteration to the JVM that started this one: JMH's own counters are
 * fields, whose number is fixed, and a sweep has as many points as it likes.
 */
public final class TallyProfiler implements InternalProfiler {

  private static List<Tally> watched = List.of();

  /** JMH makes it. */
  public TallyProfiler() {}

  /** Takes these in the JVM that measures. */
  static void watch(Collection<Tally> tallies) {
    watched = List.copyOf(tallies);
  }

  @Override
  public String getDescription() {
    return "what each contestant took at each point";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    watched.forEach(Tally::clear);
  }

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    List<ScalarResult> results = new ArrayList<>();
    for (Tally tally : watched) {
      results.add(
          new ScalarResult(
              tally.timeLabel(),
              (double) tally.nanos / tally.units,
              "ns/unit",
              AggregationPolicy.AVG));
      results.add(
          new ScalarResult(
              tally.allocationLabel(),
              (double) tally.allocatedBytes / tally.batches,
              "B/batch",
              AggregationPolicy.AVG));
    }
    return results;
  }
}
