package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.rsa.PowerEngine.Session;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What holds of secrets here besides right results; those are in {@link PowerEngineTests}. */
class ScalarPowerTests {

  private static final Random RANDOM = new Random(5);

  @Test
  void theTableIsZeroedAfterUse() {
    List<WindowTable> tables = new ArrayList<>();
    boolean[] filled = {false};
    ScalarPower engine =
        new ScalarPower(
            limbs -> {
              WindowTable table =
                  new WindowTable(limbs) {
                    @Override
                    void select(long[] result, long digit) {
                      super.select(result, digit);
                      filled[0] |= Arrays.stream(entries()).anyMatch(limb -> limb != 0);
                    }
                  };
              tables.add(table);
              return table;
            });
    try (Session session = engine.open()) {
      session.power(new Exponentiation[] {PowerSelfTest.task(1_024, 1_088, RANDOM)}, 1);

      assertThat(filled[0]).isTrue();
      assertThat(tables).hasSize(1);
      assertThat(tables.getFirst().entries()).containsOnly(0);
    }
  }

  /** As many look-ups and products, whatever the exponent's bits: leading zeros, none, all. */
  @Test
  void everyExponentOfALengthTakesTheSameSteps() {
    List<Integer> steps = new ArrayList<>();
    BigInteger ones = BigInteger.ONE.shiftLeft(1_088).subtract(BigInteger.ONE);
    for (BigInteger exponent :
        List.of(BigInteger.ZERO, BigInteger.ONE, ones, new BigInteger(1_088, RANDOM))) {
      int[] selected = {0};
      ScalarPower engine =
          new ScalarPower(
              limbs ->
                  new WindowTable(limbs) {
                    @Override
                    void select(long[] result, long digit) {
                      super.select(result, digit);
                      selected[0]++;
                    }
                  });
      Exponentiation any = PowerSelfTest.task(1_024, 1_088, RANDOM);
      try (Session session = engine.open()) {
        Exponentiation task =
            new Exponentiation(
                any.modulus(), any.base(), Words.of(exponent, 17), 1_088, any.result());
        session.power(new Exponentiation[] {task}, 1);
      }
      steps.add(selected[0]);
    }
    assertThat(steps).containsOnly(1_088 / WindowTable.BITS);
  }

  @Test
  void everyEntryIsFoundByItsNumber() {
    OddModulus modulus = PowerSelfTest.task(1_024, 64, RANDOM).modulus();
    Montgomery montgomery = modulus.montgomery();
    WindowTable table = new WindowTable(montgomery.limbs());
    long[] two = montgomery.ofWords(new long[] {2});
    long[] scratch = montgomery.scratch();
    montgomery.multiply(two, two, montgomery.rSquared(), scratch);
    table.fill(montgomery, two, new long[montgomery.limbs()], scratch);

    long[] one = montgomery.ofWords(new long[] {1});
    long[] words = new long[modulus.length()];
    for (int digit = 0; digit < 16; digit++) {
      long[] power = new long[montgomery.limbs()];
      table.select(power, digit);
      montgomery.multiply(power, power, one, scratch);
      montgomery.toWords(power, words);
      assertThat(Words.toInteger(words)).isEqualTo(BigInteger.TWO.pow(digit));
    }
  }

  @Test
  void baseAndExponentOfAHalfAreZeroedWhenItIsComputed() {
    PendingSignature pending = RsaCrt.of(TestKeys.key(2_048)).begin(RsaTestDigests.of(1));
    Exponentiation task = pending.halfP().task();
    assertThat(Words.toInteger(task.exponent())).isNotZero();

    pending.halfP().run();

    assertThat(task.exponent()).containsOnly(0);
    assertThat(task.base()).containsOnly(0);
    assertThat(Words.toInteger(task.result())).isNotZero();
  }
}
