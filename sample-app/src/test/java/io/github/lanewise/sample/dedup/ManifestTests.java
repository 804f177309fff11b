package io.github.lanewise.sample.dedup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTests {

  private static final Sha256Digest ONES =
      Sha256Digest.parseContentAddress("sha256:" + "1".repeat(64));
  private static final Manifest MANIFEST =
      new Manifest(
          ONES,
          100_000,
          Chunking.CDC.manifestName(),
          List.of(new Manifest.Chunk(ONES, 70_000), new Manifest.Chunk(ONES, 30_000)));

  @Test
  void theTextHasOneForm() {
    assertThat(MANIFEST.text())
        .isEqualTo(
            "lanewise manifest v1\nstream %s\nsize 100000\nchunking fastcdc 16384 65536 262144\n"
                    .formatted(ONES.hex())
                + "chunks 2\n%s 70000\n%s 30000\n".formatted(ONES.hex(), ONES.hex()));
    assertThat(Manifest.parse(MANIFEST.text())).isEqualTo(MANIFEST);
  }

  @Test
  void anEmptyStreamHasAManifest() {
    Manifest empty = new Manifest(ONES, 0, "fixed 65536", List.of());
    assertThat(Manifest.parse(empty.text())).isEqualTo(empty);
  }

  /** Another version, size, number of chunks, a sign, a missing end, an upper-case digit. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "manifest v1=manifest v2",
        "size 100000=size 99999",
        "size 100000=size +100000",
        "chunks 2=chunks 3",
        " 30000\n= 30000",
        " 70000= 070000",
        "stream 1=stream A",
        "lanewise= lanewise",
      })
  void anyOtherTextIsRefused(String change) {
    String[] parts = change.split("=", -1);
    String changed = MANIFEST.text().replace(parts[0], parts[1]);
    assertThat(changed).isNotEqualTo(MANIFEST.text());
    assertThatIllegalArgumentException().isThrownBy(() -> Manifest.parse(changed));
  }
}
