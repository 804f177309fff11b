package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Eight lanes in plain Java where the hardware is narrower: very slow, and never offered. In a JVM
 * of its own, because what the compiler learns from emulated vectors is of no use to others.
 */
@Tag("emulated")
class EmulatedPowerTests {

  private final PowerEngine engine = new VectorPower(512);

  @Test
  void eightLanesAreRightEvenWhereTheyAreEmulated() {
    assertThat(engine.lanes()).isEqualTo(8);
    assertThat(engine.name()).isEqualTo("lanes-8");
    VectorPowerTests.edges(engine);
    VectorPowerTests.extremes(engine);
  }

  @Test
  void eightLanesOfSeveralLengths() {
    Random random = new Random(1);
    for (int bits : new int[] {1024, 1030, 1536, 2048, 4096}) {
      PowerCases cases = new PowerCases();
      for (int i = 0; i < engine.lanes() - 1; i++) {
        BigInteger modulus = PowerCases.oddModulus(bits, random);
        cases.add(modulus, new BigInteger(bits - 1, random), new BigInteger(12, random), 12);
      }
      cases.check(engine);
    }
  }
}
