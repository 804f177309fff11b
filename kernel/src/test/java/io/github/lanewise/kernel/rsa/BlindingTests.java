package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BlindingTests {

  private static final RsaPublicKey KEY = TestKeys.key(2_048).publicKey();

  /** Past the renewal: the squares as well as the fresh ones must cancel out. */
  @Test
  void everyBlindingOfTheSequenceCancelsOut() {
    BlindingSequence sequence = new BlindingSequence(KEY, new SecureRandom());
    for (int i = 0; i < 2 * BlindingSequence.USES + 1; i++) {
      Blinding blinding = sequence.next();

      BigInteger message = BigInteger.valueOf(i);
      BigInteger blinded = limbs(blinding.blind(Words.of(message, KEY.modulus().length())));
      // r^−1 to the e-th power takes r^e away again.
      BigInteger inverse = Words.toInteger(blinding.unblind(Words.of(BigInteger.ONE, 32)));
      assertThat(blinded.multiply(inverse.modPow(KEY.e(), KEY.n())).mod(KEY.n()))
          .isEqualTo(message);
      assertThat(inverse).isGreaterThan(BigInteger.ONE);
    }
  }

  @Test
  void rIsDrawnAnewAfterSoManyUses() {
    BlindingSequence sequence = new BlindingSequence(KEY, new SecureRandom());

    List<Blinding> blindings =
        Stream.generate(sequence::next).limit(BlindingSequence.USES + 1L).toList();

    assertThat(blindings)
        .extracting(Blinding::uses)
        .containsExactlyElementsOf(
            IntStream.concat(IntStream.rangeClosed(1, BlindingSequence.USES), IntStream.of(1))
                .boxed()
                .toList());
    Blinding last = blindings.get(BlindingSequence.USES - 1);
    assertThat(blindings.getLast().factor()).isNotEqualTo(last.squared().factor());
  }

  @Test
  void threadsNeverGetTheSame() throws Exception {
    BlindingSequence sequence = new BlindingSequence(KEY, new SecureRandom());
    List<CompletableFuture<List<String>>> threads =
        IntStream.range(0, 4)
            .mapToObj(
                thread ->
                    CompletableFuture.supplyAsync(
                        () ->
                            Stream.generate(sequence::next)
                                .limit(200)
                                .map(blinding -> Arrays.toString(blinding.factor()))
                                .toList()))
            .toList();

    CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);

    assertThat(threads.stream().flatMap(thread -> thread.join().stream()).toList())
        .hasSize(800)
        .doesNotHaveDuplicates();
  }

  private static BigInteger limbs(long[] limbs) {
    BigInteger value = BigInteger.ZERO;
    for (int i = limbs.length - 1; i >= 0; i--) {
      value = value.shiftLeft(Montgomery.LIMB_BITS).add(BigInteger.valueOf(limbs[i]));
    }
    return value;
  }

  @Test
  void itsTextShowsNothing() {
    assertThat(Blinding.fresh(KEY, new SecureRandom())).hasToString("Blinding[]");
  }
}
