package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.EngineChoice;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Owns the workers, and gives each new subscription to one that keeps it: in turn. */
final class LaneDispatcher {

  private final List<LaneWorker> workers;
  private final int prefetch;
  private final InFlightBudget budget;
  private final AtomicInteger turn = new AtomicInteger();

  /** How many streams the worker whose turn it is had opened when it got its last one. */
  private volatile long openedBefore;

  LaneDispatcher(
      List<Scheduler> schedulers,
      Supplier<EngineChoice> choices,
      int crossCheckEvery,
      long maxWaitNanos,
      int prefetch,
      long maxInFlightBytes,
      long cacheBytes) {
    this.workers =
        schedulers.stream()
            .map(
                scheduler ->
                    new LaneWorker(
                        scheduler,
                        choices,
                        crossCheckEvery,
                        maxWaitNanos,
                        cacheBytes / schedulers.size()))
            .toList();
    this.prefetch = prefetch;
    this.budget = new InFlightBudget(maxInFlightBytes);
  }

  /**
   * The worker for a stream that begins. They take turns, but if the last one is through with all
   * it got, it gets this one too: it is awake and its caches are warm, so that streams that come
   * one after the other do not have to wake another worker each.
   */
  LaneWorker assignWorker() {
    LaneWorker last = workers.get(Math.floorMod(turn.get(), workers.size()));
    long opened = last.streamsOpened();
    // It must have seen what it got last, or a crowd that begins at once would all be its.
    if (last.isIdle() && opened != openedBefore) {
      openedBefore = opened;
      return last;
    }
    LaneWorker next = workers.get(Math.floorMod(turn.incrementAndGet(), workers.size()));
    openedBefore = next.streamsOpened();
    return next;
  }

  /** How many payloads a subscription may have under way. */
  int prefetch() {
    return prefetch;
  }

  /** What subscriptions have under way together. */
  InFlightBudget budget() {
    return budget;
  }

  /** What all workers have done. */
  PipelineStatistics statistics() {
    return workers.stream()
        .map(LaneWorker::statistics)
        .reduce(PipelineStatistics.none(), PipelineStatistics::plus)
        .withInFlight(budget.charged());
  }

  /** How many workers there are. */
  int workers() {
    return workers.size();
  }

  /** How many of them take streams; one that cannot be scheduled any more does not. */
  int openWorkers() {
    return (int) workers.stream().filter(LaneWorker::isOpen).count();
  }

  /** Completes when no worker holds anything any more; fails what has not ended by then. */
  Mono<Void> close(long graceNanos) {
    return Mono.when(workers.stream().map(worker -> worker.close(graceNanos)).toList());
  }
}
