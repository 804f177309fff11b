package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.ClassPathResource;

/** The processor writes nothing, and says nothing, when the build no longer finds it. */
class ConfigurationMetadataTests {

  private final String metadata;

  ConfigurationMetadataTests() throws IOException {
    metadata =
        new ClassPathResource("META-INF/spring-configuration-metadata.json")
            .getContentAsString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "engine",
        "calibration",
        "cross-check-every",
        "workers",
        "pinning",
        "max-wait",
        "prefetch",
        "signing.bundle",
        "signing.key-alias",
        "signing.private-key",
        "signing.scheme",
        "signing.allow-exponent-three",
        "web.digest.verify-requests",
        "web.digest.add-to-responses",
        "web.digest.response-buffer",
        "web.digest.trailers",
        "web.signature.enabled",
        "web.multipart.max-part-size",
        "web.multipart.max-size",
        "web.multipart.max-parts"
      })
  void everyPropertyIsDescribed(String name) {
    assertThat(metadata)
        .containsPattern("\"name\": \"lanewise." + name + "\",\\s+\"type\": [^}]+\"description\"");
  }

  @Test
  void theReferenceListsEveryProperty() throws IOException {
    String reference = Files.readString(Path.of("..", "docs", "reference.md"));
    List<String> names =
        Pattern.compile("\"name\": \"(lanewise\\.[a-z.-]+)\",\\s+\"type\": \"(?!io\\.github)")
            .matcher(metadata)
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(names).hasSizeGreaterThan(7);
    assertThat(names).allSatisfy(name -> assertThat(reference).contains("| `" + name + "` |"));
  }

  @Test
  void theEnginesAreOfferedAsValues() {
    assertThat(metadata).containsPattern("\"value\": \"vector-512\",\\s+\"description\"");
  }
}
