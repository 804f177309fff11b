package io.github.lanewise.sample.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What a command did, ours in this JVM or one of the system's in a shell.
 *
 * @param out standard output, as octets
 * @param err standard error, as octets
 */
record CommandRun(int status, String out, String err) {

  /** Runs a command of ours. */
  static CommandRun lanewise(String... octets) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = ArchiveCommand.run(new Output(out, err), octets);
    return new CommandRun(status, out.toString(ISO_8859_1), err.toString(ISO_8859_1));
  }

  /** Runs a script in a folder, under {@code LC_ALL=C}. */
  static CommandRun bash(Path folder, String script) throws IOException, InterruptedException {
    Path file = Files.createTempFile("script", ".sh");
    Files.writeString(file, script, ISO_8859_1);
    ProcessBuilder builder = new ProcessBuilder("bash", file.toString()).directory(folder.toFile());
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    process.getOutputStream().close();
    CompletableFuture<byte[]> err = CompletableFuture.supplyAsync(() -> allOf(process));
    String out = new String(process.getInputStream().readAllBytes(), ISO_8859_1);
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("took more than a minute: " + script);
    }
    Files.delete(file);
    return new CommandRun(process.exitValue(), out, new String(err.join(), ISO_8859_1));
  }

  private static byte[] allOf(Process process) {
    try {
      return process.getErrorStream().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same by the name of our program. */
  CommandRun asOurs() {
    return new CommandRun(status, out, err.replaceAll("(?m)^sha256sum: ", "lanewise: "));
  }

  /** Skips the test where programs are not on the PATH. */
  static void assumeThere(String... programs) {
    for (String program : programs) {
      assumeTrue(isThere(program), "there is no " + program + " on the PATH");
    }
  }

  private static boolean isThere(String program) {
    try {
      return new ProcessBuilder("bash", "-c", "command -v " + program)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
