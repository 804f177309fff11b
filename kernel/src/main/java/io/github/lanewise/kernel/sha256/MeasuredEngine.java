package io.github.lanewise.kernel.sha256;

import io.github.lanewise.kernel.sha256.CalibrationReport.Load;
import io.github.lanewise.kernel.sha256.Samples.Estimate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One engine's warm-up and samples. It is measured with one, half and all of its lanes used, and
 * with native and heap memory; in each case it and {@code jdk} hash the same messages one right
 * after the other and the median of the ratios counts, so that a neighbour who is noisy for a while
 * meets both.
 */
final class MeasuredEngine implements AutoCloseable {

  private static final int WARM_UP_BYTES = 2048;
  private static final int WARM_UP_ROUNDS = 51;

  /** The first compiler's code is steady too, until the second has finished. */
  private static final Duration MIN_WARM_UP = Duration.ofMillis(1500);

  /** {@code scalar} has a tenth of the code of a vector engine and no library under it. */
  private static final Duration MIN_SCALAR_WARM_UP = Duration.ofMillis(300);

  private static final Duration FIXED_LENGTHS_WARM_UP = Duration.ofMillis(800);

  /** Beside {@code jdk}, no engine that is compiled to vector instructions is slower than this. */
  private static final double INTERPRETED = 0.15;

  private static final double SCALAR_INTERPRETED = 0.03;

  /** Medians that differ by more come from code that is still being compiled. */
  private static final double UNSTEADY = 0.1;

  private static final int STEADY_ROUNDS = 5;

  private static final int KINDS = 2;

  private static final int BLOCKS =
      EngineContest.MESSAGE_BYTES / Sha256Constants.BLOCK_BYTES + 1; // and one of padding

  private final Sha256Engine engine;
  private final EngineContest contest;

  /** By number of messages: of native and of heap memory. */
  private final NavigableMap<Integer, Samples[]> samples = new TreeMap<>();

  /** Messages of one length; none for an engine with one lane. */
  private final List<FixedLengthContest> fixedLengths;

  private final Samples[] nanos = {new Samples(), new Samples()};
  private final Samples jdkNanos = new Samples();
  private boolean jdkFirst;
  private double warmUpRatio;
  private boolean compiled;

  MeasuredEngine(Sha256Engine engine) {
    this.engine = engine;
    this.contest = new EngineContest(engine);
    int lanes = engine.lanes();
    this.fixedLengths =
        engine instanceof BlockEngine block && lanes > 1
            ? FixedLengthTable.MEASURED_BLOCKS.stream()
                .map(blocks -> new FixedLengthContest(block, blocks))
                .toList()
            : List.of();
    for (int messages : new TreeSet<>(List.of(1, Math.max(1, lanes / 2), lanes))) {
      samples.put(messages, new Samples[] {new Samples(), new Samples()});
    }
  }

  String name() {
    return engine.name();
  }

  Sha256Engine engine() {
    return engine;
  }

  /** Runs until compiled code is what runs, or the time is over; half of it is a second try. */
  void warmUp(long patienceNanos) {
    tryToWarmUp(patienceNanos / 2);
    if (!compiled && engine instanceof BlockEngine block && block.renew()) {
      tryToWarmUp(patienceNanos / 2);
    }
    if (compiled && !fixedLengths.isEmpty()) {
      warmUpFixedLengths();
    }
  }

  /** Their kernel is warm; what stands around it is not. */
  private void warmUpFixedLengths() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < FIXED_LENGTHS_WARM_UP.toNanos()) {
      fixedLengths.forEach(FixedLengthContest::warmUp);
    }
  }

  private void tryToWarmUp(long patienceNanos) {
    boolean scalar = engine instanceof ScalarEngine;
    long least = (scalar ? MIN_SCALAR_WARM_UP : MIN_WARM_UP).toNanos();
    double enough = scalar ? SCALAR_INTERPRETED : INTERPRETED;
    long start = System.nanoTime();
    int steady = 0;
    long spent = 0;
    while (spent < least || (steady < STEADY_ROUNDS && spent < patienceNanos)) {
      double before = warmUpRatio;
      warmUpRatio = warmUpRatio();
      boolean same = Math.abs(warmUpRatio - before) <= UNSTEADY * warmUpRatio;
      compiled = warmUpRatio > enough;
      steady = same && compiled ? steady + 1 : 0;
      spent = System.nanoTime() - start;
    }
  }

  private double warmUpRatio() {
    Samples costs = new Samples();
    for (int i = 0; i < WARM_UP_ROUNDS; i++) {
      costs.add(contest.cost(engine.lanes(), WARM_UP_BYTES, i % 2 == 1, i / 2 % 2 == 1));
    }
    return engine.lanes() / costs.estimate().median();
  }

  /** Whether compiled code is what runs; if not, it is of no use to measure it. */
  boolean isCompiled() {
    return compiled;
  }

  /** Throughput ÷ that of {@code jdk} as the warm-up left it. */
  double lastWarmUpRatio() {
    return warmUpRatio;
  }

  void round() {
    jdkFirst = !jdkFirst;
    for (Map.Entry<Integer, Samples[]> each : samples.entrySet()) {
      int messages = each.getKey();
      for (int kind = 0; kind < KINDS; kind++) {
        boolean onHeap = kind == 1;
        each.getValue()[kind].add(
            contest.cost(messages, EngineContest.MESSAGE_BYTES, onHeap, jdkFirst));
        if (messages == engine.lanes()) {
          nanos[kind].add((double) contest.lastNanos());
        }
        if (messages == 1 && !onHeap) {
          jdkNanos.add((double) contest.lastJdkNanos());
        }
      }
    }
    fixedLengths.forEach(FixedLengthContest::round);
  }

  /** Of a lane engine. */
  FixedLengthTable.Costs fixedLengthCosts() {
    NavigableMap<Integer, Estimate> costs = new TreeMap<>();
    fixedLengths.forEach(each -> costs.put(each.blocks(), each.cost()));
    return new FixedLengthTable.Costs((BlockEngine) engine, costs);
  }

  EngineCosts costs() {
    Map<Integer, Estimate> costs = new HashMap<>();
    samples.forEach((messages, kinds) -> costs.put(messages, slower(kinds)));
    return new EngineCosts(engine, costs);
  }

  /** Of the slower kind of memory: an engine is trusted to do no better than that. */
  private static Estimate slower(Samples[] kinds) {
    Estimate ofNative = kinds[0].estimate();
    Estimate ofHeap = kinds[1].estimate();
    return ofNative.median() > ofHeap.median() ? ofNative : ofHeap;
  }

  /** How long a full batch takes for one block of each message. */
  double nanosPerBlock() {
    return slower(nanos).median() / BLOCKS;
  }

  double gigabytesPerSecond() {
    return (double) EngineContest.MESSAGE_BYTES * engine.lanes() / slower(nanos).median();
  }

  double jdkGigabytesPerSecond() {
    return EngineContest.MESSAGE_BYTES / jdkNanos.estimate().median();
  }

  List<Load> loads() {
    List<Load> loads = new ArrayList<>();
    samples.forEach(
        (messages, kinds) -> {
          Estimate cost = slower(kinds);
          loads.add(
              new Load(
                  messages,
                  messages / cost.median(),
                  messages / cost.high(),
                  messages / cost.low(),
                  kinds[0].count()));
        });
    return loads;
  }

  boolean isSteady() {
    return samples.values().stream()
        .allMatch(kinds -> kinds[0].isSteady(UNSTEADY) && kinds[1].isSteady(UNSTEADY));
  }

  @Override
  public void close() {
    contest.close();
    fixedLengths.forEach(FixedLengthContest::close);
  }
}
