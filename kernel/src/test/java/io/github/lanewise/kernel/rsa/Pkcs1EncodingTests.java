package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Pkcs1EncodingTests {

  private static final Sha256Digest DIGEST = Sha256Digest.of(new byte[Sha256Digest.BYTES]);

  @ParameterizedTest
  @ValueSource(ints = {256, 384, 512, 1_024})
  void fillsTheModulusWithPaddingTypeOne(int length) {
    byte[] encoded = Pkcs1Encoding.encode(DIGEST, length);

    assertThat(encoded).hasSize(length).startsWith(0x00, 0x01, 0xFF);
    int separator = length - 52;
    byte[] padding = Arrays.copyOfRange(encoded, 2, separator);
    assertThat(padding).containsOnly(0xFF);
    assertThat(encoded[separator]).isZero();
    // RFC 8017 §9.2, note 1.
    assertThat(HexFormat.of().formatHex(encoded, separator + 1, separator + 20))
        .isEqualTo("3031300d060960864801650304020105000420");
  }

  @Test
  void endsWithTheDigestItself() {
    byte[] digest = new byte[Sha256Digest.BYTES];
    for (int i = 0; i < digest.length; i++) {
      digest[i] = (byte) (i + 1);
    }

    assertThat(Pkcs1Encoding.encode(Sha256Digest.of(digest), 256)).endsWith(digest);
  }

  @Test
  void isWhatTheJcaSigns() throws Exception {
    byte[] message = {1, 2, 3};
    Signature signer = Signature.getInstance("SHA256withRSA");
    signer.initSign(TestKeys.pair(2_048).getPrivate());
    signer.update(message);
    RSAPublicKey key = (RSAPublicKey) TestKeys.pair(2_048).getPublic();
    BigInteger signed =
        new BigInteger(1, signer.sign()).modPow(key.getPublicExponent(), key.getModulus());

    Sha256Digest digest = Sha256Digest.of(MessageDigest.getInstance("SHA-256").digest(message));
    assertThat(Octets.toInteger(Pkcs1Encoding.encode(digest, 256))).isEqualTo(signed);
  }
}
