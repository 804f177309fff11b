package io.github.lanewise.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The whole pipeline against {@code MessageDigest} where the data is: per second of CPU time, since
 * a hop between threads costs somebody else's. With the JVM's own choice of instructions, and once
 * more without its SHA intrinsics: a machine that has none.
 */
final class PipelineSuite implements Suites.Suite {

  @Override
  public String summary() {
    return "the operators against MessageDigest inline and on an elastic scheduler, latency, load";
  }

  @Override
  public void run(boolean quick) {
    List<String> arguments = List.of(quick ? "2" : "9", quick ? "250" : "1000");
    Map<String, Double> figures =
        ChildJvm.run(PipelineMeasurement.class, List.of("-Xmx1g"), arguments);
    Map<String, Double> withoutSha =
        ChildJvm.run(PipelineMeasurement.class, List.of("-Xmx1g", "-XX:-UseSHA"), arguments);
    System.out.println();
    figures.forEach((name, value) -> print(name, value));
    withoutSha.forEach((name, value) -> print(name + ".noshani", value));
  }

  private static void print(String name, double value) {
    System.out.println(String.format(Locale.ROOT, "pipeline.%s = %.3f", name, value));
  }
}
