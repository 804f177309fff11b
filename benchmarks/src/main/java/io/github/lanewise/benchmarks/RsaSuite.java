package io.github.lanewise.benchmarks;

import static io.github.lanewise.benchmarks.RsaScenarios.POINT;
import static io.github.lanewise.benchmarks.RsaScenarios.USUAL_BITS;
import static io.github.lanewise.benchmarks.RsaWorkload.REFERENCE;

import io.github.lanewise.benchmarks.Measurement.Ratio;
import io.github.lanewise.kernel.rsa.RsaEngines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.RunnerException;

/**
 * RSA signatures: full batches on one thread against the JCA, {@code openssl} and other peers, and
 * {@link io.github.lanewise.pipeline.RsaSigner} on two cores. Everything is included that a
 * signature needs: encoding, blinding of message and exponents, the check, octets.
 */
final class RsaSuite implements Suites.Suite {

  private static final String NAME = "rsa";
  private static final Path LOGS = Path.of("target", "jmh");

  /** What a {@code byte[]} takes beside its bytes. */
  private static final int ARRAY_HEADER_BYTES = 16;

  private static final double PER_SECOND = 1e9;

  @Override
  public String summary() {
    return "signatures in lanes and split over two workers against the JCA, openssl and peers";
  }

  @Override
  public List<Scenario> scenarios() {
    return RsaScenarios.all();
  }

  @Override
  public void run(boolean quick) throws RunnerException, IOException {
    Report report = new Report(NAME);
    report.title("Engines");
    RsaEngines.discover().candidates().forEach(each -> report.line(each.toString()));
    Measurements measured = new Harness(NAME, quick, LOGS).measure(scenarios());
    engines(measured, report);
    peers(measured, report);
    openssl(best(measured.of(RsaScenarios.signing(USUAL_BITS)), USUAL_BITS), quick, report);
    signer(quick, report);
    report.print();
  }

  private static void engines(Measurements measured, Report report) {
    report.title("Every engine against the JCA, signatures per core-second");
    report.ratioHeading("1/s");
    for (int bits : RsaScenarios.KEY_BITS) {
      Scenario signing = RsaScenarios.signing(bits);
      againstJca(measured.of(signing), signing.name(), bits, bits + ".lanes", report);
    }
    Scenario verifying = RsaScenarios.verifying();
    againstJca(
        measured.of(verifying), verifying.name(), USUAL_BITS, USUAL_BITS + ".verify.lanes", report);
    Measurement usual = measured.of(RsaScenarios.signing(USUAL_BITS));
    report.figure(
        "alloc.bytes-per-signature",
        usual.allocatedPerBatch(POINT, best(usual, USUAL_BITS)) / RsaWorkload.BATCH
            - USUAL_BITS / 8
            - ARRAY_HEADER_BYTES);
  }

  /** A row for each engine; the figure is that of the best one. */
  private static void againstJca(
      Measurement measurement, String scenario, int bits, String figure, Report report) {
    for (String engine : RsaWorkload.engines(bits)) {
      row(report, scenario, engine, REFERENCE, measurement);
    }
    String best = best(measurement, bits);
    report.figure(
        figure + ".vs-jca", measurement.ratio(POINT, best, REFERENCE).median(), remark(best));
  }

  private static void row(
      Report report, String scenario, String engine, String other, Measurement measurement) {
    report.ratio(
        scenario,
        other.equals(REFERENCE) ? engine : "vs " + other,
        measurement.speed(POINT, engine) * PER_SECOND,
        measurement.speed(POINT, other) * PER_SECOND,
        measurement.ratio(POINT, engine, other));
  }

  private static void peers(Measurements measured, Report report) {
    Peers peers = Peers.load();
    report.title("The best engine against peers, signatures per core-second");
    peers.absences().forEach(report::line);
    report.ratioHeading("1/s");
    for (int bits : RsaScenarios.KEY_BITS) {
      Scenario signing = RsaScenarios.signing(bits);
      Measurement measurement = measured.of(signing);
      String best = best(measurement, bits);
      for (String peer : peers.names()) {
        row(report, signing.name(), best, peer, measurement);
        report.figure(
            bits + ".lanes.vs-" + figureName(peer),
            measurement.ratio(POINT, best, peer).median(),
            remark(best));
      }
    }
  }

  /** Amazon Corretto Crypto Provider is known by its initials. */
  private static String figureName(String peer) {
    return peer.equals("corretto") ? "accp" : peer;
  }

  /** The lane engine with the most signatures a second; the best of all where there is none. */
  private static String best(Measurement measurement, int bits) {
    List<String> engines = RsaWorkload.engines(bits);
    List<String> ofLanes = engines.stream().filter(RsaSuite::hasLanes).toList();
    return (ofLanes.isEmpty() ? engines : ofLanes)
        .stream()
            .max(Comparator.comparingDouble(engine -> measurement.speed(POINT, engine)))
            .orElseThrow();
  }

  private static boolean hasLanes(String engine) {
    return RsaEngines.discover().force(engine).lanes() > 1;
  }

  private static String remark(String engine) {
    return hasLanes(engine) ? engine : engine + ": there is no lane engine here";
  }

  private static void openssl(String engine, boolean quick, Report report) {
    report.title(
        "The best engine and openssl speed in turn on one core, signatures per core-second");
    String version = Openssl.version().orElse("");
    if (version.isEmpty()) {
      report.line("openssl is left out, it cannot be run here");
      return;
    }
    Forks forks =
        Forks.run(OpensslContest.class, quick ? 1 : 5, List.of(engine, quick ? "2" : "7"));
    report.line(version);
    report.ratioHeading("1/s");
    row(report, OpensslContest.FIGURE, engine, forks);
    report.figure(OpensslContest.FIGURE, forks.median(OpensslContest.FIGURE), remark(engine));
  }

  private static void signer(boolean quick, Report report) {
    Forks forks =
        Forks.run(
            RsaMeasurement.class,
            quick ? 1 : 5,
            quick ? List.of("2", "300") : List.of("7", "1000"));
    report.title("One signature at a time on two cores, against the JCA on one");
    report.ratioHeading("µs");
    for (int bits : RsaMeasurement.LATENCY_BITS) {
      figure(report, RsaMeasurement.latencyGain(bits), "calibrated", forks);
    }
    report.title("Two workers against one, 16 in flight; signed windows against hashing alone");
    report.ratioHeading("1/s");
    figure(report, RsaMeasurement.SCALING, "calibrated", forks);
    row(report, WindowMeasurement.FIGURE, "calibrated", forks);
    report.fullyNamed(
        WindowMeasurement.FIGURE, forks.median(WindowMeasurement.FIGURE), "both cores");
    report.line(
        String.format(
            Locale.ROOT,
            "two workers: %.0f signatures per core-second, of CPU time, queues and signals included",
            forks.median(RsaMeasurement.PER_CPU)));
    if (forks.has(RsaMeasurement.PER_JOULE)) {
      report.figure(RsaMeasurement.PER_JOULE, forks.median(RsaMeasurement.PER_JOULE));
      report.figure(WindowMeasurement.PER_JOULE, forks.median(WindowMeasurement.PER_JOULE));
    } else {
      report.line("nothing is said of energy: no counter can be read below " + Rapl.POWERCAP);
    }
  }

  private static void figure(Report report, String name, String engine, Forks forks) {
    row(report, name, engine, forks);
    report.figure(name, forks.median(name));
  }

  /** The name without what it is compared with, which the heading tells. */
  private static void row(Report report, String name, String engine, Forks forks) {
    Ratio ratio = forks.ratio(name);
    String row = name.replaceFirst("\\.vs-unsigned$", "");
    report.ratio(row, engine, forks.own(name), forks.other(name), ratio);
  }
}
