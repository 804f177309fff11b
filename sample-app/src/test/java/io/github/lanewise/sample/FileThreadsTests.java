package io.github.lanewise.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FileThreadsTests extends RunningServer {

  private static final Path TASKS = Path.of("/proc/self/task");

  /** On Linux a thread inherits the mask of the one that starts it, pinned workers included. */
  @Test
  void onlyThePipelinesOwnThreadsArePinned() throws Exception {
    assumeTrue(Files.isDirectory(TASKS), "masks of threads are read from Linux's /proc");
    uploadAtOnce(32);
    Map<String, String> masks = masksOfOthers();
    assertThat(masks).hasSizeGreaterThan(10);
    String all = mask(Path.of("/proc/self"));
    assertThat(masks).allSatisfy((thread, mask) -> assertThat(mask).as(thread).isEqualTo(all));
  }

  /** Small ones too, whose end the worker signals when everything has been written. */
  private void uploadAtOnce(int count) throws InterruptedException {
    List<Callable<Integer>> uploads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] body = randomBytes(9_000 + i, i % 4 * 100_000 + 8);
      uploads.add(() -> post("/blobs", body).statusCode());
    }
    try (ExecutorService clients = Executors.newFixedThreadPool(count)) {
      assertThat(clients.invokeAll(uploads))
          .allSatisfy(upload -> assertThat(upload.resultNow()).isIn(200, 201));
    }
  }

  /** A pool of Reactor's waits for the workers of pipelines that other tests have closed. */
  private static Map<String, String> masksOfOthers() throws IOException {
    Map<String, String> masks = new TreeMap<>();
    try (Stream<Path> tasks = Files.list(TASKS)) {
      for (Path task : tasks.toList()) {
        try {
          String name = Files.readString(task.resolve("comm")).strip();
          if (!name.startsWith("lanewise-") && !name.startsWith("pool-")) {
            masks.put(name + " " + task.getFileName(), mask(task));
          }
        } catch (IOException ended) {
          // A thread that ended meanwhile holds nothing up.
        }
      }
    }
    return masks;
  }

  private static String mask(Path task) throws IOException {
    try (Stream<String> lines = Files.lines(task.resolve("status"))) {
      return lines.filter(line -> line.startsWith("Cpus_allowed_list:")).findFirst().orElseThrow();
    }
  }
}
