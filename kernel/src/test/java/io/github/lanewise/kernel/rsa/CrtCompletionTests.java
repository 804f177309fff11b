package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.RSAPrivateKeySpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of which only n, e and d were kept. */
class CrtCompletionTests {

  private static final CrtValues GOOD = TestKeys.values(2_048);
  private static final BigInteger ONE = BigInteger.ONE;

  @ParameterizedTest
  @ValueSource(ints = {2_048, 2_056, 3_072})
  void thePrimesAreFound(int bits) {
    CrtValues key = TestKeys.values(bits);
    CrtValues found = complete(key.n(), key.e(), key.d());

    assertThat(List.of(found.p(), found.q())).containsExactlyInAnyOrder(key.p(), key.q());
    assertThat(found.p()).isGreaterThan(found.q());
    assertThat(RsaKeyRules.violations(found, PublicExponentRule.ABOVE_65536)).isEmpty();
  }

  /** d need not be the smallest: FIPS 186-5 takes it modulo λ(n), others modulo φ(n). */
  @Test
  void anyPrivateExponentOfTheKeyWillDo() {
    BigInteger p1 = GOOD.p().subtract(ONE);
    BigInteger q1 = GOOD.q().subtract(ONE);
    BigInteger lambda = p1.multiply(q1).divide(p1.gcd(q1));

    assertThat(complete(GOOD.n(), GOOD.e(), GOOD.e().modInverse(lambda)).n()).isEqualTo(GOOD.n());
    assertThat(complete(GOOD.n(), GOOD.e(), GOOD.e().modInverse(p1.multiply(q1))).n())
        .isEqualTo(GOOD.n());
  }

  @Test
  void valuesThatDoNotBelongTogetherAreRefused() {
    String apart = "n, e and d must belong together";
    assertThatThrownBy(() -> complete(GOOD.n(), GOOD.e(), GOOD.d().add(BigInteger.TWO)))
        .isInstanceOf(InvalidRsaKeyException.class)
        .hasMessageContaining(apart);
    // e·d even: m is odd.
    assertThatThrownBy(() -> complete(GOOD.n(), GOOD.e(), GOOD.d().add(ONE)))
        .hasMessageContaining(apart);
    assertThatThrownBy(() -> complete(GOOD.n().subtract(BigInteger.TWO), GOOD.e(), GOOD.d()))
        .hasMessageContaining(apart);
    BigInteger prime = ONE.shiftLeft(2_048).subtract(BigInteger.valueOf(1_557));
    assertThat(prime.isProbablePrime(20)).isTrue();
    assertThatThrownBy(() -> complete(prime, GOOD.e(), GOOD.e().modInverse(prime.subtract(ONE))))
        .as("a prime modulus has no factors to be found")
        .hasMessageContaining(apart);
  }

  @Test
  void sizesAreLookedAtBeforeAnythingIsComputed() {
    assertThatThrownBy(
            () -> complete(ONE.shiftLeft(1_000_000), BigInteger.TWO.negate(), BigInteger.ZERO))
        .isInstanceOf(InvalidRsaKeyException.class)
        .hasMessage(
            "e must be positive; the modulus must have 2048 to 8192 bits, a multiple of 8, has"
                + " 1000001; e must be odd, above 2^16 and below 2^64, was -2; d must be positive"
                + " and below n");
    assertThatThrownBy(() -> complete(GOOD.n(), GOOD.e(), GOOD.n()))
        .hasMessage("d must be positive and below n");
  }

  @Test
  void aPrivateKeyOfTheJcaIsCompletedByItsPublicKey() throws Exception {
    PublicKey publicKey = TestKeys.pair(2_048).getPublic();

    RsaKey key = RsaKey.of(plain(), publicKey, PublicExponentRule.ABOVE_65536);

    assertThat(key.keyId()).isEqualTo(TestKeys.key(2_048).keyId());
    assertThatThrownBy(() -> RsaKey.of(plain()))
        .hasMessageContaining("or its exponent d and come with its public key; this RSA key does");
  }

  @Test
  void anotherKeysPublicKeyIsRefused() {
    PublicKey other = TestKeys.pair(2_056).getPublic();
    String another = "must be that of the private key, is another's";

    assertThatThrownBy(
            () ->
                RsaKey.of(TestKeys.pair(2_048).getPrivate(), other, PublicExponentRule.ABOVE_65536))
        .isInstanceOf(InvalidRsaKeyException.class)
        .hasMessageContaining(another);
    assertThatThrownBy(() -> RsaKey.of(plain(), other, PublicExponentRule.ABOVE_65536))
        .isInstanceOf(InvalidRsaKeyException.class)
        .hasMessageContaining(another);
  }

  @Test
  void aPemWithZerosForTheRestIsCompleted() {
    BigInteger zero = BigInteger.ZERO;
    CrtValues key = new CrtValues(GOOD.n(), GOOD.e(), GOOD.d(), zero, zero, zero, zero, zero);

    assertThat(RsaKey.ofPem(Pem.of("RSA PRIVATE KEY", pkcs1(key))).keyId())
        .isEqualTo(TestKeys.key(2_048).keyId());
    CrtValues half =
        new CrtValues(GOOD.n(), GOOD.e(), GOOD.d(), GOOD.p(), GOOD.q(), zero, zero, zero);
    assertThatThrownBy(() -> RsaKey.ofPem(Pem.of("RSA PRIVATE KEY", pkcs1(half))))
        .as("a key of which some values are missing was spoilt")
        .hasMessageContaining("dP must be positive");
  }

  private static CrtValues complete(BigInteger n, BigInteger e, BigInteger d) {
    return CrtCompletion.complete(n, e, d, PublicExponentRule.ABOVE_65536);
  }

  private static PrivateKey plain() throws Exception {
    return KeyFactory.getInstance("RSA").generatePrivate(new RSAPrivateKeySpec(GOOD.n(), GOOD.d()));
  }

  /** RFC 8017 appendix A.1.2. */
  private static byte[] pkcs1(CrtValues key) {
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    for (BigInteger field :
        List.of(
            BigInteger.ZERO,
            key.n(),
            key.e(),
            key.d(),
            key.p(),
            key.q(),
            key.dP(),
            key.dQ(),
            key.qInv())) {
      fields.writeBytes(element(0x02, field.toByteArray()));
    }
    return element(0x30, fields.toByteArray());
  }

  private static byte[] element(int tag, byte[] content) {
    ByteArrayOutputStream element = new ByteArrayOutputStream();
    element.write(tag);
    if (content.length >= 0x100) {
      element.write(0x82);
      element.write(content.length >> 8);
    } else if (content.length >= 0x80) {
      element.write(0x81);
    }
    element.write(content.length);
    element.writeBytes(content);
    return element.toByteArray();
  }
}
