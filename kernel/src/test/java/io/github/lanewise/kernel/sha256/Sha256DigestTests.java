package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The value and its written forms. */
class Sha256DigestTests {

  private static final String EMPTY =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  @Test
  void isWrittenAsHexAndAsContentAddress() {
    Sha256Digest digest = Messages.jdkDigest(new byte[0]);
    assertThat(digest.hex()).isEqualTo(EMPTY);
    assertThat(digest.contentAddress()).isEqualTo("sha256:" + EMPTY).isEqualTo(digest.toString());
    assertThat(Sha256Digest.parseContentAddress(digest.contentAddress())).isEqualTo(digest);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sha256:",
        EMPTY,
        "sha256:E3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b8555",
        "sha512:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "sha256:../../../../../../../../../../../../../../../../../../../etc/passwd"
      })
  void otherFormsAreRefused(String address) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sha256Digest.parseContentAddress(address))
        .withMessageContaining("'" + address + "'");
  }

  @Test
  void keepsItsBytesToItself() {
    byte[] bytes = new byte[32];
    Sha256Digest digest = Sha256Digest.of(bytes);
    bytes[0] = 1;
    digest.toByteArray()[1] = 1;
    assertThat(digest.toByteArray()).containsOnly(0);
    assertThat(digest)
        .isNotEqualTo(Sha256Digest.of(bytes))
        .hasSameHashCodeAs(Sha256Digest.of(new byte[32]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sha256Digest.of(new byte[31]))
        .withMessage("a SHA-256 digest has 32 bytes, this one has 31");
  }
}
