package io.github.lanewise.kernel.sha256;

import io.github.lanewise.kernel.sha256.CalibrationReport.Row;
import io.github.lanewise.kernel.sha256.Sha256Engines.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a calibration found, and how it is told.
 *
 * @param table what follows
 * @param fixedLengths what follows for messages of one length
 * @param engines what was measured
 * @param nanosPerBlock by lane engine, for the watch
 * @param took how long it took
 * @param settled whether the figures' bounds leave no other table
 */
record CalibrationOutcome(
    EngineTable table,
    FixedLengthTable fixedLengths,
    List<MeasuredEngine> engines,
    Map<String, Double> nanosPerBlock,
    Duration took,
    boolean settled) {

  /** What was measured, and what was refused, in one line. */
  String summary(List<Candidate> candidates) {
    String measured =
        engines.stream()
            .filter(each -> each.engine().lanes() > 1)
            .sorted(Comparator.comparingInt(each -> each.engine().lanes()))
            .map(this::summary)
            .collect(Collectors.joining(", ", "measured ", ""));
    String refused =
        candidates.stream()
            .filter(candidate -> candidate.refusal() != null)
            .map(candidate -> "; " + candidate)
            .collect(Collectors.joining());
    return (table.widest() instanceof JdkEngine ? "nothing beats it here, " : "")
        + measured
        + refused;
  }

  private String summary(MeasuredEngine engine) {
    double ratio = engine.isCompiled() ? engine.costs().ratio() : engine.lastWarmUpRatio();
    return String.format(Locale.ROOT, "%s %.2f × jdk", engine.name(), ratio)
        + table.from(engine.name()).map(from -> " from " + from + " messages on").orElse("");
  }

  CalibrationReport report(List<Candidate> candidates) {
    List<Row> rows = new ArrayList<>();
    for (Candidate candidate : candidates) {
      rows.add(row(candidate));
    }
    return new CalibrationReport(rows, table.toString(), fixedLengths.toString(), took, settled);
  }

  private Row row(Candidate candidate) {
    String name = candidate.name();
    Optional<Integer> from = table.from(name);
    if (candidate.refusal() != null) {
      return unmeasured(name, 0, from, "refused: " + candidate.refusal());
    }
    if (name.equals(JdkEngine.NAME) && !engines.isEmpty()) {
      double speed =
          engines.stream()
              .filter(MeasuredEngine::isCompiled)
              .findFirst()
              .map(MeasuredEngine::jdkGigabytesPerSecond)
              .orElse(0.0);
      return new Row(name, 1, speed, List.of(), from, verdict(null, from));
    }
    for (MeasuredEngine each : engines) {
      if (each.name().equals(name)) {
        return each.isCompiled()
            ? new Row(
                name,
                each.engine().lanes(),
                each.gigabytesPerSecond(),
                each.loads(),
                from,
                verdict(each, from))
            : unmeasured(
                name,
                each.engine().lanes(),
                from,
                String.format(
                    Locale.ROOT,
                    "not used: is not compiled to vector instructions, %.3f × jdk",
                    each.lastWarmUpRatio()));
      }
    }
    return unmeasured(
        name,
        candidate.lanes(),
        from,
        from.isPresent() ? used(from.get()) + ", not measured" : "not measured");
  }

  private static Row unmeasured(String name, int lanes, Optional<Integer> from, String verdict) {
    return new Row(name, lanes, 0, List.of(), from, verdict);
  }

  private static String used(int from) {
    return from == 1 ? "used" : "used from " + from + " messages on";
  }

  private static String verdict(@Nullable MeasuredEngine engine, Optional<Integer> from) {
    if (from.isPresent()) {
      return used(from.get());
    }
    if (engine == null) {
      return "not used: lanes beat it at every number of messages";
    }
    int lanes = engine.engine().lanes();
    if (lanes == 1) {
      return "for the states that MessageDigest does not tell";
    }
    double cost = engine.costs().batch(lanes, Samples.Estimate::median);
    return cost * TableRule.MARGIN >= lanes
        ? String.format(
            Locale.ROOT, "not used: in a full batch's time jdk hashes %.1f of %d", cost, lanes)
        : "not used: other engines do better at every number of messages";
  }
}
