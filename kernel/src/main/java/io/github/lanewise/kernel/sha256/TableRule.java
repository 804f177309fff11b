package io.github.lanewise.kernel.sha256;

import io.github.lanewise.kernel.sha256.EngineTable.Step;
import io.github.lanewise.kernel.sha256.Samples.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** From what engines cost to which of them is used. Measures nothing. */
final class TableRule {

  /**
   * By how much a wider engine has to win over what serves without it, {@code jdk} first of all.
   * What is even is not worth a change, and two starts must not differ over it.
   */
  static final double MARGIN = 1.05;

  private final JdkEngine jdk;
  private final List<EngineCosts> wide;
  private final @Nullable EngineCosts scalar;

  /**
   * @param costs of what takes several messages at a time, narrowest first, and of {@code scalar}
   *     where it is to be had
   */
  TableRule(JdkEngine jdk, List<EngineCosts> costs) {
    this.jdk = jdk;
    this.wide = costs.stream().filter(each -> each.engine().lanes() > 1).toList();
    this.scalar =
        costs.stream().filter(each -> each.engine().lanes() == 1).findFirst().orElse(null);
  }

  /** The table by the medians. */
  EngineTable table() {
    return table(each -> Estimate::median);
  }

  /**
   * Whether the table is the same wherever in their bounds the costs are. The engines that compete
   * are neighbours in width, so all high, all low, and each beside its opposite are the corners.
   */
  boolean isSettled() {
    String expected = table().toString();
    for (int corner = 0; corner < 4; corner++) {
      int even = corner & 1;
      int odd = corner >> 1;
      EngineTable table =
          table(
              each ->
                  (wide.indexOf(each) % 2 == 0 ? even : odd) == 0 ? Estimate::low : Estimate::high);
      if (!beginningOf(table).equals(beginningOf(expected))) {
        return false;
      }
    }
    return true;
  }

  /** What streams go on with as they become fewer may vary: less hangs on it. */
  private static String beginningOf(Object table) {
    String text = table.toString();
    int end = text.indexOf(';');
    return end < 0 ? text : text.substring(0, end);
  }

  /** Which bound of an engine's costs counts. */
  private interface Bounds {
    ToDoubleFunction<Estimate> of(EngineCosts engine);
  }

  private EngineTable table(Bounds bounds) {
    List<Step> steps = new ArrayList<>();
    List<EngineCosts> chosen = new ArrayList<>();
    steps.add(new Step(jdk, 1));
    for (EngineCosts engine : wide) {
      int from = firstWin(engine, chosen, bounds);
      if (from > 0) {
        // What began at the same number or later would never be reached.
        while (steps.getLast().from() >= from && !chosen.isEmpty()) {
          steps.removeLast();
          chosen.removeLast();
        }
        if (steps.getLast().from() >= from) {
          steps.removeLast();
        }
        steps.add(new Step(engine.engine(), from));
        chosen.add(engine);
      }
    }
    return new EngineTable(steps, isInLanes(steps.getLast()) ? goingOn(steps, bounds) : List.of());
  }

  private static boolean isInLanes(Step step) {
    return step.engine() instanceof BlockEngine;
  }

  /** The least number of messages that cost less so than with any before; 0 if there is none. */
  private static int firstWin(EngineCosts engine, List<EngineCosts> before, Bounds bounds) {
    for (int messages = 1; messages <= engine.engine().lanes(); messages++) {
      double best = messages;
      for (EngineCosts other : before) {
        best = Math.min(best, other.cost(messages, bounds.of(other)));
      }
      if (engine.cost(messages, bounds.of(engine)) * MARGIN < best) {
        return messages;
      }
    }
    return 0;
  }

  /** Goes down from full lanes, and leaves an engine when another wins. */
  private List<Step> goingOn(List<Step> beginning, Bounds bounds) {
    Sha256Engine widest = beginning.getLast().engine();
    @Nullable BlockEngine[] byOccupancy = new BlockEngine[widest.lanes() + 1];
    EngineCosts current = costsOf(widest);
    for (int occupied = widest.lanes(); occupied > 0; occupied--) {
      double cost = going(current, occupied, bounds);
      EngineCosts best = current;
      for (EngineCosts each : wide) {
        if (each.engine() instanceof BlockEngine
            && each.engine().lanes() >= occupied
            && each.engine().lanes() < widest.lanes()
            && going(each, occupied, bounds) * MARGIN < cost) {
          best = each;
          cost = going(each, occupied, bounds);
        }
      }
      if (scalar != null && going(scalar, occupied, bounds) * MARGIN < cost) {
        best = scalar;
      }
      current = best;
      byOccupancy[occupied] = (BlockEngine) best.engine();
    }
    List<Step> steps = new ArrayList<>();
    for (int occupied = 1; occupied <= widest.lanes(); occupied++) {
      BlockEngine engine = byOccupancy[occupied];
      if (engine != null && (steps.isEmpty() || !engine.equals(steps.getLast().engine()))) {
        steps.add(new Step(engine, occupied));
      }
    }
    return steps;
  }

  /** One message after the other with {@code scalar}. */
  private double going(EngineCosts engine, int occupied, Bounds bounds) {
    return engine == scalar
        ? occupied * engine.batch(1, bounds.of(engine))
        : engine.batch(occupied, bounds.of(engine));
  }

  private EngineCosts costsOf(Sha256Engine engine) {
    for (EngineCosts each : wide) {
      if (each.engine().equals(engine)) {
        return each;
      }
    }
    throw new IllegalArgumentException("no costs of " + engine.name());
  }
}
