package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.RSAPrivateKeySpec;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RsaKeyTests {

  private static final CrtValues GOOD = TestKeys.values(2_048);
  private static final BigInteger ONE = BigInteger.ONE;
  private static final BigInteger TWO = BigInteger.TWO;
  private static final BigInteger F4 = BigInteger.valueOf(65_537);

  @Test
  void aGoodKeyIsTaken() {
    RsaKey key = RsaKey.checked(GOOD, PublicExponentRule.ABOVE_65536);

    assertThat(key.bits()).isEqualTo(2_048);
    assertThat(key.publicKey().signatureBytes()).isEqualTo(256);
    assertThat(key.publicKey().toJca()).isEqualTo(TestKeys.pair(2_048).getPublic());
  }

  @ParameterizedTest
  @MethodSource("wrongKeys")
  void everyViolatedRelationIsToldOnce(CrtValues key, List<String> violations) {
    InvalidRsaKeyException refusal =
        catchThrowableOfType(
            InvalidRsaKeyException.class,
            () -> RsaKey.checked(key, PublicExponentRule.ABOVE_65536));

    assertThat(refusal.violations()).containsExactlyElementsOf(violations);
    assertThat(refusal).hasMessage(String.join("; ", violations));
  }

  static Stream<Arguments> wrongKeys() {
    String ed1 = "e·d must be 1 modulo p-1";
    String ed2 = "e·d must be 1 modulo q-1";
    String dP = "dP must be below p, and e·dP must be 1 modulo p-1";
    String dQ = "dQ must be below q, and e·dQ must be 1 modulo q-1";
    String qInv = "qInv must be below p, and q·qInv must be 1 modulo p";
    String dRange = "d must be above 2^(bits/2) and below n";
    CrtValues g = GOOD;
    return Stream.of(
        wrong(
            "n",
            copy(g.n().add(TWO), g.e(), g.d(), g.p(), g.q(), g.dP(), g.dQ(), g.qInv()),
            "p·q must equal n"),
        wrong(
            "d",
            copy(g.n(), g.e(), g.d().add(TWO), g.p(), g.q(), g.dP(), g.dQ(), g.qInv()),
            ed1,
            ed2),
        wrong(
            "d right modulo p-1 only",
            copy(g.n(), g.e(), onlyModuloP(), g.p(), g.q(), g.dP(), g.dQ(), g.qInv()),
            ed2),
        wrong(
            "d of n bits and more",
            copy(
                g.n(),
                g.e(),
                g.d().add(phi(g).shiftLeft(8)),
                g.p(),
                g.q(),
                g.dP(),
                g.dQ(),
                g.qInv()),
            dRange),
        wrong("dP", copy(g.n(), g.e(), g.d(), g.p(), g.q(), g.dP().add(ONE), g.dQ(), g.qInv()), dP),
        wrong(
            "dP not reduced",
            copy(
                g.n(),
                g.e(),
                g.d(),
                g.p(),
                g.q(),
                g.dP().add(g.p().subtract(ONE).shiftLeft(1)),
                g.dQ(),
                g.qInv()),
            dP),
        wrong("dQ", copy(g.n(), g.e(), g.d(), g.p(), g.q(), g.dP(), g.dQ().add(ONE), g.qInv()), dQ),
        wrong(
            "qInv",
            copy(g.n(), g.e(), g.d(), g.p(), g.q(), g.dP(), g.dQ(), g.qInv().add(ONE)),
            qInv),
        wrong(
            "dP and qInv",
            copy(g.n(), g.e(), g.d(), g.p(), g.q(), g.dP().add(ONE), g.dQ(), g.qInv().add(ONE)),
            dP,
            qInv),
        wrong(
            "dP and dQ exchanged",
            copy(g.n(), g.e(), g.d(), g.p(), g.q(), g.dQ(), g.dP(), g.qInv()),
            dP,
            dQ));
  }

  @Test
  void primesThatAreNotPrimeAreTold() {
    // 3·2^1022 + 9: odd, of the right size, and a multiple of 3.
    BigInteger composite =
        BigInteger.valueOf(3).multiply(ONE.shiftLeft(1_022)).add(BigInteger.valueOf(9));
    CrtValues key =
        new CrtValues(
            composite.multiply(GOOD.q()),
            GOOD.e(),
            GOOD.d(),
            composite,
            GOOD.q(),
            GOOD.dP(),
            GOOD.dQ(),
            GOOD.qInv());

    assertThat(violations(key))
        .contains("p must be an odd prime")
        .doesNotContain("q must be an odd prime");
  }

  @Test
  void anEvenPrimeIsTold() {
    CrtValues key =
        new CrtValues(
            GOOD.n(),
            GOOD.e(),
            GOOD.d(),
            GOOD.p(),
            GOOD.q().subtract(ONE),
            GOOD.dP(),
            GOOD.dQ(),
            GOOD.qInv());

    assertThat(violations(key)).contains("q must be an odd prime", "p·q must equal n");
  }

  @Test
  void equalPrimesAreTold() {
    CrtValues key =
        new CrtValues(
            GOOD.p().multiply(GOOD.p()),
            GOOD.e(),
            GOOD.d(),
            GOOD.p(),
            GOOD.p(),
            GOOD.dP(),
            GOOD.dP(),
            ONE);

    assertThat(violations(key))
        .contains("p and q must differ", "qInv must be below p, and q·qInv must be 1 modulo p");
  }

  @Test
  void primesCloseToOneAnotherAreTold() {
    BigInteger p = invertible(GOOD.p());
    BigInteger q = invertible(p.nextProbablePrime());
    CrtValues key = TestKeys.of(p, q, F4);

    assertThat(violations(key))
        .containsExactly("p and q must differ by more than 2^(bits/2 - 100)");
  }

  @Test
  void primesOfUnequalSizeAreTold() {
    Random random = new Random(1);
    CrtValues key =
        TestKeys.of(
            invertible(new BigInteger(1_200, 1, random)), invertible(largestPrime(848)), F4);

    assertThat(violations(key))
        .contains("p and q must have half the bits of n each, 1024, have 1200 and 848");
  }

  @Test
  void aSmallModulusIsTold() {
    assertThat(violations(TestKeys.values(1_024)))
        .containsExactly("the modulus must have 2048 to 8192 bits, a multiple of 8, has 1024");
  }

  @Test
  void aModulusOfBrokenBytesIsTold() {
    assertThat(violations(TestKeys.values(2_050)))
        .containsExactly("the modulus must have 2048 to 8192 bits, a multiple of 8, has 2050");
  }

  @Test
  void theExponentThreeNeedsToBeAllowed() {
    CrtValues key = exponentThree();

    assertThat(violations(key)).containsExactly("e must be odd, above 2^16 and below 2^64, was 3");
    assertThatCode(() -> RsaKey.checked(key, PublicExponentRule.ALLOW_3))
        .doesNotThrowAnyException();
  }

  @Test
  void evenSmallAndLongExponentsAreTold() {
    for (BigInteger e :
        List.of(BigInteger.valueOf(17), BigInteger.valueOf(65_536), BigInteger.valueOf(65_538))) {
      assertThat(violations(withExponent(e)))
          .contains("e must be odd, above 2^16 and below 2^64, was " + e);
    }
    assertThat(violations(withExponent(ONE.shiftLeft(64).add(ONE))))
        .contains("e must be odd, above 2^16 and below 2^64, was of 65 bits");
  }

  @Test
  void valuesThatAreNotPositiveAreToldAndStopTheRest() {
    CrtValues key =
        new CrtValues(
            GOOD.n().negate(),
            BigInteger.ZERO,
            GOOD.d(),
            ONE,
            BigInteger.ZERO,
            GOOD.dP(),
            GOOD.dQ(),
            GOOD.qInv());

    assertThat(violations(key))
        .containsExactly(
            "n must be positive",
            "e must be positive",
            "p must be at least 2",
            "q must be at least 2");
  }

  @Test
  void aKeyWithoutCrtValuesIsRefused() throws Exception {
    PrivateKey key =
        KeyFactory.getInstance("RSA").generatePrivate(new RSAPrivateKeySpec(GOOD.n(), GOOD.d()));

    assertThatThrownBy(() -> RsaKey.of(key))
        .isInstanceOf(InvalidRsaKeyException.class)
        .hasMessageContaining("must be an RSA key that shows its CRT values (p, q, dP, dQ, qInv)");
  }

  @Test
  void keysForOtherSchemesAreRefused() throws Exception {
    PrivateKey ec = KeyPairGenerator.getInstance("EC").generateKeyPair().getPrivate();
    PrivateKey pss = KeyPairGenerator.getInstance("RSASSA-PSS").generateKeyPair().getPrivate();

    assertThatThrownBy(() -> RsaKey.of(ec))
        .isInstanceOf(InvalidRsaKeyException.class)
        .hasMessageContaining("this EC key does not");
    assertThatThrownBy(() -> RsaKey.of(pss))
        .isInstanceOf(InvalidRsaKeyException.class)
        .hasMessageContaining("RSASSA-PSS only");
  }

  @Test
  void noTextShowsASecret() {
    RsaKey key = RsaKey.checked(GOOD, PublicExponentRule.ABOVE_65536);

    assertThat(key).hasToString("RsaKey[" + key.keyId() + ", 2048 bits]");
    assertThat(GOOD).hasToString("CrtValues[2048 bits]");
  }

  private static List<String> violations(CrtValues key) {
    return RsaKeyRules.violations(key, PublicExponentRule.ABOVE_65536);
  }

  private static Arguments wrong(String name, CrtValues key, String... violations) {
    return argumentSet(name, key, List.of(violations));
  }

  private static CrtValues copy(
      BigInteger n,
      BigInteger e,
      BigInteger d,
      BigInteger p,
      BigInteger q,
      BigInteger dP,
      BigInteger dQ,
      BigInteger qInv) {
    return new CrtValues(n, e, d, p, q, dP, dQ, qInv);
  }

  private static BigInteger phi(CrtValues key) {
    return key.p().subtract(ONE).multiply(key.q().subtract(ONE));
  }

  /** d + (p − 1): the same modulo p − 1, another modulo q − 1. */
  private static BigInteger onlyModuloP() {
    return GOOD.d().add(GOOD.p().subtract(ONE));
  }

  private static CrtValues withExponent(BigInteger e) {
    return new CrtValues(
        GOOD.n(), e, GOOD.d(), GOOD.p(), GOOD.q(), GOOD.dP(), GOOD.dQ(), GOOD.qInv());
  }

  private static CrtValues exponentThree() {
    BigInteger three = BigInteger.valueOf(3);
    Random random = new Random(3);
    BigInteger p = primeFor(three, random);
    BigInteger q = primeFor(three, random);
    return TestKeys.of(p, q, three);
  }

  /** A prime of 1,024 bits, its two upper bits set, with p − 1 coprime to e. */
  private static BigInteger primeFor(BigInteger e, Random random) {
    BigInteger top = BigInteger.valueOf(3).shiftLeft(1_022);
    BigInteger prime = new BigInteger(1_022, random).or(top).nextProbablePrime();
    while (!prime.subtract(ONE).gcd(e).equals(ONE)) {
      prime = prime.nextProbablePrime();
    }
    return prime;
  }

  private static BigInteger largestPrime(int bits) {
    return ONE.shiftLeft(bits).subtract(ONE.shiftLeft(bits - 8)).nextProbablePrime();
  }

  private static BigInteger invertible(BigInteger prime) {
    BigInteger candidate = prime;
    while (!candidate.subtract(ONE).gcd(F4).equals(ONE)) {
      candidate = candidate.nextProbablePrime();
    }
    return candidate;
  }
}
