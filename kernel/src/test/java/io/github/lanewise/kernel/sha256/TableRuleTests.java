package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Samples.Estimate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** From costs to tables, without measuring anything. */
class TableRuleTests {

  private static final EngineCosts SCALAR = costs(Sha256Engines.SCALAR, 0.14);

  /** Costs of an engine with this throughput ÷ that of jdk. */
  private static EngineCosts costs(Sha256Engine engine, double ratio) {
    Estimate batch = Estimate.of(engine.lanes() / ratio);
    return new EngineCosts(
        engine, engine.lanes() == 1 ? Map.of(1, batch) : Map.of(1, batch, engine.lanes(), batch));
  }

  private static EngineTable table(EngineCosts... costs) {
    return new TableRule(new JdkEngine(), Arrays.asList(costs)).table();
  }

  @Test
  void withAvx512AndShaNiThreeEnginesShareTheCounts() {
    // The figures of a Zen 4: full lanes of 4, 8 and 16 at 0.9, 1.65 and 1.9 times MessageDigest.
    EngineTable table =
        table(
            SCALAR,
            costs(new InventedEngine(4), 0.9),
            costs(new InventedEngine(8), 1.65),
            costs(new InventedEngine(16), 1.9));
    // A batch of 8 takes as long as 4.8 messages, one of 16 as long as 8.4: 8 lanes and three
    // messages beside them are still better than 16 lanes.
    assertThat(table.toString()).startsWith("jdk:1,invented-8:6,invented-16:12;");
    assertThat(table.lanes()).isEqualTo(16);
    assertThat(table.breakEven()).isEqualTo(6);
    assertThat(table.lanesFor(5)).isZero();
    assertThat(table.lanesFor(6)).isEqualTo(6);
    assertThat(table.lanesFor(9)).isEqualTo(8);
    assertThat(table.lanesFor(11)).isEqualTo(8);
    assertThat(table.lanesFor(12)).isEqualTo(12);
    assertThat(table.lanesFor(40)).isEqualTo(16);
  }

  @Test
  void withShaNiAndNoAvx512NothingBeatsJdk() {
    EngineTable table =
        table(SCALAR, costs(new InventedEngine(4), 0.46), costs(new InventedEngine(8), 0.66));
    assertThat(table.toString()).isEqualTo("jdk:1");
    assertThat(table.usesWords()).isFalse();
  }

  @Test
  void pairsTakeTheFewAndMakeLanesWinLater() {
    EngineCosts pairs =
        new EngineCosts(new JdkPairsEngine(), Map.of(1, Estimate.of(1), 2, Estimate.of(2 / 1.3)));
    EngineTable table = table(SCALAR, pairs, costs(new InventedEngine(8), 0.66));
    assertThat(table.toString()).isEqualTo("jdk:1,jdk-pairs:2");
    assertThat(table.usesWords()).isFalse();
    assertThat(table.lanes()).isEqualTo(2);
    assertThat(table.breakEven()).isEqualTo(2);
    assertThat(IntStream.range(0, 5).map(table::lanesFor)).containsOnly(0);
    // Ten messages are five pairs, 7.7 messages' time; eleven are one more alone, 8.7. Sixteen
    // lanes
    // take 8.4 for any number.
    table = table(SCALAR, pairs, costs(new InventedEngine(16), 1.9));
    assertThat(table.toString()).startsWith("jdk:1,jdk-pairs:2,invented-16:12;scalar:1,invented");
    assertThat(table.lanesFor(11)).isZero();
    assertThat(table.lanesFor(12)).isEqualTo(12);
  }

  @Test
  void pairsThatGainNothingAreNotUsed() {
    EngineCosts pairs =
        new EngineCosts(new JdkPairsEngine(), Map.of(1, Estimate.of(1), 2, Estimate.of(1.95)));
    assertThat(table(SCALAR, pairs).toString()).isEqualTo("jdk:1");
  }

  @Test
  void withoutShaNiTheNarrowEngineServesTheFew() {
    EngineTable table =
        table(
            costs(Sha256Engines.SCALAR, 0.95),
            costs(new InventedEngine(4), 3.3),
            costs(new InventedEngine(8), 5));
    assertThat(table.toString())
        .isEqualTo("jdk:1,invented-4:2,invented-8:5;scalar:1,invented-4:2,invented-8:5");
  }

  @Test
  void whatIsEvenIsNotWorthAChange() {
    assertThat(table(SCALAR, costs(new InventedEngine(8), 1.04)).toString()).isEqualTo("jdk:1");
    assertThat(table(SCALAR, costs(new InventedEngine(8), 1.06)).toString())
        .startsWith("jdk:1,invented-8:8");
    // Full lanes no faster than the narrower ones: for the numbers that leave the narrower a rest.
    assertThat(
            table(SCALAR, costs(new InventedEngine(8), 3), costs(new InventedEngine(16), 3))
                .toString())
        .startsWith("jdk:1,invented-8:3,invented-16:11");
    assertThat(
            table(SCALAR, costs(new InventedEngine(8), 3), costs(new InventedEngine(16), 1.4))
                .toString())
        .startsWith("jdk:1,invented-8:3")
        .doesNotContain("invented-16");
  }

  @Test
  void anEngineThatBeatsJdkAloneIsUsedFromTheFirstMessageOn() {
    assertThat(table(SCALAR, costs(new InventedEngine(8), 20)).toString())
        .isEqualTo("invented-8:1");
  }

  @Test
  void costsMayRiseWithTheNumberOfMessages() {
    BlockEngine eight = new InventedEngine(8);
    EngineCosts costs =
        new EngineCosts(eight, Map.of(1, Estimate.of(2), 4, Estimate.of(3), 8, Estimate.of(6)));
    assertThat(costs.batch(2, Estimate::median)).isBetween(2.33, 2.34);
    assertThat(costs.batch(6, Estimate::median)).isEqualTo(4.5);
    assertThat(costs.cost(10, Estimate::median)).isEqualTo(8);
    assertThat(table(SCALAR, costs).toString()).startsWith("jdk:1,invented-8:3");
  }

  @Test
  void itIsSettledWhenTheBoundsLeaveNoOtherTable() {
    BlockEngine eight = new InventedEngine(8);
    assertThat(rule(eight, new Estimate(2.4, 2.3, 2.5)).isSettled()).isTrue();
    // Three messages pay below a cost of 3 ÷ 1.05 = 2.857.
    assertThat(rule(eight, new Estimate(2.8, 2.7, 2.9)).isSettled()).isFalse();
    // A lucky or unlucky day on either side of jdk itself.
    assertThat(rule(eight, new Estimate(7.5, 7.4, 7.7)).isSettled()).isFalse();
    assertThat(rule(eight, new Estimate(12, 9, 20)).isSettled()).isTrue();
  }

  private static TableRule rule(BlockEngine engine, Estimate cost) {
    return new TableRule(
        new JdkEngine(),
        List.of(SCALAR, new EngineCosts(engine, Map.of(1, cost, engine.lanes(), cost))));
  }

  @Test
  void theMedianLiesBetweenItsBounds() {
    Samples samples = new Samples();
    for (int i = 1; i <= 100; i++) {
      samples.add(i);
    }
    // Three deviations of the rank of the median of 100: 15 to either side.
    assertThat(samples.estimate()).isEqualTo(new Estimate(51, 36, 66));
    assertThat(samples.isSteady(0.1)).isFalse();
    Samples one = new Samples();
    one.add(7);
    assertThat(one.estimate()).isEqualTo(Estimate.of(7));
  }
}
