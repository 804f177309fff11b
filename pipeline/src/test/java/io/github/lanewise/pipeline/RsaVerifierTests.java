package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.SigningFixture.KEY;
import static io.github.lanewise.pipeline.SigningFixture.digest;
import static io.github.lanewise.pipeline.SigningFixture.expected;
import static io.github.lanewise.pipeline.SigningFixture.expectedSigned;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.lanewise.kernel.rsa.SignatureScheme;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class RsaVerifierTests {

  private final RsaVerifier verifier = RsaVerifier.ofPem(KEY.publicPem());

  @Test
  void theJcasSignaturesAreRight() {
    assertThat(verifier.verify(digest(1), expected(1))).isTrue();
    assertThat(verifier.verify(digest(1), expected(1).toByteArray())).isTrue();
    assertThat(verifier.verify(expectedSigned(1))).isTrue();
    assertThat(RsaVerifier.of(KEY.publicKey().toJca()).verify(expectedSigned(1))).isTrue();
    assertThat(RsaVerifier.of(KEY.publicKey()).keyId()).isEqualTo(KEY.keyId());
  }

  @Test
  void aSignatureOfAnotherDigestIsWrong() {
    assertThat(verifier.verify(digest(2), expected(1))).isFalse();
    assertThat(verifier.verify(digest(2), expected(1).toByteArray())).isFalse();
  }

  @Test
  void aSignatureThatNamesAnotherKeyIsWrong() {
    RsaSignature renamed = RsaSignature.of(expected(1).toByteArray(), "another");

    assertThat(verifier.verify(digest(1), renamed)).isFalse();
  }

  @Test
  void aSignatureByAnotherKeyIsWrong() {
    RsaVerifier other = RsaVerifier.of(SigningFixture.generate().getPublic());

    assertThat(other.verify(digest(1), expected(1))).isFalse();
    assertThat(other.verify(digest(1), expected(1).toByteArray())).isFalse();
  }

  @Test
  void aSignatureIsAnImmutableValueThatComesBackFromItsText() {
    byte[] bytes = expected(1).toByteArray();
    RsaSignature signature = RsaSignature.of(bytes, KEY.keyId());
    bytes[0] ^= 1;
    signature.toByteArray()[1] ^= 1;

    assertThat(signature).isEqualTo(expected(1)).hasSameHashCodeAs(expected(1));
    assertThat(signature.base64())
        .isEqualTo(Base64.getEncoder().encodeToString(expected(1).toByteArray()));
    assertThat(RsaSignature.ofBase64(signature.base64(), KEY.keyId())).isEqualTo(signature);
    assertThat(signature.algorithm()).isEqualTo("RSASSA-PKCS1-v1_5");
    assertThat(signature.hash()).isEqualTo("SHA-256");
    assertThat(signature.keyId()).isEqualTo(KEY.keyId());
    assertThat(signature)
        .isNotEqualTo(expected(2))
        .isNotEqualTo(RsaSignature.of(expected(1).toByteArray(), "another"))
        .hasToString("RSASSA-PKCS1-v1_5 SHA-256 " + KEY.keyId() + " " + signature.base64());
  }

  @Test
  void aSignatureOfOneSchemeIsNoneOfTheOther() {
    byte[] bytes = expected(1).toByteArray();
    RsaSignature asPss = RsaSignature.of(bytes, KEY.keyId(), SignatureScheme.PSS);

    assertThat(verifier.verify(digest(1), asPss)).isFalse();
    assertThat(verifier.verify(digest(1), bytes, SignatureScheme.PSS)).isFalse();
    assertThat(asPss).isNotEqualTo(expected(1));
    assertThat(asPss.algorithm()).isEqualTo("RSASSA-PSS");
    assertThat(asPss.scheme().joseName()).isEqualTo("PS256");
    assertThat(expected(1).scheme().joseName()).isEqualTo("RS256");
    assertThat(RsaSignature.ofBase64(asPss.base64(), KEY.keyId(), SignatureScheme.PSS))
        .isEqualTo(asPss);
  }

  @Test
  void noBytesAreNoSignature() {
    assertThatThrownBy(() -> RsaSignature.of(new byte[0], "key"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has 0");
  }
}
