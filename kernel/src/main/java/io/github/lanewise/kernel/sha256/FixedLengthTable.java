package io.github.lanewise.kernel.sha256;

import io.github.lanewise.kernel.sha256.Samples.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which engine hashes messages of one length, by how many blocks a message has.
 *
 * <p>For short ones that is not what long ones tell: {@code MessageDigest} spends more on each call
 * than on a block, and lanes share that cost.
 */
final class FixedLengthTable {

  /** How many blocks the messages have that are measured. */
  static final List<Integer> MEASURED_BLOCKS = List.of(1, 2, 4);

  /**
   * An engine for messages up to a length.
   *
   * @param blocks of a message, at most
   * @param engine null for {@code jdk}
   * @param from from how many messages on
   * @param ratio throughput of the best full batch ÷ that of {@code jdk}; 0 if it was not measured
   */
  record Step(int blocks, @Nullable BlockEngine engine, int from, double ratio) {

    @Override
    public String toString() {
      String name = engine == null ? JdkEngine.NAME : engine.name();
      String bound =
          blocks == Integer.MAX_VALUE
              ? "longer: "
              : "to " + FixedLengthSha256.maxBytes(blocks) + " bytes: ";
      String measured = ratio == 0 ? "" : String.format(Locale.ROOT, " (%.2f × jdk)", ratio);
      return bound + name + (from == 1 ? "" : " from " + from) + measured;
    }
  }

  /**
   * What batches of one engine cost, in messages with {@code jdk}.
   *
   * @param byBlocks full batches, by how many blocks a message has
   */
  record Costs(BlockEngine engine, NavigableMap<Integer, Estimate> byBlocks) {}

  private final List<Step> steps;

  private FixedLengthTable(List<Step> steps) {
    this.steps = List.copyOf(steps);
  }

  /** Without figures: what is right for long messages. */
  static FixedLengthTable of(EngineTable table) {
    return of(table, List.of());
  }

  /**
   * By the upper bounds of what was measured.
   *
   * @param table for messages longer than those
   * @param costs of lane engines, narrowest first
   */
  static FixedLengthTable of(EngineTable table, List<Costs> costs) {
    List<Step> steps = new ArrayList<>();
    if (!costs.isEmpty()) {
      MEASURED_BLOCKS.forEach(blocks -> steps.add(best(blocks, costs)));
    }
    BlockEngine widest = table.widest() instanceof BlockEngine engine ? engine : null;
    steps.add(new Step(Integer.MAX_VALUE, widest, widest == null ? 1 : table.widestFrom(), 0));
    return new FixedLengthTable(steps);
  }

  /** A wider engine has to win over what serves without it, {@code jdk} first of all. */
  private static Step best(int blocks, List<Costs> costs) {
    BlockEngine engine = null;
    int from = 1;
    double perMessage = 1;
    double ratio = 0;
    for (Costs each : costs) {
      Estimate cost = each.byBlocks().get(blocks);
      if (cost == null) {
        continue;
      }
      double batch = cost.high() * TableRule.MARGIN;
      int lanes = each.engine().lanes();
      if (batch / lanes < perMessage) {
        engine = each.engine();
        from = (int) batch + 1;
        perMessage = cost.high() / lanes;
      }
      ratio = Math.max(ratio, lanes / cost.median());
    }
    return new Step(blocks, engine, from, ratio);
  }

  /** For messages of so many blocks: what was measured for these, or for the next longer ones. */
  Step forBlocks(int blocks) {
    for (Step step : steps) {
      if (blocks <= step.blocks()) {
        return step;
      }
    }
    throw new IllegalStateException("the last step is without end");
  }

  @Override
  public String toString() {
    return steps.stream().map(Step::toString).collect(Collectors.joining(", "));
  }
}
