package io.github.lanewise.pipeline.cpu;

import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.NonBlocking;

/** A daemon thread on which Reactor refuses to block, and which settles on its core before work. */
final class WorkerThread extends Thread implements NonBlocking {

  private static final Logger log = LoggerFactory.getLogger(WorkerThread.class);

  private final BooleanSupplier settle;

  /** Written before the work begins; this thread is also the only one that reads it. */
  private boolean pinned;

  /**
   * @param settle runs first, on this thread, and tells whether the thread is now pinned
   */
  WorkerThread(String name, BooleanSupplier settle, Runnable work) {
    // A worker starts inside whichever request comes first and outlives it: it must inherit neither
    // that request's thread locals nor its class loader.
    super(null, work, name, 0, false);
    this.settle = settle;
    setContextClassLoader(WorkerThread.class.getClassLoader());
    setDaemon(true);
    setUncaughtExceptionHandler(
        (thread, e) -> log.error("{} threw outside of any operator", thread.getName(), e));
  }

  /** Whether the calling thread is a worker that sits on its core. */
  static boolean currentIsPinned() {
    return Thread.currentThread() instanceof WorkerThread worker && worker.pinned;
  }

  @Override
  public void run() {
    pinned = settle.getAsBoolean();
    super.run();
  }
}
