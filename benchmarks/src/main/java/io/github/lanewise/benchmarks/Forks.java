package io.github.lanewise.benchmarks;

import io.github.lanewise.benchmarks.Measurement.Ratio;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A measurement in several {@link ChildJvm}s, one after the other. A comparison travels as three
 * figures: the ratio under its name, and what stands behind it.
 */
final class Forks {

  private static final String OWN = "/own";
  private static final String OTHER = "/other";

  private final Map<String, List<Double>> values = new LinkedHashMap<>();

  private Forks() {}

  /** Called in a child: how many times the speed of another we have. */
  static void printSpeeds(String name, double own, double other) {
    print(name, own / other, own, other);
  }

  /** Called in a child: how many times longer another takes. */
  static void printTimes(String name, double own, double other) {
    print(name, other / own, own, other);
  }

  /** Called in a child: a ratio that was taken round by round, and what stands behind it. */
  static void print(String name, double ratio, double own, double other) {
    ChildJvm.print(name, ratio);
    ChildJvm.print(name + OWN, own);
    ChildJvm.print(name + OTHER, other);
  }

  /** Runs them, and says so meanwhile. */
  static Forks run(Class<?> main, int forks, List<String> arguments) {
    System.out.printf(Locale.ROOT, "measuring %s in %d JVM(s)%n", main.getSimpleName(), forks);
    Forks collected = new Forks();
    for (int i = 0; i < forks; i++) {
      ChildJvm.run(main, List.of("-Xmx1g"), arguments)
          .forEach(
              (name, value) ->
                  collected.values.computeIfAbsent(name, key -> new ArrayList<>()).add(value));
    }
    return collected;
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  double own(String name) {
    return median(name + OWN);
  }

  double other(String name) {
    return median(name + OTHER);
  }

  double median(String name) {
    return ratio(name).median();
  }

  /** The median of a figure over the JVMs, and its spread. */
  Ratio ratio(String name) {
    List<Double> sorted = values.getOrDefault(name, List.of()).stream().sorted().toList();
    if (sorted.isEmpty()) {
      throw new IllegalStateException("nothing was measured as '" + name + "'");
    }
    double median = sorted.get(sorted.size() / 2);
    return new Ratio(
        median,
        sorted.getFirst(),
        sorted.getLast(),
        sorted.size(),
        (int) sorted.stream().filter(each -> each < median / 2).count());
  }
}
