package io.github.lanewise.benchmarks;

import static io.github.lanewise.benchmarks.Sha256Workload.CHOSEN;
import static io.github.lanewise.benchmarks.Sha256Workload.REFERENCE;

import io.github.lanewise.benchmarks.Measurement.Ratio;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** The SHA-256 engines against {@code MessageDigest} and other peers, on one thread. */
final class Sha256Suite implements Suites.Suite {

  private static final String NAME = "sha256";
  private static final Path LOGS = Path.of("target", "jmh");
  private static final Path PICTURES = Path.of("..", "docs", "images");
  private static final String FULL_SIZE = "64KiB";

  @Override
  public String summary() {
    return "the engines against MessageDigest, Corretto, Conscrypt and Bouncy Castle";
  }

  @Override
  public List<Scenario> scenarios() {
    List<Scenario> scenarios = new ArrayList<>(Sha256Scenarios.shapes());
    Sha256Workload.usableEngines().forEach(name -> scenarios.add(Sha256Scenarios.engine(name)));
    scenarios.add(Sha256Scenarios.peers());
    scenarios.add(Sha256Scenarios.occupancy());
    return scenarios;
  }

  @Override
  public void run(boolean quick) throws RunnerException, IOException {
    Measurements measured = new Harness(NAME, quick, LOGS).measure(scenarios());
    Report report = new Report(NAME);
    shapes(measured, report);
    engines(measured, report);
    peers(measured.of(Sha256Scenarios.PEERS), report);
    occupancy(measured.of(Sha256Scenarios.OCCUPANCY), report);
    report.print();
    if (!quick) {
      new Sha256Pictures(measured).draw(PICTURES);
    }
  }

  private static void shapes(Measurements measured, Report report) {
    report.title("One engine against " + REFERENCE);
    report.ratioHeading("GB/s");
    for (Scenario scenario : Sha256Scenarios.shapes()) {
      Measurement measurement = measured.of(scenario);
      Ratio ratio =
          row(report, scenario.name(), measurement, Sha256Scenarios.FULL, scenario.subject());
      String remark =
          scenario.name().equals(Sha256Scenarios.WITHOUT_SHA_NI)
              ? "-XX:-UseSHA takes the JDK's own AVX2 code away as well: an upper bound"
              : "";
      report.figure(scenario.name() + ".vs-jdk", ratio.median(), remark);
    }
    Scenario first = Sha256Scenarios.shapes().getFirst();
    report.figure(
        "alloc.bytes-per-batch",
        measured.of(first).allocatedPerBatch(Sha256Scenarios.FULL, first.subject()));
  }

  private static void engines(Measurements measured, Report report) {
    report.title("Every engine with full lanes, messages on the heap");
    report.ratioHeading("GB/s");
    for (String engine : Sha256Workload.usableEngines()) {
      Scenario scenario = Sha256Scenarios.engine(engine);
      Measurement measurement = measured.of(scenario);
      for (String size : Sha256Scenarios.SIZES.keySet()) {
        Ratio ratio = row(report, size, measurement, size, engine);
        if (size.equals(FULL_SIZE)) {
          report.figure(scenario.name() + "." + size + ".full.vs-jdk", ratio.median());
        }
      }
    }
  }

  private static Ratio row(
      Report report, String name, Measurement measurement, String point, String engine) {
    Ratio ratio = measurement.ratio(point, engine, REFERENCE);
    report.ratio(
        name, engine, measurement.speed(point, engine), measurement.speed(point, REFERENCE), ratio);
    return ratio;
  }

  private static void peers(Measurement measurement, Report report) {
    Peers peers = Peers.load();
    report.title("16 messages at a time by the engine that was chosen, against peers");
    peers.absences().forEach(report::line);
    report.ratioHeading("GB/s");
    for (String peer : peers.names()) {
      for (String size : Sha256Scenarios.SIZES.keySet()) {
        Ratio ratio = measurement.ratio(size, CHOSEN, peer);
        report.ratio(
            size,
            "vs " + peer,
            measurement.speed(size, CHOSEN),
            measurement.speed(size, peer),
            ratio);
        if (size.equals(FULL_SIZE)) {
          report.figure(size + ".vs-" + peer, ratio.median());
        }
      }
    }
  }

  /** The public entry must be about as good as whichever engine is best, for any number. */
  private static void occupancy(Measurement measurement, Report report) {
    report.title("The engine that was chosen against the best single one, messages of 64 KiB");
    report.ratioHeading("GB/s");
    double worst = Double.POSITIVE_INFINITY;
    for (int count = 1; count <= Sha256Scenarios.MAX_OCCUPANCY; count++) {
      String point = Sha256Scenarios.occupancyName(count);
      String best = "";
      Ratio ratio = new Ratio(Double.POSITIVE_INFINITY, 0, 0, 0, 0);
      for (String engine : Sha256Workload.usableEngines()) {
        Ratio toEngine = measurement.ratio(point, CHOSEN, engine);
        if (toEngine.median() < ratio.median()) {
          best = engine;
          ratio = toEngine;
        }
      }
      report.ratio(
          point,
          "vs " + best,
          measurement.speed(point, CHOSEN),
          measurement.speed(point, best),
          ratio);
      worst = Math.min(worst, ratio.median());
    }
    report.figure("occupancy.worst.vs-best", worst);
  }
}
