package io.github.lanewise.sample.archive;

import static io.github.lanewise.sample.archive.CommandRun.assumeThere;
import static io.github.lanewise.sample.archive.CommandRun.bash;
import static io.github.lanewise.sample.archive.CommandRun.lanewise;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks of manifests, each beside the real {@code sha256sum -c}: words, streams and status. */
final class VerifyTests {

  private static final String SCRIPT =
      """
      echo 1 > one; echo 2 > two; echo 3 > 'a b'; echo 4 > $'n\\nl'; echo 5 > 'c\\d'; mkdir dir
      P=$PWD; Z=$(printf '0%.0s' {1..64})
      sha256sum $P/one $P/two "$P/a b" $P/$'n\\nl' "$P/c\\\\d" > good 2>/dev/null
      sha256sum $P/one $P/two "$P/a b" $P/$'n\\nl' > good
      { cat good; echo "$Z  $P/one"; } > wrong
      { cat good; echo "$Z  $P/gone"; echo "$Z  $P/gone too"; } > missing
      { echo "$Z  $P/gone"; } > only-missing
      { echo junk; cat good; echo "${Z:1}  $P/one"; } > junk
      { echo junk; echo "# no"; } > only-junk
      { echo "$Z  $P/gone"; echo junk; echo "$Z  $P/gone too"; cat good; } > missing-and-junk
      : > empty
      { echo '# comment'; echo; cat good; } > comments
      sed 's/$/\\r/' < good | grep -v nl > carriage-returns
      sha256sum --tag $P/one "$P/a b" $P/$'n\\nl' > tagged
      sha256sum -b $P/one $P/two > binary
      sed 's/  / /' good > one-space
      { head -1 good; sed 's/  / /' good; } > mixed
      sed 's/^/  /' good > indented
      tr a-f A-F < good | sed "s#^\\([0-9A-F]*  \\).*#\\1$P/one#" | head -1 > upper-case
      { echo "\\\\$Z  $P/bad\\\\escape"; echo "\\\\$Z  $P/end\\\\"; cat good; } > bad-escapes
      { echo "$Z  $P/dir"; cat good; } > directory
      printf '%s' "$(cat good)" > no-line-feed
      """;

  @TempDir private static Path folder = Path.of("");

  @BeforeAll
  static void manifestsAreThere() throws Exception {
    assumeThere("bash", "sha256sum");
    bash(folder, SCRIPT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "good",
        "--quiet good",
        "--status good",
        "wrong",
        "--quiet wrong",
        "--status wrong",
        "missing",
        "--ignore-missing missing",
        "--ignore-missing --quiet missing",
        "only-missing",
        "--ignore-missing only-missing",
        "--ignore-missing --status only-missing",
        "--status missing",
        "junk",
        "-w junk",
        "--strict junk",
        "--strict -w --quiet junk",
        "only-junk",
        "-w missing-and-junk",
        "--status only-junk",
        "-w only-junk",
        "empty",
        "comments",
        "carriage-returns",
        "tagged",
        "binary",
        "one-space",
        "-w mixed",
        "indented",
        "upper-case",
        "-w bad-escapes",
        "directory",
        "no-line-feed",
        "no-such-manifest",
        "dir",
        "good wrong missing",
        "good no-such-manifest",
      })
  void saysWhatSha256sumSays(String line) throws Exception {
    String absolute =
        String.join(
            " ",
            Arrays.stream(line.split(" ", -1))
                .map(word -> word.startsWith("-") ? word : folder + "/" + word)
                .toList());
    CommandRun theirs = bash(folder, "sha256sum -c " + absolute).asOurs();
    CommandRun ours =
        lanewise(
            Stream.concat(Stream.of("verify"), Arrays.stream(absolute.split(" ", -1)))
                .toArray(String[]::new));
    assertThat(ours).isEqualTo(theirs);
  }

  @Test
  void zeroBytesEndTheLinesOfAManifestThatWasMadeSo() throws Exception {
    CommandRun made = lanewise("manifest", "-z", "-o", folder + "/zero", folder.toString());
    assertThat(made.status()).isZero();
    CommandRun ours = lanewise("verify", "-z", folder + "/zero");
    assertThat(ours.status()).isZero();
    assertThat(ours.out()).contains("\\" + folder + "/n\\nl: OK\n").contains("/c\\d: OK\n");
  }
}
