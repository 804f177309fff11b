package io.github.lanewise.benchmarks;

import java.util.List;
import java.util.function.Supplier;

/**
 * What is measured in JVMs of its own.
 *
 * @param name as it is told in tables
 * @param family scenarios of a family share their JVM in a quick run, so they have the same
 *     arguments
 * @param subject the contestant whose figures are asked for
 * @param jvmArguments of the measuring JVMs, beside those of this one
 * @param effort how long and how often
 * @param workload makes what is measured, in the measuring JVM
 */
record Scenario(
    String name,
    String family,
    String subject,
    List<String> jvmArguments,
    Effort effort,
    Supplier<Workload> workload) {

  /**
   * How many JVMs, how long each is warmed up, and how many times it is measured.
   *
   * @param forks JVMs, one after the other
   * @param warmUpMillis until compiled code is what runs
   * @param iterations in each JVM
   * @param iterationMillis how long each takes, or one round if that takes longer
   */
  record Effort(int forks, int warmUpMillis, int iterations, int iterationMillis) {

    /**
     * What the compiler makes of a kernel is another thing in each JVM, and the median of ten is
     * what a user can expect.
     */
    static final Effort KERNEL = new Effort(10, 3000, 15, 100);

    /** A round has many points and takes as long as an iteration. */
    static final Effort SWEEP = new Effort(3, 4000, 24, 100);
  }
}
