package io.github.lanewise.kernel.rsa;

import static io.github.lanewise.kernel.rsa.VectorHorizontalTests.assertPower;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Both widths on every machine, in plain Java where the hardware is narrower: very slow, and never
 * offered. So exponents are short.
 */
@Tag("emulated")
class EmulatedHorizontalTests {

  @ParameterizedTest
  // As many limbs as fill the vectors, and one more; both sizes of limbs; the most.
  @ValueSource(ints = {1024, 1126, 1127, 1502, 1503, 2048})
  void powersAreRightEvenWhereVectorsAreEmulated(int bits) {
    Random random = new Random(bits);
    for (int width : new int[] {256, 512}) {
      try (PowerEngine.Session session = VectorHorizontalTests.engine(width).open()) {
        for (BigInteger n :
            new BigInteger[] {
              new BigInteger(bits, random).setBit(bits - 1).setBit(0),
              BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE)
            }) {
          assertPower(session, n, n.subtract(BigInteger.TWO), new BigInteger(24, random), 24);
        }
      }
    }
  }
}
