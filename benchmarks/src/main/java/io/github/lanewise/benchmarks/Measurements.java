package io.github.lanewise.benchmarks;

import java.util.Map;

/** What came of a suite, scenario by scenario. */
final class Measurements {

  private final Map<String, Measurement> byScenario;

  Measurements(Map<String, Measurement> byScenario) {
    this.byScenario = Map.copyOf(byScenario);
  }

  /** What came of a scenario, which must have been measured. */
  Measurement of(Scenario scenario) {
    return of(scenario.name());
  }

  /** As the other, by its name. */
  Measurement of(String scenario) {
    Measurement measurement = byScenario.get(scenario);
    if (measurement == null) {
      throw new IllegalArgumentException(scenario + " was not measured");
    }
    return measurement;
  }
}
