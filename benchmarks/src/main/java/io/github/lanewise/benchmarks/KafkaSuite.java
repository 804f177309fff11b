package io.github.lanewise.benchmarks;

import io.github.lanewise.benchmarks.Measurement.Ratio;
import java.util.List;
import java.util.Map;

/**
 * The stage that addresses the records of Kafka topics, in lanes and with {@code MessageDigest}.
 * The broker runs in this process, and what is measured in another, whose CPU time counts alone.
 */
final class KafkaSuite implements Suites.Suite {

  static final String RATIO = "200B.vs-inline-jdk";
  static final String SHARE = "200B.hashing-share";
  static final String INLINE_SHARE = "200B.hashing-share.inline-jdk";
  static final String PER_CPU = "200B.records-per-cpu-second";
  static final String PER_SECOND = "200B.records-per-second";

  @Override
  public String summary() {
    return "addresses for the records of a Kafka topic, against the same stage with MessageDigest";
  }

  @Override
  public void run(boolean quick) {
    Report report = new Report("kafka");
    report.title("records of 200 bytes, exactly once, one consumer; per CPU-second of its process");
    report.ratioHeading("k/s");
    try (KafkaBroker broker = KafkaBroker.start()) {
      List<String> arguments =
          List.of(broker.addresses(), quick ? "200000" : "1000000", quick ? "4" : "10");
      broker.fill(Integer.parseInt(arguments.get(1)));
      report(report, "", ChildJvm.run(KafkaMeasurement.class, List.of("-Xmx512m"), arguments));
      report(
          report,
          ".noshani",
          ChildJvm.run(KafkaMeasurement.class, List.of("-Xmx512m", "-XX:-UseSHA"), arguments));
    }
    report.print();
  }

  private static void report(Report report, String suffix, Map<String, Double> figures) {
    report.ratio(
        "200B" + suffix,
        "chosen",
        value(figures, PER_CPU) / 1e3,
        value(figures, PER_CPU + ".inline-jdk") / 1e3,
        new Ratio(
            value(figures, RATIO),
            value(figures, RATIO + ".min"),
            value(figures, RATIO + ".max"),
            1,
            0));
    for (String figure : List.of(RATIO, SHARE, INLINE_SHARE, PER_CPU, PER_SECOND)) {
      report.figure(figure + suffix, value(figures, figure));
    }
  }

  private static double value(Map<String, Double> figures, String name) {
    Double value = figures.get(name);
    if (value == null) {
      throw new IllegalStateException("nothing was measured as '" + name + "'");
    }
    return value;
  }
}
