package io.github.lanewise.sample.archive;

import static io.github.lanewise.sample.archive.CommandRun.assumeThere;
import static io.github.lanewise.sample.archive.CommandRun.bash;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The program as it is started: arguments, encodings, terminals, pipes. */
@Execution(ExecutionMode.CONCURRENT)
final class FromTheShellTests {

  /** What runs for a moment is done sooner without the second compiler. */
  private static final String LANEWISE =
      """
      lanewise() {
        '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC $FLAGS -cp '%s' \\
          io.github.lanewise.sample.LanewiseSampleApplication "$@"
      }
      """
          .formatted(
              Path.of(System.getProperty("java.home"), "bin", "java"),
              System.getProperty("java.class.path"));

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void theToolsAreThere() throws Exception {
    assumeThere("bash", "sha256sum", "script");
    bash(folder, "mkdir tree; echo 1 > tree/one; echo 2 > $'tree/b\\xe4d'; echo 3 > $'b\\xe4d'");
  }

  private CommandRun run(String script) throws Exception {
    return bash(folder, LANEWISE + script);
  }

  @Test
  void argumentsThatAreNoTextNameTheirFiles() throws Exception {
    String names = " tree $'b\\xe4d'";
    for (String locale : new String[] {"C", "C.UTF-8"}) {
      CommandRun ours = run("export LC_ALL=" + locale + "; lanewise manifest" + names);
      assertThat(ours).isEqualTo(bash(folder, "sha256sum tree/* $'b\\xe4d'"));
    }
  }

  @Test
  void standardInputIsReadWhereItIsNamedOrNothingElseIs() throws Exception {
    assertThat(run("echo x | lanewise manifest -")).isEqualTo(bash(folder, "echo x | sha256sum -"));
    assertThat(run("sha256sum tree/* | lanewise verify"))
        .isEqualTo(bash(folder, "sha256sum tree/* | sha256sum -c"));
    assertThat(run("echo junk | lanewise verify -w"))
        .isEqualTo(bash(folder, "echo junk | sha256sum -c -w").asOurs());
  }

  @Test
  void aManifestIntoItsOwnTreeLeavesItselfOut() throws Exception {
    assertThat(run("lanewise manifest tree > tree/sums; cat tree/sums").out())
        .isEqualTo(bash(folder, "sha256sum $'tree/b\\xe4d' tree/one").out());
  }

  @Test
  void springDoesNotStart() throws Exception {
    CommandRun ours = run("FLAGS=-Xlog:class+load lanewise manifest tree");
    assertThat(ours.out())
        .contains("io.github.lanewise.sample.archive.ManifestCommand")
        .doesNotContain("org.springframework.context")
        .doesNotContain("reactor.core");
  }

  @Test
  void aPipeWithoutReaderEndsIt() throws Exception {
    // More than a pipe holds, so that it is written after the reader has gone.
    bash(folder, "mkdir many; for i in {1..1500}; do : > many/$i; done");
    CommandRun ours = run("lanewise manifest many | head -c 1 > first; echo ${PIPESTATUS[0]}");
    assertThat(ours.out()).isEqualTo("1\n");
    assertThat(ours.err()).isEqualTo("lanewise: write error: Broken pipe\n");
  }

  @Test
  void aManifestThatIsInterruptedLeavesNothing() throws Exception {
    CommandRun ours =
        run(
            """
            mkdir made; mkfifo pipe
            lanewise manifest -o made/sums pipe &
            until [ -n "$(ls -A made)" ]; do sleep 0.05; done
            kill -TERM $(ps -o pid= --ppid $!)
            wait $! || true
            ls -A made
            """);
    assertThat(ours.out()).isEmpty();
  }

  @Test
  void aTerminalGetsABarAndAPipeNone() throws Exception {
    String command = "manifest tree > lines";
    // A file, since script's shell is the user's, and not each one hands bash's functions on.
    Files.writeString(folder.resolve("terminal.sh"), LANEWISE + "lanewise " + command);
    CommandRun terminal = run("script -qec 'bash terminal.sh' /dev/null");
    assertThat(terminal.out()).contains("100%").contains("GB/s").contains("left");
    assertThat(run("lanewise " + command).err()).isEmpty();
  }

  @Test
  void aTerminalGetsEachLineWhenItIsThereAndAPipeDoesNot() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Output(out, OutputStream.nullOutputStream(), true).write("line\n");
    assertThat(out.toString(ISO_8859_1)).isEqualTo("line\n");
    Output piped = new Output(out, OutputStream.nullOutputStream(), false);
    piped.write("later\n");
    assertThat(out.toString(ISO_8859_1)).isEqualTo("line\n");
    piped.message("a message, behind what was written before");
    assertThat(out.toString(ISO_8859_1)).isEqualTo("line\nlater\n");
  }

  @Test
  void theBarTellsBytesSpeedAndTimeLeft() {
    Duration twoSeconds = Duration.ofSeconds(2);
    assertThat(Progress.render(3_000_000_000L, 12_000_000_000L, true, twoSeconds, 70))
        .isEqualTo("[#####                  ]  25%  3.00/12.00 GB  1.50 GB/s  0:00:06 left");
    assertThat(Progress.render(3_000_000_000L, 12_000_000_000L, false, twoSeconds, 30))
        .isEqualTo(" 25%  3.00/12.00 GB  1.50 GB/s");
    assertThat(Progress.render(0, 0, false, Duration.ZERO, 60))
        .contains("  0%")
        .contains("counting");
  }

  @Test
  void onlyCommandsAreTaken() {
    assertThat(ArchiveCommand.takes(new String[] {"manifest", "x"})).isTrue();
    assertThat(ArchiveCommand.takes(new String[] {"manifst"})).isTrue();
    assertThat(ArchiveCommand.takes(new String[] {"--help"})).isTrue();
    assertThat(ArchiveCommand.takes(new String[] {"--server.port=0"})).isFalse();
    assertThat(ArchiveCommand.takes(new String[] {})).isFalse();
  }
}
