package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.lanewise.kernel.sha256.FixedLengthTable.Costs;
import io.github.lanewise.kernel.sha256.Samples.Estimate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** From costs to the engine of each length, without measuring anything. */
class FixedLengthTableTests {

  private static final EngineTable JDK = EngineTable.only(new JdkEngine());

  /** Of an engine with these throughputs ÷ that of jdk, for one, two and four blocks. */
  private static Costs costs(BlockEngine engine, double one, double two, double four) {
    int lanes = engine.lanes();
    return new Costs(
        engine,
        new TreeMap<>(
            Map.of(
                1, Estimate.of(lanes / one),
                2, Estimate.of(lanes / two),
                4, Estimate.of(lanes / four))));
  }

  @Test
  void shortMessagesGoToLanesWhereLongOnesDoNot() {
    // About the figures of a Zen 3: no AVX-512, and an instruction of its own for SHA-256.
    FixedLengthTable table =
        FixedLengthTable.of(JDK, List.of(costs(new InventedEngine(8), 1.35, 1.0, 0.7)));
    assertThat(table)
        .hasToString(
            "to 55 bytes: invented-8 from 7 (1.35 × jdk), to 119 bytes: jdk (1.00 × jdk), "
                + "to 247 bytes: jdk (0.70 × jdk), longer: jdk");
    assertThat(table.forBlocks(FixedLengthSha256.blocks(0)).from()).isEqualTo(7);
    assertThat(table.forBlocks(FixedLengthSha256.blocks(55)).engine()).isNotNull();
    assertThat(table.forBlocks(FixedLengthSha256.blocks(56)).engine()).isNull();
  }

  @Test
  void betweenTwoMeasuredLengthsTheLongerOneCounts() {
    FixedLengthTable table =
        FixedLengthTable.of(JDK, List.of(costs(new InventedEngine(8), 2, 1.6, 0.9)));
    assertThat(table.forBlocks(2).engine()).isNotNull();
    assertThat(table.forBlocks(3).engine()).isNull();
  }

  @Test
  void aWiderEngineServesOnlyWhereItWinsOverTheNarrowerOne() {
    BlockEngine narrow = new InventedEngine(4);
    BlockEngine wide = new InventedEngine(8);
    FixedLengthTable table =
        FixedLengthTable.of(JDK, List.of(costs(narrow, 2, 1.5, 1.2), costs(wide, 2.05, 2, 1.2)));
    assertThat(table.forBlocks(1).engine()).isSameAs(narrow);
    assertThat(table.forBlocks(2).engine()).isSameAs(wide);
    assertThat(table.forBlocks(2).from()).isEqualTo(5);
    assertThat(table.forBlocks(4).engine()).isSameAs(narrow);
  }

  @Test
  void theUpperBoundOfACostCounts() {
    Costs uncertain =
        new Costs(new InventedEngine(8), new TreeMap<>(Map.of(1, new Estimate(5, 4.9, 7.9))));
    assertThat(FixedLengthTable.of(JDK, List.of(uncertain)).forBlocks(1).engine()).isNull();
  }

  @Test
  void withoutFiguresTheTableOfLongMessagesCounts() {
    BlockEngine engine = new InventedEngine(8);
    EngineTable table =
        new EngineTable(
            List.of(new EngineTable.Step(new JdkEngine(), 1), new EngineTable.Step(engine, 5)),
            List.of());
    FixedLengthTable.Step step = FixedLengthTable.of(table).forBlocks(1);
    assertThat(step.engine()).isSameAs(engine);
    assertThat(step.from()).isEqualTo(5);
    assertThat(FixedLengthTable.of(table)).hasToString("longer: invented-8 from 5");
    assertThat(FixedLengthTable.of(JDK)).hasToString("longer: jdk");
  }

  @Test
  void blocksAreCountedWithThePadding() {
    // One byte of mark and eight of length: 55 are the most that one block takes.
    for (int blocks : new int[] {1, 2, 3, 4, 1000}) {
      int most = FixedLengthSha256.maxBytes(blocks);
      assertThat(FixedLengthSha256.blocks(most)).isEqualTo(blocks);
      assertThat(FixedLengthSha256.blocks(most + 1)).isEqualTo(blocks + 1);
    }
    assertThat(FixedLengthSha256.maxBytes(1)).isEqualTo(55);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FixedLengthSha256.blocks(-1))
        .withMessage("the length of a message must not be negative, was -1");
  }
}
