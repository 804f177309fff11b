package io.github.lanewise.pipeline.cpu;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;

/** What the kernel says of a Linux thread's affinity, without the code under test. */
final class AllowedCpus {

  private AllowedCpus() {}

  static SortedSet<Integer> ofThisThread() {
    return read("/proc/thread-self/status");
  }

  static SortedSet<Integer> ofThisProcess() {
    return read("/proc/self/status");
  }

  private static SortedSet<Integer> read(String status) {
    String key = "Cpus_allowed_list:";
    try {
      return Files.readAllLines(Path.of(status)).stream()
          .filter(line -> line.startsWith(key))
          .map(line -> CpuList.parse(line.substring(key.length())))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
