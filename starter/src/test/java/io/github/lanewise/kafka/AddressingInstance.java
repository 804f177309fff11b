package io.github.lanewise.kafka;

import io.github.lanewise.autoconfigure.HashingPipelineAutoConfiguration;
import io.github.lanewise.autoconfigure.KafkaAddressingAutoConfiguration;
import io.github.lanewise.autoconfigure.RsaSignerAutoConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** An application that addresses records, in a process of its own, so that it can be killed. */
final class AddressingInstance implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(40);

  private final Process process;

  private AddressingInstance(Process process) {
    this.process = process;
  }

  /** What the application consists of. */
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    KafkaAutoConfiguration.class,
    HashingPipelineAutoConfiguration.class,
    RsaSignerAutoConfiguration.class,
    KafkaAddressingAutoConfiguration.class
  })
  static class Application {}

  /** Called in the process. */
  public static void main(String[] arguments) {
    new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE).run(arguments);
  }

  /**
   * Without the module of vectors, which are none without the second compiler.
   *
   * @param properties as on the command line of an application, without hyphens
   */
  static AddressingInstance start(List<String> properties) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            AddressingInstance.class.getName()));
    properties.forEach(property -> command.add("--" + property));
    try {
      return new AddressingInstance(new ProcessBuilder(command).inheritIO().start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As a machine that loses its power. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** As somebody who stops a service; returns when it has ended, by itself. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(GRACE.toSeconds(), TimeUnit.SECONDS)) {
        kill();
        throw new AssertionError("an instance must stop within " + GRACE + ", did not");
      }
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
  }
}
