package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.github.lanewise.kernel.rsa.PowerEngine.Session;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every engine of this JVM, by the same body, against {@link BigInteger}. */
class PowerEngineTests {

  private static final Random RANDOM = new Random(3);

  /** One of the sizes of halves, one that is no whole number of words, and one of a check. */
  private static final int[] SIZES = {1_024, 1_028, 1_536, 2_048, 3_072};

  static Stream<Arguments> engines() {
    List<Arguments> found = new ArrayList<>();
    for (RsaEngines.Candidate candidate : RsaEngines.discover().candidates()) {
      PowerEngine engine = candidate.engine();
      if (engine != null) {
        found.add(argumentSet(engine.name(), engine));
      }
    }
    return found.stream();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void randomNumbers(PowerEngine engine) {
    try (Session session = engine.open()) {
      for (int bits : SIZES) {
        if (engine.serves(bits)) {
          for (int count = 1; count <= engine.lanes(); count++) {
            int length = bits;
            assertRight(
                session,
                IntStream.range(0, count)
                    .mapToObj(i -> Power.random(length, length + Long.SIZE))
                    .toList());
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void edgesOfBaseAndExponent(PowerEngine engine) {
    List<Power> powers = new ArrayList<>();
    BigInteger m = modulus(1_024);
    BigInteger ones = BigInteger.ONE.shiftLeft(1_024).subtract(BigInteger.ONE);
    for (BigInteger modulus : List.of(m, ones, BigInteger.ONE.shiftLeft(1_023).setBit(0))) {
      for (BigInteger base :
          List.of(
              BigInteger.ZERO, BigInteger.ONE, BigInteger.TWO, modulus.subtract(BigInteger.ONE))) {
        powers.add(new Power(modulus, base, BigInteger.ZERO, 64));
        powers.add(new Power(modulus, base, BigInteger.ONE, 1));
        powers.add(new Power(modulus, base, BigInteger.valueOf(65_537), 17));
        powers.add(new Power(modulus, base, BigInteger.valueOf(65_537), 1_088));
        powers.add(new Power(modulus, base, ones, 1_024));
      }
    }
    try (Session session = engine.open()) {
      for (int from = 0; from < powers.size(); from += engine.lanes()) {
        assertRight(session, powers.subList(from, Math.min(from + engine.lanes(), powers.size())));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void theResultMayLieOverTheBase(PowerEngine engine) {
    Power power = Power.random(1_024, 1_088);
    long[] base = Words.of(power.base, 16);
    Exponentiation task =
        new Exponentiation(
            new OddModulus(Words.of(power.modulus)), base, Words.of(power.exponent), 1_088, base);
    try (Session session = engine.open()) {
      session.power(new Exponentiation[] {task}, 1);
    }
    assertThat(Words.toInteger(base)).isEqualTo(power.expected());
  }

  @ParameterizedTest
  @MethodSource("engines")
  void sessionsOfManyThreadsShareTheModulus(PowerEngine engine) throws Exception {
    Power power = Power.random(1_024, 1_088);
    OddModulus modulus = new OddModulus(Words.of(power.modulus));
    List<CompletableFuture<List<BigInteger>>> threads =
        IntStream.range(0, 4)
            .mapToObj(
                thread ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          try (Session session = engine.open()) {
                            return Stream.generate(() -> run(session, power, modulus))
                                .limit(10)
                                .toList();
                          }
                        }))
            .toList();
    for (CompletableFuture<List<BigInteger>> thread : threads) {
      assertThat(thread.get(60, TimeUnit.SECONDS)).containsOnly(power.expected());
    }
  }

  private static BigInteger run(Session session, Power power, OddModulus modulus) {
    Exponentiation task = power.task(modulus);
    session.power(new Exponentiation[] {task}, 1);
    return Words.toInteger(task.result());
  }

  private static void assertRight(Session session, List<Power> powers) {
    Exponentiation[] batch =
        powers.stream()
            .map(power -> power.task(new OddModulus(Words.of(power.modulus))))
            .toArray(Exponentiation[]::new);
    session.power(batch, batch.length);
    for (int i = 0; i < batch.length; i++) {
      assertThat(Words.toInteger(batch[i].result()))
          .as("%s", powers.get(i))
          .isEqualTo(powers.get(i).expected());
    }
  }

  private static BigInteger modulus(int bits) {
    return new BigInteger(bits, RANDOM).setBit(0).setBit(bits - 1);
  }

  private record Power(BigInteger modulus, BigInteger base, BigInteger exponent, int exponentBits) {

    static Power random(int bits, int exponentBits) {
      BigInteger modulus = PowerEngineTests.modulus(bits);
      return new Power(
          modulus,
          new BigInteger(bits, RANDOM).mod(modulus),
          new BigInteger(exponentBits, RANDOM),
          exponentBits);
    }

    Exponentiation task(OddModulus odd) {
      return new Exponentiation(
          odd,
          Words.of(base, odd.length()),
          Words.of(exponent, Words.count(exponentBits)),
          exponentBits,
          new long[odd.length()]);
    }

    BigInteger expected() {
      return base.modPow(exponent, modulus);
    }
  }
}
