package io.github.lanewise.pipeline;

import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

/**
 * Calls that run on a worker, none of which is forgotten when the worker ends with calls in its
 * queue. A cancelled call that has begun runs to its end: no worker is interrupted.
 */
final class WorkerCalls {

  private final Supplier<? extends RuntimeException> closedError;
  private final Set<Call<?>> calls = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * @param closedError what calls get that are under way when this is closed, or come later
   */
  WorkerCalls(Supplier<? extends RuntimeException> closedError) {
    this.closedError = closedError;
  }

  /** The result of a step, computed anew for every subscriber on the worker, told elsewhere. */
  <T> Mono<T> call(Scheduler worker, Scheduler signals, Callable<T> step) {
    return Mono.create(
        sink -> {
          Call<T> call = new Call<>(step, signals, sink);
          calls.add(call);
          sink.onDispose(
              () -> {
                call.ended.set(true);
                calls.remove(call);
              });
          // Looked at after the call is in the set: either close() finds it, or it is seen here.
          if (closed) {
            call.fail(closedError.get());
          } else {
            call.start(worker);
          }
        });
  }

  /** Ends all calls with the error, on the calling thread. */
  void close() {
    closed = true;
    calls.forEach(call -> call.fail(closedError.get()));
  }

  private static final class Call<T> {

    private final Callable<T> step;
    private final Scheduler signals;
    private final MonoSink<T> sink;
    private final AtomicBoolean ended = new AtomicBoolean();

    Call(Callable<T> step, Scheduler signals, MonoSink<T> sink) {
      this.step = step;
      this.signals = signals;
      this.sink = sink;
    }

    void start(Scheduler worker) {
      try {
        worker.schedule(this::run);
      } catch (RuntimeException rejected) {
        fail(rejected);
      }
    }

    private void run() {
      if (ended.get()) {
        return;
      }
      try {
        T result = step.call();
        signals.schedule(() -> succeed(result));
      } catch (RejectedExecutionException closed) {
        fail(closed); // the thread that tells ends when the signer is closed, as all calls do
      } catch (Throwable error) {
        Exceptions.throwIfJvmFatal(error);
        if (!fail(error)) {
          Operators.onErrorDropped(error, Context.of(sink.contextView()));
        }
      }
    }

    private void succeed(T result) {
      if (ended.compareAndSet(false, true)) {
        sink.success(result);
      }
    }

    boolean fail(Throwable error) {
      boolean running = ended.compareAndSet(false, true);
      if (running) {
        sink.error(error);
      }
      return running;
    }
  }
}
