package io.github.lanewise.kernel.sha256;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which engine runs how many messages, as steps: each engine from a number of messages on, up to
 * the next step.
 *
 * <p>Two lists, because a message that begins is free to go anywhere and one that began in lanes is
 * not: {@code MessageDigest} keeps its state to itself, so as the lanes become empty, those that
 * are left go on with the lane engine, or {@code scalar}, that is the cheapest for so few.
 *
 * <p>Steps are all there is to say. A batch of an engine takes the same time however many of its
 * lanes are used, and each message beyond them one more message's time with {@code jdk}; so the
 * costs of two engines, as functions of the number of messages, cross at most once.
 */
final class EngineTable {

  /** An engine, and from how many messages on it is used. */
  record Step(Sha256Engine engine, int from) {

    @Override
    public String toString() {
      return engine.name() + ":" + from;
    }
  }

  private final List<Step> beginning;
  private final List<Step> goingOn;
  private final int lanes;

  /** Index: messages that begin or are in lanes. */
  private final int[] lanesFor;

  /** Index: messages in lanes. */
  private final double[] impliedCosts;

  /**
   * @param beginning for messages that begin; ascending in number and lanes
   * @param goingOn for those that are in lanes already; empty to go on with what begins, and with
   *     the narrowest lane engine for those too few for one
   */
  EngineTable(List<Step> beginning, List<Step> goingOn) {
    this.beginning = List.copyOf(beginning);
    this.goingOn = goingOn.isEmpty() ? narrowestThatHolds(beginning) : List.copyOf(goingOn);
    this.lanes = beginning.getLast().engine().lanes();
    this.lanesFor = countLanes();
    this.impliedCosts = impliedCosts();
  }

  /**
   * What the steps tell of what a batch costs, in messages with {@code jdk}: as much as without the
   * engine where it begins to win, less the margin that it wins by.
   */
  private double[] impliedCosts() {
    double[] costs = new double[lanes + 1];
    int filled = 0;
    for (Step step : beginning) {
      Sha256Engine engine = step.engine();
      if (engine instanceof BlockEngine) {
        double before = filled == 0 ? step.from() : costs[filled] + step.from() - filled;
        Arrays.fill(costs, filled + 1, engine.lanes() + 1, before / TableRule.MARGIN);
        filled = engine.lanes();
      }
    }
    return costs;
  }

  /** One engine, whatever the number of messages. */
  static EngineTable only(Sha256Engine engine) {
    return new EngineTable(List.of(new Step(engine, 1)), List.of());
  }

  /** Lane engines of the steps; the first of them from one message on. */
  private static List<Step> narrowestThatHolds(List<Step> beginning) {
    List<Step> steps = new ArrayList<>();
    for (Step step : beginning) {
      if (step.engine() instanceof BlockEngine) {
        steps.add(new Step(step.engine(), steps.isEmpty() ? 1 : step.from()));
      }
    }
    return steps;
  }

  /** How many lanes the widest engine has; 1 if none has more. */
  int lanes() {
    return lanes;
  }

  /** The engine for as many as can be in at a time. */
  Sha256Engine widest() {
    return beginning.getLast().engine();
  }

  /** From how many messages on the widest engine is used. */
  int widestFrom() {
    return beginning.getLast().from();
  }

  /** Whether there is a lane engine, or {@code scalar}, for messages that begin. */
  boolean usesWords() {
    return widest() instanceof BlockEngine;
  }

  /** What takes those that are with {@code jdk} where they are two or more; null if nothing. */
  @Nullable JdkPairsEngine pairs() {
    for (Step step : beginning) {
      if (step.engine() instanceof JdkPairsEngine engine) {
        return engine;
      }
    }
    return null;
  }

  /** From how many messages on an engine is used for those that begin; empty if never. */
  Optional<Integer> from(String engine) {
    return beginning.stream()
        .filter(step -> step.engine().name().equals(engine))
        .map(Step::from)
        .findFirst();
  }

  /** What a calibration measures, narrowest first. */
  List<Sha256Engine> measurable() {
    return Stream.concat(beginning.stream(), goingOn.stream())
        .map(Step::engine)
        .filter(engine -> !(engine instanceof JdkEngine))
        .distinct()
        .sorted(Comparator.comparingInt(Sha256Engine::lanes))
        .toList();
  }

  /** From how many messages on some go to an engine other than {@code jdk}. */
  int breakEven() {
    for (Step step : beginning) {
      if (!(step.engine() instanceof JdkEngine)) {
        return step.from();
      }
    }
    return 1;
  }

  /** How many of so many messages belong in lanes; the others go to {@code jdk}. */
  int lanesFor(int messages) {
    return lanesFor[Math.min(messages, lanes)];
  }

  private int[] countLanes() {
    int[] counts = new int[lanes + 1];
    for (Step step : beginning) {
      int most = step.engine() instanceof BlockEngine ? step.engine().lanes() : 0;
      for (int messages = step.from(); messages <= lanes; messages++) {
        counts[messages] = Math.min(messages, most);
      }
    }
    return counts;
  }

  /** About what a batch of so many messages costs; the unit is one of them with {@code jdk}. */
  double impliedCost(int messages) {
    return impliedCosts[messages];
  }

  /** The engine that advances so many streams that are in lanes. */
  BlockEngine forOccupancy(int occupied) {
    for (int i = goingOn.size() - 1; i >= 0; i--) {
      Step step = goingOn.get(i);
      boolean holds = step.engine().lanes() >= occupied || step.engine() instanceof ScalarEngine;
      if ((step.from() <= occupied || i == 0) && holds) {
        return (BlockEngine) step.engine();
      }
    }
    // More than the step's engine holds: the widest that begins them holds them all.
    return (BlockEngine) widest();
  }

  /** In the form that {@link Sha256Engines#choose} takes. */
  @Override
  public String toString() {
    String text = text(beginning);
    return goingOn.equals(narrowestThatHolds(beginning)) ? text : text + ";" + text(goingOn);
  }

  private static String text(List<Step> steps) {
    return steps.stream().map(Step::toString).collect(Collectors.joining(","));
  }
}
