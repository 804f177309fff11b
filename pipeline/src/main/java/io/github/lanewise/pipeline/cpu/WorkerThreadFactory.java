package io.github.lanewise.pipeline.cpu;

import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the thread of one worker and knows where it runs. Asked again only if the thread died or
 * the scheduler was started anew; the placement is then that of the newest thread.
 */
final class WorkerThreadFactory implements ThreadFactory {

  private static final Logger log = LoggerFactory.getLogger(WorkerThreadFactory.class);

  private final ThreadAffinity affinity;
  private final WorkerPlacement planned;
  private final boolean background;
  private volatile WorkerPlacement placement;

  private WorkerThreadFactory(
      ThreadAffinity affinity, WorkerPlacement planned, boolean background) {
    this.affinity = affinity;
    this.planned = planned;
    this.background = background;
    this.placement = planned;
  }

  static WorkerThreadFactory pinned(String threadName, PhysicalCore core, ThreadAffinity affinity) {
    return new WorkerThreadFactory(
        affinity, new WorkerPlacement.NotStarted(threadName, core), false);
  }

  static WorkerThreadFactory unpinned(String threadName, String reason) {
    return new WorkerThreadFactory(
        ThreadAffinity.unavailable(reason),
        new WorkerPlacement.Unpinned(threadName, reason),
        false);
  }

  /** The same, whose thread leaves its cpu to ordinary ones that want it. */
  WorkerThreadFactory inBackground() {
    return new WorkerThreadFactory(affinity, planned, true);
  }

  @Override
  public Thread newThread(Runnable work) {
    return new WorkerThread(planned.threadName(), this::settle, work);
  }

  /** Safe from any thread. */
  WorkerPlacement placement() {
    return placement;
  }

  /**
   * @return whether the calling thread is now pinned
   */
  private boolean settle() {
    if (background) {
      ThreadNiceness.lower()
          .ifPresent(why -> log.info("{} keeps an ordinary share: {}", planned.threadName(), why));
    }
    if (!(planned instanceof WorkerPlacement.NotStarted waiting)) {
      return false;
    }
    Optional<String> refusal = affinity.pin(waiting.core().cpus());
    placement =
        refusal.isEmpty()
            ? new WorkerPlacement.Pinned(waiting.threadName(), waiting.core())
            : new WorkerPlacement.Unpinned(waiting.threadName(), refusal.get());
    if (refusal.isPresent()) {
      log.info("{}", placement);
    }
    return refusal.isEmpty();
  }
}
