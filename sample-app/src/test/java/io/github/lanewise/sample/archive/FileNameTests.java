package io.github.lanewise.sample.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names as octets, there and back. */
final class FileNameTests {

  @Test
  void everyOctetSurvivesThePath() {
    for (char c = 1; c < 256; c++) {
      if (c != '/') {
        FileName name = new FileName("a" + c + "z");
        assertThat(FileName.lastOf(name.toPath())).isEqualTo(name);
      }
    }
  }

  @Test
  void relativeNamesAreThoseOfTheWorkingDirectory() {
    assertThat(new FileName("b\u00e4d").toPath().getParent())
        .isEqualTo(Path.of("").toAbsolutePath());
    assertThat(new FileName("/x/b\u00e4d").toPath().getParent()).isEqualTo(Path.of("/x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "\\", "\n", "\r", "\\n", "a\\\nb\r\\\\"})
  void escapesComeBack(String octets) {
    FileName name = new FileName(octets);
    assertThat(name.escaped()).doesNotContain("\n", "\r");
    assertThat(FileName.unescape(name.escaped())).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\", "a\\", "\\x", "\\\\\\", "\\0"})
  void whatNoNameEscapesToIsRefused(String text) {
    assertThat(FileName.unescape(text)).isNull();
  }

  @Test
  void argumentsAreTakenFromTheEndOfTheCommandLine() {
    String[] commandLine = {"java", "-cp", "x", "Main", "manifest", "b\u00e4d", ""};
    assertThat(RawArguments.lastOf(commandLine, new String[] {"manifest", "b\ufffdd"}))
        .containsExactly("manifest", "b\u00e4d");
    // Another program's line: the text it is, in UTF-8.
    assertThat(RawArguments.lastOf(commandLine, new String[] {"verify", "b\u00e4d"}))
        .containsExactly("verify", "b\u00c3\u00a4d");
  }
}
