package io.github.lanewise.kernel.rsa;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.lanewise.kernel.VectorModule;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.incubator.vector.DoubleVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Powers in lanes against {@link BigInteger#modPow}, at every width that this JVM has. */
@EnabledIf("modulePresent")
class VectorPowerTests {

  static boolean modulePresent() {
    return VectorModule.isPresent();
  }

  static Stream<PowerEngine> engines() {
    return IntStream.of(128, 256, 512)
        .filter(bits -> bits <= VectorPower.widestBits())
        .mapToObj(VectorPower::new);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void everyLengthOfModulusIsRight(PowerEngine engine) {
    everyLength(engine);
  }

  /** Whole words, and lengths around the most that a number of limbs holds. */
  static void everyLength(PowerEngine engine) {
    Random random = new Random(1);
    IntStream lengths =
        IntStream.concat(
            IntStream.iterate(512, bits -> bits <= 4096, bits -> bits + 64),
            IntStream.of(513, 1023, 1025, 1026, 1027, 1030, 1537, 2013, 2014, 3933, 3946, 4095));
    lengths.forEach(
        bits -> {
          PowerCases cases = new PowerCases();
          for (int i = 0; i < engine.lanes(); i++) {
            BigInteger modulus = PowerCases.oddModulus(bits, random);
            cases.add(
                modulus, new BigInteger(bits, random).mod(modulus), new BigInteger(20, random), 20);
          }
          cases.check(engine);
        });
  }

  @ParameterizedTest
  @MethodSource("engines")
  void blindedExponentsOfFullLengthAreRight(PowerEngine engine) {
    fullExponents(engine, 1024, 1536);
  }

  static void fullExponents(PowerEngine engine, int... lengths) {
    Random random = new Random(2);
    for (int bits : lengths) {
      PowerCases cases = new PowerCases();
      for (int i = 0; i < engine.lanes(); i++) {
        BigInteger modulus = PowerCases.oddModulus(bits, random);
        cases.add(
            modulus,
            new BigInteger(bits, random).mod(modulus),
            new BigInteger(bits + 64, random),
            bits + 64);
      }
      cases.check(engine);
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void edgesOfBaseAndExponentAreRight(PowerEngine engine) {
    edges(engine);
  }

  /** Bases 0, 1 and n − 1; exponents 0, 1, all ones, and with leading zeros, each with each. */
  static void edges(PowerEngine engine) {
    BigInteger modulus = PowerCases.oddModulus(1024, new Random(3));
    PowerCases cases = new PowerCases();
    for (BigInteger base : List.of(ZERO, ONE, TWO, modulus.subtract(ONE))) {
      cases.add(modulus, base, ZERO, 0);
      cases.add(modulus, base, ZERO, 70);
      cases.add(modulus, base, ONE, 1);
      cases.add(modulus, base, ONE, 130);
      cases.add(modulus, base, ONE.shiftLeft(65).subtract(ONE), 65);
      cases.add(modulus, base, BigInteger.valueOf(65537), 17);
    }
    cases.check(engine);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void moduliOfExtremeBitsAreRight(PowerEngine engine) {
    extremes(engine);
  }

  /** Limbs as large as they get, of either sign; and as small. */
  static void extremes(PowerEngine engine) {
    for (int bits : new int[] {1024, 1536, 2048}) {
      int radix = LimbFormat.forModulusOf(bits).radixBits();
      BigInteger top = ONE.shiftLeft(bits);
      BigInteger halves = ZERO;
      for (int i = radix - 1; i < bits - 1; i += radix) {
        halves = halves.setBit(i);
      }
      List<BigInteger> patterns =
          List.of(
              top.subtract(ONE),
              top.shiftRight(1).add(ONE),
              halves.or(ONE).setBit(bits - 1),
              halves.subtract(ONE).setBit(bits - 1).setBit(0),
              top.subtract(halves).setBit(bits - 1).setBit(0),
              new BigInteger("5".repeat(bits / 4), 16).setBit(bits - 1));
      PowerCases cases = new PowerCases();
      for (BigInteger modulus : patterns) {
        for (BigInteger base :
            List.of(
                halves.mod(modulus), modulus.subtract(ONE).shiftRight(1), modulus.subtract(TWO))) {
          cases.add(modulus, base, BigInteger.valueOf(0xFEDCBA9L), 30);
        }
      }
      cases.check(engine);
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aLaneDoesNotDependOnItsNeighbours(PowerEngine engine) {
    Random random = new Random(4);
    BigInteger modulus = PowerCases.oddModulus(1024, random);
    BigInteger base = new BigInteger(1000, random);
    BigInteger exponent = new BigInteger(100, random);
    try (PowerEngine.Session session = engine.open()) {
      for (int count = 1; count <= engine.lanes(); count++) {
        PowerCases cases = new PowerCases();
        for (int i = 0; i < count; i++) {
          // The one that is repeated stands last; the others differ each time, in length too.
          if (i == count - 1) {
            cases.add(modulus, base, exponent, 100);
          } else {
            BigInteger other = PowerCases.oddModulus(1000 + i, random);
            cases.add(other, new BigInteger(900, random), new BigInteger(40 * i, random), 40 * i);
          }
        }
        cases.check(engine, session);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aSessionServesModuliOfSeveralLengthsInTurn(PowerEngine engine) {
    Random random = new Random(5);
    OddModulus kept = new OddModulus(PowerCases.words(PowerCases.oddModulus(1024, random), 16));
    try (PowerEngine.Session session = engine.open()) {
      // 1,000 bits take as many limbs as 1,024, and shorter ones.
      for (int bits : new int[] {2048, 1000, 1024, 2048, 1000, 1024}) {
        new PowerCases()
            .add(PowerCases.oddModulus(bits, random), TWO, new BigInteger(50, random), 50)
            .check(engine, session);
        new PowerCases()
            .add(kept, new BigInteger(900, random), new BigInteger(50, random), 50)
            .check(engine, session);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void publicExponentsAreRightWhetherLanesShareThemOrNot(PowerEngine engine) {
    Random random = new Random(9);
    // The usual ones; 1, which has no squaring; an even one, which ends in no product with the
    // base; and the longest.
    long[] exponents = {65_537, 3, 1, 2, 6, Long.MAX_VALUE};
    try (PowerEngine.Session session = engine.open()) {
      for (int shared = 0; shared <= exponents.length; shared++) {
        Exponentiation[] batch = new Exponentiation[engine.lanes()];
        BigInteger[] expected = new BigInteger[batch.length];
        for (int i = 0; i < batch.length; i++) {
          long e = exponents[shared < exponents.length ? shared : i % exponents.length];
          BigInteger modulus = PowerCases.oddModulus(2048, random);
          BigInteger base = new BigInteger(2048, random).mod(modulus);
          long[] both = PowerCases.words(base, 32);
          batch[i] =
              Exponentiation.ofPublic(new OddModulus(PowerCases.words(modulus, 32)), both, e, both);
          expected[i] = base.modPow(BigInteger.valueOf(e), modulus);
        }
        session.power(batch, batch.length);
        for (int i = 0; i < batch.length; i++) {
          assertThat(PowerCases.number(batch[i].result()))
              .as("lane %d of exponents %d", i, shared)
              .isEqualTo(expected[i]);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void theResultMayTakeThePlaceOfTheBase(PowerEngine engine) {
    Random random = new Random(6);
    BigInteger modulus = PowerCases.oddModulus(1024, random);
    BigInteger base = new BigInteger(1000, random);
    long[] both = PowerCases.words(base, 16);
    Exponentiation work =
        new Exponentiation(
            new OddModulus(PowerCases.words(modulus, 16)), both, new long[] {77}, 64, both);
    try (PowerEngine.Session session = engine.open()) {
      session.power(new Exponentiation[] {work}, 1);
    }
    assertThat(PowerCases.number(both)).isEqualTo(base.modPow(BigInteger.valueOf(77), modulus));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void sessionsOfSeveralThreadsDoNotMeet(PowerEngine engine) {
    List<CompletableFuture<Void>> threads = new ArrayList<>();
    for (int thread = 0; thread < 2; thread++) {
      Random random = new Random(thread);
      threads.add(
          CompletableFuture.runAsync(
              () -> {
                try (PowerEngine.Session session = engine.open()) {
                  for (int round = 0; round < 20; round++) {
                    PowerCases cases = new PowerCases();
                    for (int i = 0; i < engine.lanes(); i++) {
                      BigInteger modulus = PowerCases.oddModulus(1024, random);
                      cases.add(
                          modulus, new BigInteger(1000, random), new BigInteger(90, random), 90);
                    }
                    cases.check(engine, session);
                  }
                }
              }));
    }
    threads.forEach(CompletableFuture::join);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void moreSessionsThanOneKernelHasRoomForGetAnother(boolean byAddress) {
    VectorPower engine = new VectorPower(128, byAddress);
    List<PowerEngine.Session> open = new ArrayList<>();
    PowerCases cases =
        new PowerCases()
            .add(PowerCases.oddModulus(512, new Random(7)), TWO, BigInteger.valueOf(1000), 10);
    for (int i = 0; i <= VectorPowerMemory.SLOTS; i++) {
      open.add(engine.open());
      cases.check(engine, open.getLast());
    }
    open.forEach(PowerEngine.Session::close);
    open.forEach(PowerEngine.Session::close);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingOfAPowerStaysInWorkingMemory(boolean byAddress) {
    VectorPowerMemory slots =
        new VectorPowerMemory(DoubleVector.SPECIES_128, VectorPower.MOST_BITS, byAddress);
    int slot = slots.take();
    VectorPowerUnit unit =
        new VectorPowerUnit(
            LimbFormat.forModulusOf(1024), slots, VectorPower.defineKernel(slots), slot);
    Exponentiation work =
        new Exponentiation(
            new OddModulus(PowerCases.words(PowerCases.oddModulus(1024, new Random(8)), 16)),
            new long[] {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3},
            new long[] {12345},
            20,
            new long[16]);
    unit.power(new Exponentiation[] {work}, 1);
    byte[] memory = slots.slot(slot).toArray(ValueLayout.JAVA_BYTE);
    assertThat(memory).hasSizeGreaterThan(1000).containsOnly(0);
  }

  @Test
  void lengthsThatAreNotServedAreTold() {
    PowerEngine engine = new VectorPower(128);
    assertThat(engine.serves(511)).isFalse();
    assertThat(engine.serves(512)).isTrue();
    assertThat(engine.serves(4096)).isTrue();
    assertThat(engine.serves(4097)).isFalse();
    Exponentiation[] batch = {
      new Exponentiation(new OddModulus(new long[] {15}), new long[1], new long[1], 1, new long[1])
    };
    try (PowerEngine.Session session = engine.open()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> session.power(batch, 1))
          .withMessage("a modulus must have 512 to 4096 bits, had 4");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> session.power(batch, 3))
          .withMessage("count must be from 1 to 2, was 3");
    }
  }

  @Test
  void aClosedSessionRefuses() {
    PowerEngine.Session session = new VectorPower(128).open();
    session.close();
    assertThatIllegalStateException().isThrownBy(() -> session.power(new Exponentiation[1], 1));
  }
}
