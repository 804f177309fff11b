package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How lanes are filled and what leaves them; the lanes themselves compute with integers. */
class RsaLanesTests {

  private static final RsaKey KEY = TestKeys.withLargerPrimeFirst(2_048);

  /** Fewer than fill the lanes, as many, one more, several times as many. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 9})
  void signaturesTogetherAreTheOnesAlone(int count) {
    List<PendingSignature> pending = begin(KEY, count);

    try (RsaLanes lanes = choice(IntegerPower.RIGHT, 4, 1, 1).open()) {
      lanes.compute(pending);
    }

    RsaCrt alone = RsaCrt.of(KEY);
    for (int i = 0; i < count; i++) {
      assertThat(pending.get(i).finish()).isEqualTo(alone.sign(RsaTestDigests.of(i)));
    }
  }

  @Test
  void keysOfDifferentSizesAreMixed() {
    List<RsaKey> keys =
        List.of(
            KEY,
            TestKeys.key(3_072),
            TestKeys.withSmallerPrimeFirst(2_048),
            TestKeys.key(2_056),
            TestKeys.key(3_072));
    List<Integer> counts = new ArrayList<>();
    List<PendingSignature> pending = new ArrayList<>();
    keys.forEach(key -> pending.addAll(begin(key, 1)));

    try (RsaLanes lanes = counting(8, counts).open()) {
      lanes.compute(pending);
    }

    for (int i = 0; i < keys.size(); i++) {
      assertThat(keys.get(i).publicKey().verifies(RsaTestDigests.of(0), pending.get(i).finish()))
          .isTrue();
    }
    // Halves of 16, 17 and 24 words, then checks of 32, 33 and 48: lanes share a length, not a key.
    assertThat(counts).containsExactly(4, 2, 4, 2, 1, 2);
  }

  /** A call takes its time however few lanes are used. */
  @Test
  void whatIsLeftOverBelowTheBreakEvenIsComputedAlone() {
    List<Integer> counts = new ArrayList<>();
    PowerEngine counted = countingEngine(4, counts);
    RsaEngineChoice choice =
        RsaEngineChoice.lanes(RsaEngines.SCALAR, counted, 3, RsaEngineChoice.NEVER, "a test's");
    List<PendingSignature> pending = begin(KEY, 3);

    try (RsaLanes lanes = choice.open()) {
      lanes.compute(pending);
    }

    assertThat(counts).containsExactly(4);
    pending.forEach(signature -> assertThat(signature.finish()).hasSize(256));
  }

  @Test
  void aFaultConcernsItsSignatureAlone() {
    BigInteger p = KEY.values().p();
    for (int faulty = 0; faulty < 3; faulty++) {
      int wrong = faulty;
      int[] halves = {0};
      IntegerPower power =
          (b, e, m) -> {
            BigInteger right = b.modPow(e, m);
            return m.equals(p) && halves[0]++ == wrong ? right.flipBit(9) : right;
          };
      List<PendingSignature> pending = begin(KEY, 3);
      try (RsaLanes lanes = choice(power, 4, 1, 1).open()) {
        lanes.compute(pending);
      }
      for (int i = 0; i < 3; i++) {
        PendingSignature signature = pending.get(i);
        if (i == wrong) {
          assertThatThrownBy(signature::finish).isInstanceOf(FaultySignatureException.class);
        } else {
          assertThat(KEY.publicKey().verifies(RsaTestDigests.of(i), signature.finish())).isTrue();
        }
      }
    }
  }

  /** A check that comes out wrong holds a right value back: never the other way round. */
  @Test
  void aFaultInTheCheckReleasesNothing() {
    BigInteger n = KEY.values().n();
    IntegerPower power = (b, e, m) -> m.equals(n) ? b.modPow(e, m).flipBit(0) : b.modPow(e, m);
    List<PendingSignature> pending = begin(KEY, 2);

    try (RsaLanes lanes = choice(power, 4, 1, 1).open()) {
      lanes.compute(pending);
    }

    for (PendingSignature signature : pending) {
      assertThatThrownBy(signature::finish).isInstanceOf(FaultySignatureException.class);
    }
  }

  @Test
  void aFaultInRecombinationIsToldOfEach() {
    Recombination allOnes =
        (key, sP, sQ) -> {
          long[] s = new long[key.n().length()];
          Arrays.fill(s, -1);
          return s;
        };
    RsaCrt crt = new RsaCrt(KEY, new SecureRandom(), IntegerPower.RIGHT::engine, allOnes);
    List<PendingSignature> pending =
        List.of(crt.begin(RsaTestDigests.of(0)), crt.begin(RsaTestDigests.of(1)));

    try (RsaLanes lanes = choice(IntegerPower.RIGHT, 4, 1, 1).open()) {
      lanes.compute(pending);
    }

    for (PendingSignature signature : pending) {
      assertThatThrownBy(signature::finish).isInstanceOf(FaultySignatureException.class);
    }
  }

  @Test
  void noSignaturesAreNothingToDo() {
    try (RsaLanes lanes = choice(IntegerPower.RIGHT, 4, 1, 1).open()) {
      lanes.compute(List.of());
      assertThat(lanes.verify(KEY.publicKey(), SignatureScheme.PKCS1_V1_5, List.of(), List.of()))
          .isEmpty();
    }
  }

  @Test
  void verificationTogetherTellsWhatOneAloneTells() {
    RsaCrt crt = RsaCrt.of(KEY);
    byte[] changed = crt.sign(RsaTestDigests.of(1));
    changed[200] ^= 1;
    byte[] ones = new byte[256];
    Arrays.fill(ones, (byte) 0xFF);
    List<byte[]> signatures =
        List.of(
            crt.sign(RsaTestDigests.of(0)),
            changed,
            crt.sign(RsaTestDigests.of(2)),
            new byte[255],
            ones,
            crt.sign(RsaTestDigests.of(0)),
            new byte[256]);
    List<Sha256Digest> digests = IntStream.range(0, 7).mapToObj(RsaTestDigests::of).toList();

    for (int breakEven : new int[] {1, 3, RsaEngineChoice.NEVER}) {
      try (RsaLanes lanes = choice(IntegerPower.RIGHT, 4, 1, breakEven).open()) {
        assertThat(lanes.verify(KEY.publicKey(), SignatureScheme.PKCS1_V1_5, digests, signatures))
            .containsExactly(true, false, true, false, false, false, false);
      }
    }
  }

  @Test
  void pssGoesTogetherWithTheOtherScheme() {
    RsaCrt crt = RsaCrt.of(KEY);
    List<PendingSignature> pending =
        List.of(
            crt.begin(RsaTestDigests.of(0), SignatureScheme.PSS), crt.begin(RsaTestDigests.of(1)));

    try (RsaLanes lanes = choice(IntegerPower.RIGHT, 4, 1, 1).open()) {
      lanes.compute(pending);
      byte[] pss = pending.get(0).finish();
      assertThat(pending.get(1).finish()).isEqualTo(crt.sign(RsaTestDigests.of(1)));
      assertThat(
              lanes.verify(
                  KEY.publicKey(),
                  SignatureScheme.PSS,
                  List.of(RsaTestDigests.of(0), RsaTestDigests.of(1)),
                  List.of(pss, pss)))
          .containsExactly(true, false);
    }
  }

  @Test
  void eachDigestNeedsItsSignature() {
    try (RsaLanes lanes = choice(IntegerPower.RIGHT, 4, 1, 1).open()) {
      assertThatThrownBy(
              () ->
                  lanes.verify(
                      KEY.publicKey(),
                      SignatureScheme.PKCS1_V1_5,
                      List.of(RsaTestDigests.of(0)),
                      List.of()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("there must be one signature for each digest, were 0 for 1");
    }
  }

  private static List<PendingSignature> begin(RsaKey key, int count) {
    RsaCrt crt = RsaCrt.of(key);
    return IntStream.range(0, count).mapToObj(i -> crt.begin(RsaTestDigests.of(i))).toList();
  }

  private static RsaEngineChoice choice(
      IntegerPower power, int lanes, int breakEven, int checkBreakEven) {
    return RsaEngineChoice.lanes(
        RsaEngines.SCALAR, power.lanes(lanes), breakEven, checkBreakEven, "a test's");
  }

  private static RsaEngineChoice counting(int lanes, List<Integer> counts) {
    return RsaEngineChoice.lanes(
        RsaEngines.SCALAR, countingEngine(lanes, counts), 1, 1, "a test's");
  }

  private static PowerEngine countingEngine(int lanes, List<Integer> counts) {
    PowerEngine engine = IntegerPower.RIGHT.lanes(lanes);
    return new PowerEngine() {
      @Override
      public String name() {
        return "counting";
      }

      @Override
      public int lanes() {
        return lanes;
      }

      @Override
      public boolean serves(int modulusBits) {
        return true;
      }

      @Override
      public Session open() {
        Session session = engine.open();
        return new Session() {
          @Override
          public void power(Exponentiation[] batch, int count) {
            counts.add(count);
            session.power(batch, count);
          }

          @Override
          public void close() {
            session.close();
          }
        };
      }
    };
  }
}
