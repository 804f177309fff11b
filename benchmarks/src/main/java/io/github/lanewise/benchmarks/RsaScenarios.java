package io.github.lanewise.benchmarks;

import io.github.lanewise.benchmarks.Scenario.Effort;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What the suite measures on one thread. */
final class RsaScenarios {

  static final List<Integer> KEY_BITS = List.of(2048, 3072, 4096);

  /** The size of the figures that are taken for one size only. */
  static final int USUAL_BITS = 2048;

  /** The one point of each scenario. */
  static final String POINT = "full";

  /** A round of all contestants takes half a second at 4,096 bits. */
  private static final Effort EFFORT = new Effort(5, 6000, 15, 100);

  private RsaScenarios() {}

  static List<Scenario> all() {
    List<Scenario> scenarios = new ArrayList<>();
    KEY_BITS.forEach(bits -> scenarios.add(signing(bits)));
    scenarios.add(verifying());
    return scenarios;
  }

  /** Full batches by every engine, and one after the other by the peers. */
  static Scenario signing(int bits) {
    return scenario(bits + ".sign", () -> RsaWorkload.signing(POINT, bits));
  }

  static Scenario verifying() {
    return scenario(USUAL_BITS + ".verify", () -> RsaWorkload.verifying(POINT, USUAL_BITS));
  }

  private static Scenario scenario(String name, Supplier<Workload> workload) {
    return new Scenario(name, "lanes", RsaWorkload.REFERENCE, List.of(), EFFORT, workload);
  }
}
