package io.github.lanewise.sample.archive;

import static io.github.lanewise.sample.archive.CommandRun.assumeThere;
import static io.github.lanewise.sample.archive.CommandRun.bash;
import static io.github.lanewise.sample.archive.CommandRun.lanewise;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Manifests of trees, beside those of the real {@code sha256sum}. */
final class ManifestTests {

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void theToolsAreThere() {
    assumeThere("bash", "sha256sum", "find", "sort");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk", "auto", "scalar", "scalar:1"})
  void aTreeHasTheLinesOfFindAndSha256sumInTheOrderOfBytes(String engine) throws Exception {
    // 55 to 65 and 119 to 129 bytes: the padding. 65535 to 65537: the chunk. Folders beside files
    // whose names begin as theirs and go on with what sorts before and after a slash.
    bash(
        folder,
        """
        for n in 0 1 55 56 63 64 65 119 120 128 65535 65536 65537 131072 200000; do
          head -c $n /dev/urandom > f$n; done
        mkdir -p a/b/c a.d a-x a0 empty && echo 1 > a/1 && echo 2 > a/b/2 && echo 3 > a/b/c/3
        echo 4 > a.d/4; echo 5 > a-x/5; echo 6 > a0/6; echo 7 > a.; echo 8 > 'a!'; echo 9 > ab
        """);
    CommandRun theirs = listBySha256sum(folder);
    CommandRun ours = lanewise("manifest", "--engine", engine, folder.toString());
    assertThat(ours).isEqualTo(theirs);
    assertThat(ours.out().lines()).hasSize(24);
  }

  @Test
  void oddNamesAreEscapedAsTheirs() throws Exception {
    bash(
        folder,
        """
        for n in 'a b' ' lead' 'c\\d' $'n\\nl' $'r\\rr' $'t\\tt' "q'q" 'd"q' '*' -dash '#hash' '@at'; do
          echo "$n" > "./$n"; done
        """);
    assertThat(lanewise("manifest", folder.toString())).isEqualTo(listBySha256sum(folder));
  }

  @Test
  void namesThatAreNoTextAreKeptByteForByte() throws Exception {
    bash(
        folder,
        """
        mkdir $'d\\xe4r' $'\\xff'; echo 1 > $'d\\xe4r/\\xc3'; echo 2 > $'\\xff/\\xc3\\xa4'
        echo 3 > $'\\xef\\xbf\\xbd'; echo 4 > $'\\xed\\xa0\\x80%41'; echo 5 > $'\\xe4\\nl'
        """);
    CommandRun ours = lanewise("manifest", folder.toString());
    assertThat(ours).isEqualTo(listBySha256sum(folder));
    assertThat(ours.out()).contains("/\u00ff/\u00c3\u00a4\n");
    bash(folder, "find '%s' -type f -print0 | xargs -0 sha256sum > ../sums".formatted(folder));
    Path sums = folder.resolveSibling("sums");
    CommandRun verified = lanewise("verify", "--quiet", sums.toString());
    Files.delete(sums);
    assertThat(verified).isEqualTo(new CommandRun(0, "", ""));
    assertThat(lanewise("manifest", folder + "/d\u00e4r/\u00c3").status()).isZero();
  }

  @Test
  void withZeroNothingIsEscaped() throws Exception {
    bash(folder, "echo 1 > $'n\\nl'; echo 2 > 'c\\d'");
    CommandRun theirs =
        bash(
            folder,
            "find '%s' -type f -print0 | sort -z | xargs -0 sha256sum -z".formatted(folder));
    assertThat(lanewise("manifest", "-z", folder.toString())).isEqualTo(theirs);
  }

  @Test
  void linksAndPipesInATreeAreLeftOut() throws Exception {
    bash(
        folder,
        "echo 1 > file; mkfifo pipe; ln -s file link; ln -s . loop; ln -s nowhere broken; mkdir d");
    CommandRun ours = lanewise("manifest", folder.toString());
    assertThat(ours).isEqualTo(listBySha256sum(folder));
    assertThat(ours.out().lines()).hasSize(1);
  }

  @Test
  void linksThatAreNamedAreFollowed() throws Exception {
    bash(folder, "mkdir d; echo 1 > d/file; ln -s d/file link; ln -s d linked");
    assertThat(lanewise("manifest", folder + "/link"))
        .isEqualTo(bash(folder, "sha256sum '%s/link'".formatted(folder)));
    assertThat(lanewise("manifest", folder + "/linked").out()).endsWith("/linked/file\n");
  }

  @Test
  void withFollowALoopIsToldAndTheRestIsListed() throws Exception {
    bash(folder, "mkdir d; echo 1 > d/file; ln -s .. d/up; ln -s d twice; ln -s nowhere broken");
    CommandRun ours = lanewise("manifest", "-L", folder.toString());
    assertThat(ours.status()).isEqualTo(1);
    assertThat(ours.out().lines().map(line -> line.substring(66 + folder.toString().length())))
        .containsExactly("/d/file", "/twice/file");
    assertThat(ours.err())
        .contains("/d/up: File system loop detected")
        .contains("/broken: No such file or directory");
  }

  @Test
  void whatCannotBeReadIsToldAsTheirsAndTheRestIsListed() throws Exception {
    bash(folder, "echo 1 > file");
    // Root may read everything, but nobody this: its first page is not mapped.
    CommandRun theirs =
        bash(folder, "sha256sum /proc/self/mem '%1$s/no such' '%1$s/file'".formatted(folder))
            .asOurs();
    CommandRun ours = lanewise("manifest", "/proc/self/mem", folder + "/no such", folder + "/file");
    assertThat(ours).isEqualTo(theirs);
    assertThat(ours.status()).isEqualTo(1);
  }

  @Test
  void namesInMessagesAreQuotedAsTheirs() throws Exception {
    String[] names = {
      "plain-1.x",
      "a b",
      "it's",
      "it's \"two\"",
      "n\nl",
      "t\tt\u0001",
      "d=e",
      "~x",
      "x~",
      "#x",
      "x#",
      "a[1]",
      "a]",
      "{a}",
      "{",
      "!x",
      "c\\d",
      "a\nbc\n"
    };
    for (String name : names) {
      bash(folder, "true");
      Path list = folder.resolve("list");
      Files.writeString(list, folder + "/no/" + name + "\0");
      CommandRun theirs = bash(folder, "xargs -0 sha256sum < list").asOurs();
      assertThat(lanewise("manifest", folder + "/no/" + name).err()).isEqualTo(theirs.err());
    }
  }

  @Test
  void filesThatTellNoSizeAreReadToTheirEnd() throws Exception {
    CommandRun theirs = bash(folder, "sha256sum /proc/version");
    assertThat(lanewise("manifest", "/proc/version")).isEqualTo(theirs);
  }

  @Test
  void aSparseFileIsReadWithItsHoles() throws Exception {
    bash(folder, "truncate -s 9M sparse; echo x >> sparse");
    assertThat(lanewise("manifest", folder.toString())).isEqualTo(listBySha256sum(folder));
  }

  @Test
  void theManifestIsNotListedInItself() throws Exception {
    bash(folder, "echo 1 > file; echo old > sums");
    CommandRun ours = lanewise("manifest", "-o", folder + "/sums", folder.toString());
    assertThat(ours).isEqualTo(new CommandRun(0, "", ""));
    assertThat(bash(folder, "sha256sum -c sums").out()).isEqualTo(folder + "/file: OK\n");
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(2);
    }
  }

  private static CommandRun listBySha256sum(Path tree) throws IOException, InterruptedException {
    return bash(tree, "find '%s' -type f -print0 | sort -z | xargs -0 sha256sum".formatted(tree));
  }
}
