package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The horizontal engine at 256 bits, against BigInteger. */
class VectorHorizontalTests {

  private static final Random RANDOM = new Random(20);

  private VectorHorizontalEngine engine;

  @BeforeEach
  void onlyWhereTheHardwareHasIt() {
    assumeThat(bits()).isLessThanOrEqualTo(VectorPower.widestBits());
    engine = engine(bits());
  }

  int bits() {
    return 256;
  }

  // Their memory is for the life of the process: one of each width will do.
  private static final class Engine256 {
    static final VectorHorizontalEngine ENGINE = new VectorHorizontalEngine(256);
  }

  private static final class Engine512 {
    static final VectorHorizontalEngine ENGINE = new VectorHorizontalEngine(512);
  }

  static VectorHorizontalEngine engine(int bits) {
    return bits == 256 ? Engine256.ENGINE : Engine512.ENGINE;
  }

  /**
   * Sizes of RSA's primes; the least and the most; both sides of a word (1,087 to 1,089), of a limb
   * more at 47 bits (1,032 and 1,033, 1,079 and 1,080), of the step from 47 to 46 bits (1,455 and
   * 1,456), and of a vector of limbs more (1,126 and 1,127: 24 and 25).
   */
  static IntStream sizes() {
    return IntStream.of(
        128, 512, 1024, 1025, 1032, 1033, 1079, 1080, 1087, 1088, 1089, 1126, 1127, 1455, 1456,
        1536, 2000, 2047, 2048);
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void powersOfRandomNumbersAreThoseOfBigInteger(int bits) {
    try (PowerEngine.Session session = engine.open()) {
      for (int i = 0; i < 3; i++) {
        BigInteger n = new BigInteger(bits, RANDOM).setBit(bits - 1).setBit(0);
        BigInteger base = new BigInteger(bits, RANDOM).mod(n);
        // Blinded exponents are 64 bits longer than the modulus.
        BigInteger exponent = new BigInteger(bits + 64, RANDOM);
        assertPower(session, n, base, exponent, bits + 64);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void extremeModuliAndBasesAreRight(int bits) {
    BigInteger one = BigInteger.ONE;
    BigInteger exponent = new BigInteger(70, RANDOM);
    // The largest and smallest of the size, limbs that are all largest or most negative when
    // signed.
    List<BigInteger> moduli =
        List.of(
            one.shiftLeft(bits).subtract(one),
            one.shiftLeft(bits - 1).add(one),
            patterned(bits, 47),
            patterned(bits, 46));
    try (PowerEngine.Session session = engine.open()) {
      for (BigInteger n : moduli) {
        for (BigInteger base :
            List.of(
                BigInteger.ZERO,
                one,
                BigInteger.TWO,
                n.shiftRight(1),
                n.shiftRight(1).add(one),
                n.subtract(one))) {
          assertPower(session, n, base, exponent, 70);
        }
      }
    }
  }

  /** Ones in all bits but the upper one of each limb. */
  private static BigInteger patterned(int bits, int limbBits) {
    BigInteger n = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    for (int bit = limbBits - 1; bit < bits - 1; bit += limbBits) {
      n = n.clearBit(bit);
    }
    return n;
  }

  @ParameterizedTest
  // Around the window of 5 bits and words of 64.
  @ValueSource(ints = {0, 1, 4, 5, 6, 63, 64, 65, 130, 320})
  void exponentsOfEveryLengthAreRight(int exponentBits) {
    BigInteger n = new BigInteger(1024, RANDOM).setBit(1023).setBit(0);
    BigInteger base = new BigInteger(1024, RANDOM).mod(n);
    BigInteger ones = BigInteger.ONE.shiftLeft(exponentBits).subtract(BigInteger.ONE);
    try (PowerEngine.Session session = engine.open()) {
      assertPower(session, n, base, ones, exponentBits);
      assertPower(session, n, base, BigInteger.ZERO, exponentBits);
      assertPower(session, n, BigInteger.ZERO, BigInteger.ZERO, exponentBits);
      assertPower(session, n, base, new BigInteger(exponentBits, RANDOM), exponentBits);
      // Leading zeros.
      assertPower(session, n, base, ones, exponentBits + 67);
    }
  }

  @Test
  void bitsAboveTheLengthOfAnExponentDoNotCount() {
    BigInteger n = new BigInteger(1024, RANDOM).setBit(1023).setBit(0);
    BigInteger base = new BigInteger(1024, RANDOM).mod(n);
    long[] result = new long[16];
    try (PowerEngine.Session session = engine.open()) {
      session.power(
          new Exponentiation[] {
            new Exponentiation(
                new OddModulus(words(n, 16)), words(base, 16), new long[] {-1, -1}, 67, result)
          },
          1);
    }
    assertThat(value(result))
        .isEqualTo(base.modPow(BigInteger.ONE.shiftLeft(67).subtract(BigInteger.ONE), n));
  }

  @Test
  void theResultMayReplaceTheBaseAndModuliMayReturn() {
    List<BigInteger> primes =
        IntStream.range(0, 10).mapToObj(i -> BigInteger.probablePrime(256 + i, RANDOM)).toList();
    List<OddModulus> moduli = new ArrayList<>();
    primes.forEach(n -> moduli.add(new OddModulus(words(n, 5 - (n.bitLength() == 256 ? 1 : 0)))));
    try (PowerEngine.Session session = engine.open()) {
      // More of them than a session keeps, in an order in which some are kept and some are not.
      for (int i : new int[] {0, 1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 1, 0, 9, 8}) {
        BigInteger n = primes.get(i);
        long[] inPlace = words(n.subtract(BigInteger.TWO), moduli.get(i).length());
        session.power(
            new Exponentiation[] {
              new Exponentiation(moduli.get(i), inPlace, new long[] {65537}, 17, inPlace)
            },
            1);
        assertThat(value(inPlace))
            .isEqualTo(n.subtract(BigInteger.TWO).modPow(BigInteger.valueOf(65537), n));
      }
    }
  }

  @Test
  void twoSessionsOnTwoThreadsDoNotDisturbEachOther() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<Boolean>> both = threads.invokeAll(List.of(worker(1024, 1), worker(1536, 2)));
      for (Future<Boolean> one : both) {
        assertThat(one.get()).isTrue();
      }
    }
  }

  private Callable<Boolean> worker(int bits, int seed) {
    return () -> {
      Random random = new Random(seed);
      try (PowerEngine.Session session = engine.open()) {
        for (int i = 0; i < 20; i++) {
          BigInteger n = new BigInteger(bits, random).setBit(bits - 1).setBit(0);
          assertPower(
              session, n, new BigInteger(bits, random).mod(n), new BigInteger(bits, random), bits);
        }
      }
      return true;
    };
  }

  @Test
  void nothingSecretIsLeftInTheWorkingMemory() {
    BigInteger n = new BigInteger(1024, RANDOM).setBit(1023).setBit(0);
    try (PowerEngine.Session session = engine.open()) {
      assertPower(session, n, BigInteger.TWO, n, 1024);
      assertThat(((VectorHorizontalSession) session).isClear()).isTrue();
    }
  }

  @Test
  void aSessionTakesOneExponentiationAtATimeAndNoneWhenClosed() {
    Exponentiation[] two = new Exponentiation[2];
    PowerEngine.Session session = engine.open();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> session.power(two, 2))
        .withMessage("count must be 1, was 2");
    session.close();
    session.close();
    assertThatIllegalStateException().isThrownBy(() -> session.power(two, 1));
  }

  @Test
  void slotsAreBoundedAndGivenBack() {
    List<PowerEngine.Session> sessions = new ArrayList<>();
    for (int i = 0; i < VectorHorizontalLayout.SLOTS; i++) {
      sessions.add(engine.open());
    }
    assertThatIllegalStateException()
        .isThrownBy(engine::open)
        .withMessage("at most 64 sessions of " + engine.name() + " can be open at once");
    sessions.forEach(PowerEngine.Session::close);
    engine.open().close();
  }

  @Test
  void itServesTheHalvesOfKeysUpToFourThousandBits() {
    assertThat(engine.name()).isEqualTo("horizontal-" + bits());
    assertThat(engine.lanes()).isEqualTo(1);
    assertThat(IntStream.of(127, 128, 1024, 2048, 2049).filter(engine::serves))
        .containsExactly(128, 1024, 2048);
  }

  static void assertPower(
      PowerEngine.Session session, BigInteger n, BigInteger base, BigInteger exponent, int bits) {
    int length = Math.ceilDiv(n.bitLength(), 64);
    long[] result = new long[length];
    session.power(
        new Exponentiation[] {
          new Exponentiation(
              new OddModulus(words(n, length)),
              words(base, length),
              words(exponent, Math.ceilDiv(bits, 64)),
              bits,
              result)
        },
        1);
    assertThat(value(result))
        .as("%x ^ %x mod %x", base, exponent, n)
        .isEqualTo(base.modPow(exponent, n));
  }

  private static long[] words(BigInteger x, int length) {
    return IntStream.range(0, length).mapToLong(i -> x.shiftRight(64 * i).longValue()).toArray();
  }

  private static BigInteger value(long[] words) {
    BigInteger x = BigInteger.ZERO;
    for (int i = words.length - 1; i >= 0; i--) {
      x = x.shiftLeft(64).or(new BigInteger(Long.toUnsignedString(words[i])));
    }
    return x;
  }
}
