package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.lanewise.kernel.VectorModule;
import io.github.lanewise.kernel.rsa.PowerCalibration.Result;
import io.github.lanewise.kernel.rsa.RsaEngines.Candidate;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RsaEnginesTests {

  @Test
  void theScalarEngineIsAlwaysThere() {
    RsaEngines engines = RsaEngines.discover();

    assertThat(engines.candidates().getFirst().name()).isEqualTo("scalar");
    assertThat(engines.candidates().getFirst().refusal()).isNull();
    assertThat(RsaEngineChoice.uncalibrated().description())
        .isEqualTo("scalar: serves until engines are calibrated");
    assertThat(RsaEngineChoice.uncalibrated().together(100, false)).isZero();
    assertThat(RsaEngineChoice.uncalibrated().lanes()).isOne();
    assertThat(RsaEngineChoice.uncalibrated().signaturesPerBatch()).isOne();
  }

  /** What is found here signs, alone and together with others, or says why it does not. */
  @Test
  void everyEngineSignsOrTellsWhyNot() {
    RsaKey key = TestKeys.key(2_048);
    for (Candidate candidate : RsaEngines.discover().candidates()) {
      if (candidate.refusal() != null) {
        assertThat(candidate.refusal()).isNotBlank();
        continue;
      }
      RsaEngineChoice choice = RsaEngines.discover().force(candidate.name());
      assertThat(choice.description()).startsWith(candidate.name()).endsWith(": forced");
      try (RsaCrt crt = RsaCrt.of(key, () -> choice);
          RsaLanes lanes = choice.open()) {
        List<PendingSignature> pending =
            List.of(crt.begin(RsaTestDigests.of(1)), crt.begin(RsaTestDigests.of(2)));
        lanes.compute(pending);
        assertThat(pending.get(0).finish()).isEqualTo(crt.sign(RsaTestDigests.of(1)));
        assertThat(pending.get(1).finish()).isEqualTo(crt.sign(RsaTestDigests.of(2)));
      }
    }
  }

  @Test
  void anEngineThatCannotBeLoadedIsRefusedWithTheReason() {
    Candidate candidate =
        RsaEngines.admit(
            "missing",
            () -> {
              throw new NoClassDefFoundError("a class");
            });

    assertThat(candidate)
        .hasToString("missing refused: cannot be loaded: java.lang.NoClassDefFoundError: a class");
  }

  @Test
  void anEngineThatIsWrongInOneLaneIsRefused() {
    int[] call = {0};
    IntegerPower wrong =
        (b, e, m) -> call[0]++ == 2 ? b.modPow(e, m).flipBit(1_000) : b.modPow(e, m);

    assertThat(RsaEngines.admit("wrong", () -> wrong.lanes(4)).refusal())
        .isEqualTo("self-test failed: a power came out wrong in lane 2");
  }

  @Test
  void anEngineThatThrowsIsRefused() {
    IntegerPower throwing =
        (b, e, m) -> {
          throw new ArithmeticException("no");
        };

    assertThat(RsaEngines.admit("throwing", throwing::engine).refusal())
        .isEqualTo("self-test failed: java.lang.ArithmeticException: no");
  }

  @Test
  void vectorEnginesAreNotWiderThanTheHardware() {
    Candidate wide = RsaEngines.admitVector("wide", 1 << 20, bits -> IntegerPower.RIGHT.engine());

    assertThat(wide.refusal())
        .isEqualTo(
            VectorModule.isPresent()
                ? "the widest vectors that this JVM uses have %d bits"
                    .formatted(VectorPower.widestBits())
                : VectorModule.absence());
  }

  @Test
  void vectorEnginesNeedTheirModuleAndTheirInstruction() {
    Candidate narrow = RsaEngines.admitVector("narrow", 1, bits -> IntegerPower.RIGHT.engine());

    if (!VectorModule.isPresent()) {
      assertThat(narrow.refusal()).isEqualTo(VectorModule.absence());
    } else if (!FusedMultiplyAdd.isAnInstruction()) {
      assertThat(narrow.refusal()).contains("fused multiply-add");
    } else {
      assertThat(narrow.refusal()).isNull();
    }
  }

  @Test
  void aVectorEngineThatCannotBeLoadedIsRefused() {
    Candidate missing =
        RsaEngines.admitVector(
            "missing",
            1,
            bits -> {
              throw new NoClassDefFoundError("a class");
            });

    assertThat(missing.refusal()).isNotNull();
    assertThat(missing.engine()).isNull();
  }

  @Test
  void anEngineIsForcedByItsNameOnly() {
    RsaEngines engines = RsaEngines.of(List.of(RsaEngines.refuse("lanes-4", "of a reason")));

    assertThatThrownBy(() -> engines.force("lanes-4"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("engine lanes-4 refused: of a reason");
    assertThatThrownBy(() -> engines.force("lanes-5"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("engine must be one of [lanes-4], was 'lanes-5'");
  }

  @Test
  void theFastestOfEachKindIsChosenAndTheBreakEvenFollows() {
    PowerEngine horizontal = IntegerPower.RIGHT.engine();
    PowerEngine four = IntegerPower.RIGHT.lanes(4);
    PowerEngine eight = IntegerPower.RIGHT.lanes(8);

    // A call of eight takes 1 ÷ 0.5 of the scalar engine's time, a half alone 1 ÷ 2 of it.
    RsaEngineChoice choice =
        PowerCalibration.choose(
            List.of(
                new Result(RsaEngines.SCALAR, 1, 1),
                new Result(horizontal, 2, 0),
                new Result(four, 0.8, 0.8),
                new Result(eight, 0.5, 0.25)),
            "; a note");

    assertThat(choice.single()).isSameAs(horizontal);
    assertThat(choice.laneEngine()).isSameAs(eight);
    assertThat(choice.breakEven()).isEqualTo(5); // 2 ÷ 0.5, and a margin
    assertThat(choice.checkBreakEven()).isEqualTo(5); // 1 ÷ 0.25, and a margin
    // 3 signatures are 6 halves; with a second worker at hand 5 are needed, more than one batch.
    assertThat(choice.together(2, false)).isZero();
    assertThat(choice.together(3, false)).isEqualTo(3);
    assertThat(choice.together(4, true)).isZero();
    assertThat(choice.together(5, true)).isEqualTo(4);
    assertThat(choice.together(100, false)).isEqualTo(4);
    assertThat(choice.signaturesPerBatch()).isEqualTo(4);
    assertThat(choice.description())
        .isEqualTo(
            "integers-1 and integers-8: measured scalar 1.00 × scalar, integers-1 2.00 × scalar, "
                + "integers-4 3.20 × scalar, integers-8 4.00 × scalar, lanes from 5 halves on"
                + "; a note");
  }

  @Test
  void lanesThatDoNotPayWhenFullAreNotTaken() {
    RsaEngineChoice choice =
        PowerCalibration.choose(
            List.of(
                new Result(RsaEngines.SCALAR, 1, 1),
                new Result(IntegerPower.RIGHT.lanes(4), 0.25, 1)),
            "");

    assertThat(choice.laneEngine()).isNull();
    assertThat(choice.single()).isSameAs(RsaEngines.SCALAR);
  }

  @Test
  void checksStayOutOfLanesThatDoNotServeTheirSize() {
    RsaEngineChoice choice =
        PowerCalibration.choose(
            List.of(
                new Result(RsaEngines.SCALAR, 1, 1), new Result(IntegerPower.RIGHT.lanes(4), 1, 0)),
            "");

    assertThat(choice.breakEven()).isEqualTo(2);
    assertThat(choice.checkBreakEven()).isEqualTo(RsaEngineChoice.NEVER);
  }

  /** A lane engine that takes one time for any number of powers wins; no figure is asserted. */
  @Test
  void measuringFindsALaneEngineThatDoesNothing() {
    IntegerPower nothing = (b, e, m) -> BigInteger.ONE;

    RsaEngineChoice choice =
        PowerCalibration.choose(
            List.of(RsaEngines.SCALAR, nothing.lanes(8)), 2_048, Duration.ZERO, "");

    assertThat(choice.description()).startsWith("scalar and integers-8: measured");
  }

  @Test
  void withOneEngineThereIsNothingToMeasure() {
    RsaEngines only = RsaEngines.of(List.of(RsaEngines.admit("scalar", () -> RsaEngines.SCALAR)));

    assertThat(only.calibrate(2_048).description()).isEqualTo("scalar: the only one for this size");
  }

  @Test
  void aSizeThatAnEngineDoesNotServeIsComputedByTheScalarOne() {
    PowerEngine upTo1024 =
        new PowerEngine() {
          @Override
          public String name() {
            return "small";
          }

          @Override
          public int lanes() {
            return 1;
          }

          @Override
          public boolean serves(int modulusBits) {
            return modulusBits <= 1_024;
          }

          @Override
          public Session open() {
            return RsaEngines.SCALAR.open();
          }
        };
    RsaEngineChoice choice = RsaEngineChoice.oneByOne(upTo1024, "a test's");

    assertThat(choice.singleFor(1_024)).isSameAs(upTo1024);
    assertThat(choice.singleFor(1_536)).isSameAs(RsaEngines.SCALAR);
    Candidate candidate = RsaEngines.admit("small", () -> upTo1024);
    assertThat(candidate.serves(2_048)).isTrue();
    assertThat(candidate.serves(3_072)).isFalse();
    assertThat(RsaEngines.refuse("small", "a test's").serves(2_048)).isFalse();
  }

  /** An engine may have a bound of its own on open sessions: nobody waits for one. */
  @Test
  void whereAnEngineOpensNoMoreSessionsTheScalarOneComputes() {
    RsaKey key = TestKeys.key(2_048);
    PowerEngine exhausted =
        new PowerEngine() {
          @Override
          public String name() {
            return "exhausted";
          }

          @Override
          public int lanes() {
            return 4;
          }

          @Override
          public boolean serves(int modulusBits) {
            return true;
          }

          @Override
          public Session open() {
            throw new IllegalStateException("at most 0 sessions can be open");
          }
        };
    RsaEngineChoice choice = RsaEngineChoice.lanes(exhausted, exhausted, 1, 1, "a test's");
    try (RsaCrt crt = RsaCrt.of(key, () -> choice);
        RsaLanes lanes = choice.open()) {
      PendingSignature pending = crt.begin(RsaTestDigests.of(1));
      lanes.compute(List.of(pending));

      byte[] expected = RsaCrt.of(key).sign(RsaTestDigests.of(1));
      assertThat(pending.finish()).isEqualTo(expected);
      assertThat(crt.sign(RsaTestDigests.of(1))).isEqualTo(expected);
    }
  }

  /** Sessions go from thread to thread, and are closed with the signatures' object, not before. */
  @Test
  void sessionsAreKeptAndClosed() {
    int[] opened = {0};
    int[] closed = {0};
    PowerEngine counting = counting(opened, closed);
    RsaCrt crt =
        new RsaCrt(TestKeys.key(2_048), new SecureRandom(), () -> counting, Recombination.GARNER);

    crt.sign(RsaTestDigests.of(1));
    crt.sign(RsaTestDigests.of(2));
    assertThat(opened[0]).isOne();
    assertThat(closed[0]).isZero();

    crt.close();
    assertThat(closed[0]).isOne();

    crt.sign(RsaTestDigests.of(3));
    assertThat(closed[0]).isEqualTo(opened[0]).isEqualTo(3);
  }

  private static PowerEngine counting(int[] opened, int[] closed) {
    return new PowerEngine() {
      @Override
      public String name() {
        return "counting";
      }

      @Override
      public int lanes() {
        return 1;
      }

      @Override
      public boolean serves(int modulusBits) {
        return true;
      }

      @Override
      public Session open() {
        opened[0]++;
        Session session = RsaEngines.SCALAR.open();
        return new Session() {
          @Override
          public void power(Exponentiation[] batch, int count) {
            session.power(batch, count);
          }

          @Override
          public void close() {
            closed[0]++;
            session.close();
          }
        };
      }
    };
  }
}
