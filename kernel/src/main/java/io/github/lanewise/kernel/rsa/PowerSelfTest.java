package io.github.lanewise.kernel.rsa;

import io.github.lanewise.kernel.rsa.PowerEngine.Session;
import java.math.BigInteger;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Powers that an engine must get right before it is let near a key: all lanes with different
 * numbers, the same in every run, held against {@link BigInteger}.
 */
final class PowerSelfTest {

  /** The halves of the smallest keys. */
  static final int BITS = RsaKeyRules.MIN_BITS / 2;

  // Short: the first products run in the interpreter, a thousand times slower.
  private static final int EXPONENT_BITS = 64;

  private PowerSelfTest() {}

  /** What went wrong; null if all powers are right. */
  static @Nullable String failureOf(PowerEngine engine) {
    if (!engine.serves(BITS)) {
      return "self-test failed: moduli of " + BITS + " bits must be served";
    }
    Random random = new Random(BITS); // nothing secret: the same numbers in every run
    Exponentiation[] batch =
        IntStream.range(0, engine.lanes())
            .mapToObj(lane -> task(BITS, EXPONENT_BITS, random))
            .toArray(Exponentiation[]::new);
    try (Session session = engine.open()) {
      session.power(batch, batch.length);
    } catch (RuntimeException | LinkageError e) {
      return "self-test failed: " + e;
    }
    for (int lane = 0; lane < batch.length; lane++) {
      Exponentiation task = batch[lane];
      BigInteger expected =
          Words.toInteger(task.base())
              .modPow(Words.toInteger(task.exponent()), Words.toInteger(task.modulus().words()));
      if (!Words.toInteger(task.result()).equals(expected)) {
        return "self-test failed: a power came out wrong in lane " + lane;
      }
    }
    return null;
  }

  /** Any numbers of these lengths. */
  static Exponentiation task(int bits, int exponentBits, Random random) {
    BigInteger modulus = new BigInteger(bits, random).setBit(0).setBit(bits - 1);
    OddModulus odd = new OddModulus(Words.of(modulus));
    return new Exponentiation(
        odd,
        Words.of(new BigInteger(bits, random).mod(modulus), odd.length()),
        Words.of(new BigInteger(exponentBits, random), Words.count(exponentBits)),
        exponentBits,
        new long[odd.length()]);
  }
}
