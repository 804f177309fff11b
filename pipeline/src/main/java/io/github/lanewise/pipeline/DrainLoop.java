package io.github.lanewise.pipeline;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Runs one task on one thread at a time, and once more when it was asked for meanwhile: whoever
 * comes while another runs it leaves it to that one, so signals neither overlap nor get lost. Safe
 * from any thread, the task's own included.
 */
final class DrainLoop {

  private final Runnable task;
  private final Consumer<? super Throwable> thrown;
  private final AtomicInteger asked = new AtomicInteger();

  /**
   * @param thrown gets what the task throws, on the thread that ran it; the loop goes on
   */
  DrainLoop(Runnable task, Consumer<? super Throwable> thrown) {
    this.task = task;
    this.thrown = thrown;
  }

  void run() {
    if (asked.getAndIncrement() != 0) {
      return;
    }
    int missed = 1;
    do {
      try {
        task.run();
      } catch (Throwable e) {
        thrown.accept(e);
      }
      missed = asked.addAndGet(-missed);
    } while (missed != 0);
  }
}
