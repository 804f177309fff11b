package io.github.lanewise.kernel.sha256;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measures on this very machine what batches of the engines cost beside {@code jdk}.
 *
 * <p>First each engine is warmed up: its first blocks run in the interpreter, a thousand times
 * slower, and full speed takes about a second of CPU. Then all are measured in rounds, one after
 * the other in each. Rounds go on while another table would follow from other figures within their
 * bounds, or the figures still move, and the budget lasts.
 */
final class EngineCalibration implements AutoCloseable {

  /** Bounds of three deviations lie within these. */
  private static final int MIN_ROUNDS = 45;

  /** Rounds between two looks at what follows. */
  private static final int MORE_ROUNDS = 15;

  /** How long the whole entry is exercised in the end. */
  private static final Duration REHEARSAL = Duration.ofMillis(400);

  private final long start = System.nanoTime();
  private final Duration budget;
  private final List<MeasuredEngine> engines = new ArrayList<>();

  /**
   * @param engines what to measure
   * @param budget after it, what is measured is what counts
   */
  EngineCalibration(List<? extends Sha256Engine> engines, Duration budget) {
    this.budget = budget;
    // The widest first, since what the compiler learns from one is not always good for the next.
    engines.reversed().forEach(engine -> this.engines.add(new MeasuredEngine(engine)));
  }

  /** Warms up and measures, and finds the table that follows. */
  CalibrationOutcome run() {
    warmUp();
    boolean settled;
    int rounds = MIN_ROUNDS;
    do {
      measure(rounds);
      rounds = MORE_ROUNDS;
      settled = compiled().allMatch(MeasuredEngine::isSteady) && rule().isSettled();
    } while (!settled && left() > 0);
    return finish(rule().table(), settled, true);
  }

  /** Warms up the engines of a table that is given, and measures for what the watch needs. */
  CalibrationOutcome run(EngineTable given) {
    warmUp();
    measure(MIN_ROUNDS);
    boolean usable = engines.stream().allMatch(MeasuredEngine::isCompiled);
    return finish(usable ? given : EngineTable.only(new JdkEngine()), true, usable);
  }

  private void warmUp() {
    for (int i = 0; i < engines.size(); i++) {
      // What is left in equal parts, and one for the measurement.
      engines.get(i).warmUp(left() / (engines.size() - i + 1));
    }
  }

  private void measure(int rounds) {
    for (int i = 0; i < rounds; i++) {
      compiled().forEach(MeasuredEngine::round);
    }
  }

  private Stream<MeasuredEngine> compiled() {
    return engines.stream().filter(MeasuredEngine::isCompiled);
  }

  private Stream<MeasuredEngine> laneEngines() {
    return compiled().filter(each -> each.engine().isInLanes());
  }

  private long left() {
    return budget.toNanos() - (System.nanoTime() - start);
  }

  private TableRule rule() {
    return new TableRule(
        new JdkEngine(), compiled().map(MeasuredEngine::costs).toList().reversed());
  }

  private CalibrationOutcome finish(EngineTable table, boolean settled, boolean usable) {
    EngineRehearsal.run(table, REHEARSAL);
    Map<String, Double> nanosPerBlock = new HashMap<>();
    compiled().forEach(each -> nanosPerBlock.put(each.name(), each.nanosPerBlock()));
    nanosPerBlock.remove(Sha256Engines.SCALAR.name());
    List<FixedLengthTable.Costs> fixedLengths =
        usable
            ? laneEngines().map(MeasuredEngine::fixedLengthCosts).toList().reversed()
            : List.of();
    return new CalibrationOutcome(
        table,
        FixedLengthTable.of(table, fixedLengths),
        List.copyOf(engines),
        nanosPerBlock,
        Duration.ofNanos(System.nanoTime() - start),
        settled);
  }

  @Override
  public void close() {
    engines.forEach(MeasuredEngine::close);
  }
}
