package io.github.lanewise.pipeline.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import reactor.core.scheduler.Scheduler;

/** What the kernel says of the threads, not what was asked of it. */
@EnabledOnOs(OS.LINUX)
class ThreadNicenessTests {

  @Test
  void workersInTheBackgroundStandBack() throws Exception {
    PinnedSchedulers workers = PinnedSchedulers.createInBackground(2, true, "background");
    try {
      for (Scheduler worker : workers.schedulers()) {
        assertThat(niceness(worker)).isEqualTo(ThreadNiceness.BACKGROUND);
      }
    } finally {
      workers.dispose();
    }
  }

  @Test
  void otherWorkersDoNot() throws Exception {
    int own = nicenessOfCaller();
    for (PinnedSchedulers workers :
        List.of(
            PinnedSchedulers.createFromLastCore(1, true, "ordinary"),
            PinnedSchedulers.createInBackground(1, false, "unpinned"))) {
      try {
        assertThat(niceness(workers.schedulers().getFirst())).isEqualTo(own);
      } finally {
        workers.dispose();
      }
    }
  }

  @Test
  void theRestOfTheProcessKeepsItsShare() throws Exception {
    int own = nicenessOfCaller();
    AtomicReference<Integer> lowered = new AtomicReference<>();
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  assertThat(ThreadNiceness.lower()).isEmpty();
                  lowered.set(nicenessOfCaller());
                });
    assertThat(thread.join(Duration.ofSeconds(20))).isTrue();

    assertThat(lowered).hasValue(ThreadNiceness.BACKGROUND);
    assertThat(nicenessOfCaller()).isEqualTo(own);
  }

  private static int niceness(Scheduler worker) throws Exception {
    CompletableFuture<Integer> niceness = new CompletableFuture<>();
    worker.schedule(() -> niceness.complete(nicenessOfCaller()));
    return niceness.get(20, TimeUnit.SECONDS);
  }

  /** Field 19 of proc_pid_stat(5); fields are counted from behind the name, which is the second. */
  private static int nicenessOfCaller() {
    try {
      String stat = Files.readString(Path.of("/proc/thread-self/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return Integer.parseInt(fields[19 - 3]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
