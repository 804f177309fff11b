package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Exponentiations for tests, and what {@link BigInteger} makes of them. */
final class PowerCases {

  private final List<Exponentiation> work = new ArrayList<>();
  private final List<BigInteger> expected = new ArrayList<>();

  /** Adds base^exponent modulo a modulus; the exponent is said to have so many bits. */
  PowerCases add(BigInteger modulus, BigInteger base, BigInteger exponent, int exponentBits) {
    return add(new OddModulus(words(modulus, length(modulus))), base, exponent, exponentBits);
  }

  PowerCases add(OddModulus modulus, BigInteger base, BigInteger exponent, int exponentBits) {
    work.add(
        new Exponentiation(
            modulus,
            words(base, modulus.length()),
            words(exponent, Math.max(1, (exponentBits + 63) / 64)),
            exponentBits,
            new long[modulus.length()]));
    expected.add(base.modPow(exponent, number(modulus.words())));
    return this;
  }

  /** Runs all of them, as many at a time as there are lanes, and compares. */
  void check(PowerEngine engine) {
    try (PowerEngine.Session session = engine.open()) {
      check(engine, session);
    }
  }

  void check(PowerEngine engine, PowerEngine.Session session) {
    for (int first = 0; first < work.size(); first += engine.lanes()) {
      List<Exponentiation> part =
          work.subList(first, Math.min(first + engine.lanes(), work.size()));
      session.power(part.toArray(Exponentiation[]::new), part.size());
    }
    for (int i = 0; i < work.size(); i++) {
      assertThat(number(work.get(i).result()))
          .as(
              "case %d: %s ^ %s mod %s",
              i,
              number(work.get(i).base()).toString(16),
              number(work.get(i).exponent()).toString(16),
              number(work.get(i).modulus().words()).toString(16))
          .isEqualTo(expected.get(i));
    }
  }

  static BigInteger oddModulus(int bits, Random random) {
    return new BigInteger(bits, random).setBit(bits - 1).setBit(0);
  }

  static int length(BigInteger number) {
    return (number.bitLength() + 63) / 64;
  }

  static long[] words(BigInteger number, int length) {
    long[] words = new long[length];
    for (int i = 0; i < length; i++) {
      words[i] = number.shiftRight(64 * i).longValue();
    }
    return words;
  }

  static BigInteger number(long[] words) {
    BigInteger number = BigInteger.ZERO;
    for (int i = words.length - 1; i >= 0; i--) {
      number = number.shiftLeft(64).or(new BigInteger(Long.toUnsignedString(words[i])));
    }
    return number;
  }
}
