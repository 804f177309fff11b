package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults are put where a cosmic ray or an attacker would put them, between the steps. */
class RsaFaultTests {

  private static final RsaKey KEY = TestKeys.key(2_048);
  private static final CrtValues VALUES = KEY.values();
  private static final Sha256Digest DIGEST = Sha256Digest.of(new byte[Sha256Digest.BYTES]);

  @ParameterizedTest
  @MethodSource("faultyHalves")
  void aFaultyHalfIsNeverReleased(IntegerPower power) {
    assertRefused(new RsaCrt(KEY, new SecureRandom(), power::engine, Recombination.GARNER));
  }

  static Stream<Arguments> faultyHalves() {
    UnaryOperator<BigInteger> lowestBit = value -> value.flipBit(0);
    UnaryOperator<BigInteger> highBit = value -> value.flipBit(1_000);
    UnaryOperator<BigInteger> zero = value -> BigInteger.ZERO;
    // The blinding hides which value would be right, so that one is a fault as well.
    UnaryOperator<BigInteger> one = value -> BigInteger.ONE;
    return Stream.of(
        argumentSet("half p, lowest bit", faultModulo(VALUES.p(), lowestBit)),
        argumentSet("half q, lowest bit", faultModulo(VALUES.q(), lowestBit)),
        argumentSet("half p, a high bit", faultModulo(VALUES.p(), highBit)),
        argumentSet("half q, a high bit", faultModulo(VALUES.q(), highBit)),
        argumentSet("half p, zero", faultModulo(VALUES.p(), zero)),
        argumentSet("half q, zero", faultModulo(VALUES.q(), zero)),
        argumentSet("half p, one", faultModulo(VALUES.p(), one)),
        argumentSet("half q, negated", faultModulo(VALUES.q(), v -> VALUES.q().subtract(v))),
        argumentSet("both halves", (IntegerPower) (b, e, m) -> b.modPow(e, m).flipBit(7)),
        argumentSet(
            "a skipped squaring", (IntegerPower) (b, e, m) -> b.modPow(e.shiftRight(1), m)));
  }

  /** An exponent of 1,088 bits meets every entry: one is missed once in 10^7 signatures. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 15})
  void aFaultInTheTableIsNeverReleased(int entry) {
    PowerEngine faulty =
        new ScalarPower(
            limbs ->
                new WindowTable(limbs) {
                  @Override
                  void fill(Montgomery modulus, long[] base, long[] power, long[] scratch) {
                    super.fill(modulus, base, power, scratch);
                    entries()[entry * limbs] ^= 1L << 17;
                  }
                });
    assertRefused(new RsaCrt(KEY, new SecureRandom(), () -> faulty, Recombination.GARNER));
  }

  @ParameterizedTest
  @MethodSource("faultyRecombinations")
  void aFaultyRecombinationIsNeverReleased(Recombination recombination) {
    assertRefused(new RsaCrt(KEY, new SecureRandom(), IntegerPower.RIGHT::engine, recombination));
  }

  static Stream<Arguments> faultyRecombinations() {
    return Stream.of(
        argumentSet("one bit", garnerThen(s -> s.flipBit(5))),
        argumentSet("one more", garnerThen(s -> s.add(BigInteger.ONE))),
        argumentSet("negated", garnerThen(s -> VALUES.n().subtract(s))),
        argumentSet("zero", garnerThen(s -> BigInteger.ZERO)),
        argumentSet("one multiple of q missing", garnerThen(s -> s.subtract(VALUES.q()))),
        argumentSet("the upper bit", garnerThen(s -> s.flipBit(2_047))),
        argumentSet("all ones", garnerThen(s -> BigInteger.ONE.negate())),
        argumentSet("half q alone", (Recombination) (key, sP, sQ) -> sQ),
        argumentSet(
            "halves exchanged",
            (Recombination) (key, sP, sQ) -> Recombination.GARNER.recombine(key, sQ, sP)));
  }

  /**
   * Boneh, DeMillo, Lipton: a value that is right modulo q alone differs from the message by a
   * multiple of q. This is what the check keeps in.
   */
  @Test
  void theValueThatIsHeldBackWouldGiveAFactorAway() {
    BigInteger encoded = Octets.toInteger(Pkcs1Encoding.encode(DIGEST, 256));
    BigInteger sP = encoded.modPow(VALUES.dP(), VALUES.p()).flipBit(0);
    BigInteger sQ = encoded.modPow(VALUES.dQ(), VALUES.q());
    long[] faultyWords = KEY.crt().recombine(Words.of(sP, 16), Words.of(sQ, 16));
    BigInteger faulty = Words.toInteger(faultyWords);

    BigInteger difference = faulty.modPow(VALUES.e(), VALUES.n()).subtract(encoded);
    assertThat(difference.gcd(VALUES.n())).isEqualTo(VALUES.q());
    assertThatThrownBy(
            () ->
                Release.checked(
                    KEY.publicKey(),
                    SignatureScheme.PKCS1_V1_5,
                    DIGEST,
                    Words.toOctets(faultyWords, 256)))
        .isInstanceOf(FaultySignatureException.class);
  }

  @Test
  void aFaultInAPssSignatureIsNeverReleasedEither() {
    RsaCrt crt =
        new RsaCrt(
            KEY,
            new SecureRandom(),
            IntegerPower.RIGHT::engine,
            garnerThen(s -> s.subtract(VALUES.q())));

    assertThatThrownBy(() -> crt.sign(DIGEST, SignatureScheme.PSS))
        .isInstanceOf(FaultySignatureException.class);
  }

  @Test
  void theNextSignatureIsRightAgainAfterAPassingFault() {
    boolean[] faulty = {true};
    IntegerPower power = (b, e, m) -> faulty[0] ? BigInteger.TEN : b.modPow(e, m);
    RsaCrt crt = new RsaCrt(KEY, new SecureRandom(), power::engine, Recombination.GARNER);
    assertRefused(crt);

    faulty[0] = false;

    assertThat(KEY.publicKey().verifies(DIGEST, crt.sign(DIGEST))).isTrue();
  }

  @Test
  void theJcaSignsWhereThisCodeIsFaulty() {
    IntegerPower ten = (b, e, m) -> BigInteger.TEN;
    RsaCrt crt = new RsaCrt(KEY, new SecureRandom(), ten::engine, Recombination.GARNER);

    assertThat(KEY.publicKey().verifies(DIGEST, crt.signByJca(DIGEST))).isTrue();
  }

  private static void assertRefused(RsaCrt crt) {
    assertThatThrownBy(() -> crt.sign(DIGEST))
        .isInstanceOf(FaultySignatureException.class)
        .hasMessage(
            "a signature must be confirmed by its public key, one by key "
                + KEY.keyId()
                + " was not")
        .hasNoCause();
  }

  private static IntegerPower faultModulo(BigInteger prime, UnaryOperator<BigInteger> fault) {
    return (base, exponent, modulus) -> {
      BigInteger right = base.modPow(exponent, modulus);
      return modulus.equals(prime) ? fault.apply(right) : right;
    };
  }

  private static Recombination garnerThen(UnaryOperator<BigInteger> fault) {
    BigInteger power = BigInteger.ONE.shiftLeft(2_048);
    return (key, sP, sQ) ->
        Words.of(fault.apply(Words.toInteger(key.recombine(sP, sQ))).mod(power), 32);
  }
}
