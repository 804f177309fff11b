package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How numbers are split into limbs and joined again, and the bounds that the lanes live on. */
class LimbFormatTests {

  @Test
  void theBoundsHoldForEveryLengthOfModulus() {
    for (int bits = 512; bits <= 4096; bits++) {
      LimbFormat format = LimbFormat.forModulusOf(bits);
      BigInteger limb = BigInteger.TWO.pow(format.radixBits() - 1).add(BigInteger.valueOf(1 << 7));
      BigInteger product = limb.multiply(limb);
      assertThat(product.multiply(BigInteger.valueOf(format.productsPerRun())))
          .as("high part for %d bits", bits)
          .isLessThan(BigInteger.TWO.pow(format.radixBits() + 51));
      // A column of all products, and one that starts from a limb and lacks a product.
      BigInteger carried = product.shiftRight(format.radixBits()).add(BigInteger.ONE);
      BigInteger each = BigInteger.TWO.pow(format.radixBits() - 1).add(carried);
      assertThat(each.multiply(BigInteger.valueOf(format.limbs())))
          .as("full column for %d bits", bits)
          .isLessThan(BigInteger.TWO.pow(53));
      assertThat(each.multiply(BigInteger.valueOf(format.limbs() - 1L)).add(limb))
          .as("column with a start for %d bits", bits)
          .isLessThan(BigInteger.TWO.pow(53));
      // What a row of a square adds to its diagonal.
      assertThat(format.productsPerRun()).isGreaterThanOrEqualTo(3 + 6);
      assertThat(format.totalBits()).isGreaterThanOrEqualTo(bits + 3);
    }
  }

  @Test
  void commonLengthsTakeFewLimbs() {
    assertThat(LimbFormat.forModulusOf(1024).limbs()).isEqualTo(21);
    assertThat(LimbFormat.forModulusOf(1536).limbs()).isEqualTo(33);
    assertThat(LimbFormat.forModulusOf(2048).limbs()).isEqualTo(45);
  }

  @Test
  void numbersComeBack() {
    Random random = new Random(1);
    for (int bits = 512; bits <= 4096; bits += 37) {
      LimbFormat format = LimbFormat.forModulusOf(bits);
      int length = (bits + 63) / 64;
      long[] limbs = new long[format.limbs()];
      long[] words = new long[length];
      BigInteger number = new BigInteger(bits, random);
      format.split(PowerCases.words(number, length), limbs);
      long half = 1L << (format.radixBits() - 1);
      for (long limb : limbs) {
        assertThat(limb).isBetween(-half, half - 1);
      }
      assertThat(format.join(limbs.clone(), words)).isZero();
      assertThat(PowerCases.number(words)).isEqualTo(number);

      for (int i = 0; i < limbs.length; i++) {
        limbs[i] = -limbs[i];
      }
      assertThat(format.join(limbs, words)).isEqualTo(-1);
      assertThat(PowerCases.number(words))
          .isEqualTo(BigInteger.TWO.pow(64 * length).subtract(number));
    }
  }
}
