package io.github.lanewise.pipeline;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Exceptions;
import reactor.core.scheduler.Scheduler;

/**
 * Runs what was scheduled only when told to, on the thread that tells it. A delay is over when
 * somebody runs what is queued.
 */
final class ManualScheduler implements Scheduler {

  private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();

  /** Runs everything that is queued, and what is queued meanwhile. */
  void runAll() {
    for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
      task.run();
    }
  }

  /** Whether anything is queued. */
  boolean hasWork() {
    return !queue.isEmpty();
  }

  /** Runs the oldest task. */
  void runOne() {
    queue.remove().run();
  }

  @Override
  public Disposable schedule(Runnable task) {
    queue.add(task);
    return () -> queue.remove(task);
  }

  @Override
  public Worker createWorker() {
    return new Worker() {

      private final Disposable.Composite tasks = Disposables.composite();

      @Override
      public Disposable schedule(Runnable task) {
        if (tasks.isDisposed()) {
          throw Exceptions.failWithRejected();
        }
        Disposable scheduled = ManualScheduler.this.schedule(task);
        tasks.add(scheduled);
        return scheduled;
      }

      @Override
      public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
        return schedule(task);
      }

      @Override
      public void dispose() {
        tasks.dispose();
      }
    };
  }
}
