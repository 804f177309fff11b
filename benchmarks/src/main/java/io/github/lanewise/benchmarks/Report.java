package io.github.lanewise.benchmarks;

import io.github.lanewise.benchmarks.Measurement.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects tables and figures, and prints the figures last: one line each, "name = value". */
final class Report {

  private final String suite;
  private final List<String> lines = new ArrayList<>();
  private final List<String> figures = new ArrayList<>();

  Report(String suite) {
    this.suite = suite;
  }

  /** Begins a table. */
  void title(String title) {
    lines.add("");
    lines.add(title);
  }

  /** A line as it is. */
  void line(String line) {
    lines.add(line);
  }

  /** The heading of {@link #ratio}. */
  void ratioHeading(String unit) {
    lines.add(
        String.format(
            Locale.ROOT,
            "%-26s %-16s %8s %8s %7s %7s %7s %11s",
            "scenario",
            "engine",
            "own",
            "other",
            "ratio",
            "min",
            "max",
            "collapses"));
    lines.add(String.format(Locale.ROOT, "%52s %8s %7s", unit, unit, "median"));
  }

  /** One row: what was measured, the speeds, and the ratio with its spread over the JVMs. */
  void ratio(String scenario, String engine, double own, double other, Ratio ratio) {
    lines.add(
        String.format(
            Locale.ROOT,
            "%-26s %-16s %8.3f %8.3f %7.2f %7.2f %7.2f %5d of %2d",
            scenario,
            engine,
            own,
            other,
            ratio.median(),
            ratio.min(),
            ratio.max(),
            ratio.collapses(),
            ratio.forks()));
  }

  /** A figure under its full name without the suite's. */
  void figure(String name, double value) {
    figure(name, value, "");
  }

  /** A figure with what has to be known about it. */
  void figure(String name, double value, String remark) {
    fullyNamed(suite + "." + name, value, remark);
  }

  /** A figure whose name does not begin with the suite's. */
  void fullyNamed(String name, double value, String remark) {
    figures.add(
        String.format(Locale.ROOT, "%s = %.3f", name, value)
            + (remark.isEmpty() ? "" : "  # " + remark));
  }

  /** Prints all of it. */
  void print() {
    lines.forEach(System.out::println);
    System.out.println();
    figures.forEach(System.out::println);
  }
}
