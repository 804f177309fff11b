package io.github.lanewise.sample.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.lanewise.howto.HowToConfiguration;
import io.github.lanewise.sample.RunningServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

/**
 * Every command of every page, those of a page one after the other in one folder, against a server;
 * and that the page shows what they print, but for what is another each time. A server of its own,
 * whose log begins with docs/sample.md.
 */
@Import(HowToConfiguration.class)
@TestPropertySource(properties = "lanewise.sample.logs.window-wait=900ms")
class CommandTests extends RunningServer {

  private static final String FIRST = "docs/sample.md";
  private static final String END = "--- end of block ---";

  /** Keys, signatures, times, names and figures of the moment, and where the server listens. */
  private static final Pattern OF_THE_MOMENT =
      Pattern.compile(
          "[A-Za-z0-9+/=_-]{40,}|[0-9a-f]{32}|(?i:date): [^\n]*|\"(?:seconds|started|blobs|bytes|percent)\":"
              + "[^,}]*|\"value\":[0-9.E]*|max-age=[0-9]+(?=\n|\r)|--[0-9a-f]{8,16}|window [0-9]+ of");

  /** A script that a page asks to be saved begins with its name, on its second line. */
  private static final Pattern SCRIPT = Pattern.compile("#!/usr/bin/env bash\n# ([a-z-]+) ");

  @TempDir private Path temporary;

  @TestFactory
  Stream<DynamicTest> theCommandsPrintWhatThePageShows() {
    assumeTrue(onThePath("bash", "curl", "openssl", "sha256sum"), "the commands need their tools");
    List<Page> pages = Page.all();
    return pages.stream()
        .filter(page -> page.blocks().stream().anyMatch(FencedBlock::isRun))
        .sorted(Comparator.comparing(page -> !page.name().equals(FIRST)))
        .map(page -> DynamicTest.dynamicTest(page.name(), () -> run(page, scripts(pages))));
  }

  private void run(Page page, List<String> scripts) throws IOException {
    List<FencedBlock> blocks = page.blocks().stream().filter(FencedBlock::isRun).toList();
    StringBuilder all = new StringBuilder();
    for (FencedBlock block : blocks) {
      all.append(block.text()).append("echo; echo '").append(END).append("'\n");
    }
    String commands = all.toString().replace("localhost:8080", "localhost:" + port());
    Shell.Run run = Shell.run(folder(page, scripts), commands);
    assertThat(run.status()).as(run.printed()).isZero();
    String printed = run.printed().substring(0, run.printed().lastIndexOf(END));
    String[] outputs = printed.split("\n?" + END + "\n", -1);
    assertThat(outputs).hasSameSizeAs(blocks);
    for (int i = 0; i < outputs.length; i++) {
      String output = blocks.get(i).output();
      assertShown(page.at(blocks.get(i)), output == null ? "" : output, outputs[i]);
    }
  }

  /** A line that ends in … shows the beginning of what was printed. */
  private static void assertShown(String place, String shown, String printed) {
    String[] expected = lines(shown);
    String[] actual = lines(printed);
    assertThat(actual).as("%s: %s", place, printed).hasSameSizeAs(expected);
    for (int i = 0; i < expected.length; i++) {
      if (expected[i].endsWith("…")) {
        String beginning = expected[i].substring(0, expected[i].length() - 1);
        assertThat(withoutTheMoment(actual[i]))
            .as(place)
            .startsWith(withoutTheMoment(beginning).replaceAll("(?:\\?|[A-Za-z0-9+/_-]*)$", ""));
      } else {
        assertThat(withoutTheMoment(actual[i])).as(place).isEqualTo(withoutTheMoment(expected[i]));
      }
    }
  }

  private static String[] lines(String text) {
    return text.replace("\r", "").strip().split("\n", -1);
  }

  private static String withoutTheMoment(String line) {
    return OF_THE_MOMENT.matcher(line + "\n").replaceAll("?").strip();
  }

  /** With the scripts of all pages, and the command line, which has no jar yet. */
  private Path folder(Page page, List<String> scripts) throws IOException {
    Path folder =
        Files.createDirectories(temporary.resolve(page.name().replaceAll("[^a-z-]", "-")));
    for (String script : scripts) {
      Matcher name = SCRIPT.matcher(script);
      if (name.lookingAt()) {
        Files.writeString(folder.resolve(name.group(1)), script);
      }
    }
    Path lanewise = Files.createDirectory(folder.resolve("bin")).resolve("lanewise");
    Files.writeString(
        lanewise,
        """
        #!/bin/sh
        exec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' \\
          io.github.lanewise.sample.LanewiseSampleApplication "$@"
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path")));
    Files.setPosixFilePermissions(lanewise, PosixFilePermissions.fromString("rwxr-xr-x"));
    return folder;
  }

  private static List<String> scripts(List<Page> pages) {
    List<String> scripts = new ArrayList<>();
    for (Page page : pages) {
      page.blocks().stream()
          .filter(block -> block.language().equals("bash"))
          .map(FencedBlock::text)
          .forEach(scripts::add);
    }
    return scripts;
  }

  private static boolean onThePath(String... programs) {
    String[] folders = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1);
    return Arrays.stream(programs)
        .allMatch(
            program ->
                Arrays.stream(folders)
                    .anyMatch(path -> Files.isExecutable(Path.of(path, program))));
  }
}
