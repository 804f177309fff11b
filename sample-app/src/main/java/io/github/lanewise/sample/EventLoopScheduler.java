package io.github.lanewise.sample;

import java.util.concurrent.Executor;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

/**
 * A connection's event loop, on which nothing is cancelled: an operator that was cancelled knows so
 * when its task runs. Reactor's own adapter refuses tasks of a worker that was disposed, and where
 * a client goes away while a stream ends, the refusal is logged as an error that nobody took.
 */
record EventLoopScheduler(Executor loop) implements Scheduler {

  @Override
  public Disposable schedule(Runnable task) {
    loop.execute(task);
    return Disposables.single();
  }

  @Override
  public Worker createWorker() {
    return new Worker() {

      @Override
      public Disposable schedule(Runnable task) {
        return EventLoopScheduler.this.schedule(task);
      }

      @Override
      public void dispose() {}
    };
  }
}
