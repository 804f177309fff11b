package io.github.lanewise.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Contestants side by side. In every round each does the same work in turn; who begins, and which
 * way round it goes, changes from round to round. So a neighbour who is noisy for a while meets all
 * of them, and a ratio of two stands on the same moments.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PairedBenchmark {

  @Param("")
  public String suite = "";

  /** One scenario, or several that share their JVM, with commas between them. */
  @Param("")
  public String scenarios = "";

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final List<Workload> workloads = new ArrayList<>();
  private final List<Point> points = new ArrayList<>();
  private final List<List<Tally>> tallies = new ArrayList<>();
  private int turn;

  /** Makes what is measured, and checks that all contestants do it right. */
  @Setup(Level.Trial)
  public void prepare() {
    for (String name : scenarios.split(",", -1)) {
      Workload workload = Suites.named(suite).scenario(name).workload().get();
      workloads.add(workload);
      for (Point point : workload.points()) {
        point.check();
        points.add(point);
        tallies.add(
            point.contestants().stream()
                .map(contestant -> new Tally(name, point.name(), contestant.name()))
                .toList());
      }
    }
    TallyProfiler.watch(tallies.stream().flatMap(List::stream).toList());
  }

  @TearDown(Level.Trial)
  public void close() {
    workloads.forEach(Workload::close);
  }

  @Benchmark
  public void round() {
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      List<Contestant> contestants = point.contestants();
      for (int j = 0; j < contestants.size(); j++) {
        int place = turn % 2 == 0 ? j : contestants.size() - j;
        int next = (turn + place) % contestants.size();
        time(point, contestants.get(next), tallies.get(i).get(next));
      }
    }
    turn++;
  }

  private void time(Point point, Contestant contestant, Tally tally) {
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long start = System.nanoTime();
    for (int i = 0; i < point.batches(); i++) {
      contestant.batch();
    }
    tally.nanos += System.nanoTime() - start;
    tally.allocatedBytes += threads.getCurrentThreadAllocatedBytes() - allocated;
    tally.batches += point.batches();
    tally.units += point.batches() * point.units();
  }
}
