package io.github.lanewise.pipeline.cpu;

/** Where the thread of one worker runs. Immutable. */
public sealed interface WorkerPlacement {

  /** The name of the worker's thread, for example {@code lanewise-worker-0}. */
  String threadName();

  /** The thread will be pinned when it starts, with its first task. */
  record NotStarted(String threadName, PhysicalCore core) implements WorkerPlacement {

    @Override
    public String toString() {
      return "%s: not started, meant for %s".formatted(threadName, core);
    }
  }

  /** The thread runs on this core and nowhere else. */
  record Pinned(String threadName, PhysicalCore core) implements WorkerPlacement {

    @Override
    public String toString() {
      return "%s: pinned to %s".formatted(threadName, core);
    }
  }

  /**
   * The thread runs, or will run, where the kernel puts it.
   *
   * @param reason why, as a clause that can follow a colon
   */
  record Unpinned(String threadName, String reason) implements WorkerPlacement {

    @Override
    public String toString() {
      return "%s: not pinned: %s".formatted(threadName, reason);
    }
  }
}
