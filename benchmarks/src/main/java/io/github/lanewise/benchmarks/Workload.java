package io.github.lanewise.benchmarks;

import java.util.List;

/** What a measuring JVM sets up for a {@link Scenario}, and gives back in the end. */
interface Workload extends AutoCloseable {

  /** Measured one after the other in every round. */
  List<Point> points();

  @Override
  void close();
}
