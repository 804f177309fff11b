package io.github.lanewise.sample.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigestFieldsTests {

  /** Of no bytes. */
  private static final String EMPTY = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";

  private static final Sha256Digest DIGEST =
      Sha256Digest.parseContentAddress(
          "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");

  @Test
  void theValueIsADictionaryOfByteSequences() {
    assertThat(DigestFields.of(DIGEST)).isEqualTo("sha-256=:" + EMPTY + ":");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sha-256=:" + EMPTY + ":",
        "sha-512=:AAAA:, sha-256=:" + EMPTY + ":",
        "sha-256=:" + EMPTY + ":;a=b",
        "sha-256=:AAAA:, sha-256=:" + EMPTY + ":",
      })
  void sha256IsFoundAmongOthers(String value) {
    assertThat(DigestFields.parse("Repr-Digest", List.of(value))).hasValue(DIGEST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sha-512=:AAAA:", "md5=:AAAA:", ""})
  void otherAlgorithmsAreIgnored(String value) {
    assertThat(DigestFields.parse("Repr-Digest", List.of(value))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sha-256=:AAAA:", "sha-256=" + EMPTY, "sha-256", "sha-256=:%%%:"})
  void aMalformedDigestIsTold(String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DigestFields.parse("Content-Digest", List.of(value)))
        .withMessageStartingWith("Content-Digest must have for sha-256");
  }

  @Test
  void aPreferenceOfZeroWantsNone() {
    assertThat(DigestFields.wantsSha256(List.of("sha-256=1"))).isTrue();
    assertThat(DigestFields.wantsSha256(List.of("sha-512=3, sha-256=10"))).isTrue();
    assertThat(DigestFields.wantsSha256(List.of("sha-256=0"))).isFalse();
    assertThat(DigestFields.wantsSha256(List.of("sha-256=11"))).isFalse();
    assertThat(DigestFields.wantsSha256(List.of("sha-512=3"))).isFalse();
    assertThat(DigestFields.wantsSha256(List.of())).isFalse();
  }
}
