package io.github.lanewise.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The whole way through Boot: what a person who starts the service is told of its store. */
@ExtendWith(OutputCaptureExtension.class)
class StoreFailureTests {

  @Test
  void aStoreInUseIsToldAsFactAndRemedy(@TempDir Path store, CapturedOutput output)
      throws IOException {
    try (FileChannel other =
            FileChannel.open(
                store.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = other.lock()) {
      assertThat(held.isValid()).isTrue();
      start(store);
    }
    assertThat(output).contains("another one has locked " + store, "Stop the process that uses it");
  }

  /** A file in its place, since whoever runs the tests may be allowed to write everywhere. */
  @Test
  void aStoreThatCannotBeMadeIsToldAsFactAndRemedy(@TempDir Path folder, CapturedOutput output)
      throws IOException {
    Path store = Files.createFile(folder.resolve("taken")).resolve("store");
    start(store);
    assertThat(output)
        .contains("lanewise.sample.store must be a folder in which files can be made, was " + store)
        .contains("Set lanewise.sample.store to a folder that this user may write");
  }

  private static void start(Path store) {
    assertThatThrownBy(
            () ->
                SpringApplication.run(
                    LanewiseSampleApplication.class,
                    "--server.port=0",
                    "--lanewise.sample.store=" + store))
        .hasRootCauseInstanceOf(IOException.class);
  }
}
