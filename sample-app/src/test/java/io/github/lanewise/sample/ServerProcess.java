package io.github.lanewise.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service in a process of its own, which can be killed. */
final class ServerProcess implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Pattern PORT = Pattern.compile("started on port (\\d+)");

  private final Process process;
  private final Path output;

  private ServerProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** What this JVM's tests see. */
  static String classPath() {
    return System.getProperty(
        "surefire.test.class.path", System.getProperty("java.class.path", ""));
  }

  /**
   * The beginning of a command that runs a class of that path, or of another. What lives for
   * seconds is done sooner without the second compiler; and so without the module of vectors, which
   * are none without it.
   */
  static List<String> java(String classPath) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            classPath));
    return command;
  }

  /**
   * Starts it with the engine that there is without vectors.
   *
   * @param java as of {@link #java}
   * @param output where its log goes
   */
  static ServerProcess start(List<String> java, Path store, Path output) throws IOException {
    List<String> command = new ArrayList<>(java);
    command.add(LanewiseSampleApplication.class.getName());
    command.add("--server.port=0");
    command.add("--lanewise.engine=jdk");
    command.add("--lanewise.sample.store=" + store);
    return new ServerProcess(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start(),
        output);
  }

  /** Its address, as soon as it serves. */
  String base() {
    int port =
        await()
            .atMost(LIMIT)
            .until(
                () -> {
                  assertThat(process.isAlive()).as(this::log).isTrue();
                  Matcher found = PORT.matcher(log());
                  return found.find() ? Integer.parseInt(found.group(1)) : 0;
                },
                number -> number > 0);
    return "http://localhost:" + port;
  }

  /** All that it has logged. */
  String log() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Kills it, and waits until it is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
