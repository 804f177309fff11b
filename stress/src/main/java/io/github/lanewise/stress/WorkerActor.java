package io.github.lanewise.stress;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Exceptions;
import reactor.core.scheduler.Scheduler;

/** A scheduler whose thread is whichever calls {@link #work}, one at a time; its time stands. */
final class WorkerActor implements Scheduler {

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> delayed = new ConcurrentLinkedQueue<>();
  private final AtomicLong nanos = new AtomicLong();

  /** Runs what is queued, and what is queued meanwhile. */
  void work() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  /** For an actor: looks some more times, since others are about to bring something. */
  void workAWhile() {
    for (int i = 0; i < 20; i++) {
      work();
      Thread.onSpinWait();
    }
  }

  /** Lets time go by: what was delayed is due. */
  void passTime(long byNanos) {
    nanos.addAndGet(byNanos);
    for (Runnable task = delayed.poll(); task != null; task = delayed.poll()) {
      task.run();
    }
  }

  @Override
  public long now(TimeUnit unit) {
    return unit.convert(nanos.get(), TimeUnit.NANOSECONDS);
  }

  @Override
  public Disposable schedule(Runnable task) {
    tasks.add(task);
    return () -> tasks.remove(task);
  }

  @Override
  public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
    delayed.add(task);
    return () -> delayed.remove(task);
  }

  @Override
  public Worker createWorker() {
    return new Worker() {

      private final Disposable.Composite scheduled = Disposables.composite();

      @Override
      public Disposable schedule(Runnable task) {
        return accept(WorkerActor.this.schedule(task));
      }

      @Override
      public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
        return accept(WorkerActor.this.schedule(task, delay, unit));
      }

      private Disposable accept(Disposable task) {
        if (!scheduled.add(task)) {
          throw Exceptions.failWithRejected();
        }
        return task;
      }

      @Override
      public void dispose() {
        scheduled.dispose();
      }
    };
  }
}
