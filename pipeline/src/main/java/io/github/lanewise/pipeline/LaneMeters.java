package io.github.lanewise.pipeline;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What one worker counts. Written by that worker, read by anyone. */
final class LaneMeters {

  /** One call in so many is timed: two looks at the clock cost a tenth of a 200-byte message. */
  static final int TIMED_CALLS = 8;

  /** One engine's part. */
  private static final class EngineMeters {

    private final String name;
    private final Counter messages = new Counter();
    private final Counter bytes = new Counter();
    private final Counter batches = new Counter();
    private final Counter lanesUsed = new Counter();
    private final Counter lanesOffered = new Counter();
    private final List<Counter> batchesByLanes = new CopyOnWriteArrayList<>();

    EngineMeters(String name) {
      this.name = name;
    }

    /** The list grows a few times in the life of a worker. */
    void batch(int used, int offered, long batchBytes) {
      while (batchesByLanes.size() < used) {
        batchesByLanes.add(new Counter());
      }
      if (used > 0) {
        batchesByLanes.get(used - 1).add(1);
      }
      batches.add(1);
      lanesUsed.add(used);
      lanesOffered.add(offered);
      bytes.add(batchBytes);
    }

    EngineStatistics snapshot() {
      return new EngineStatistics(
          messages.get(),
          bytes.get(),
          batches.get(),
          lanesUsed.get(),
          lanesOffered.get(),
          batchesByLanes.stream().map(Counter::get).toList());
    }
  }

  private final Counter bytes = new Counter();
  private final Counter openStreams = new Counter();
  private final Counter streamsOpened = new Counter();
  private final Counter crossChecks = new Counter();
  private final Counter crossCheckFailures = new Counter();
  private final Counter waitNanos = new Counter();
  private final Counter kernelNanos = new Counter();
  private final Counter engineSwitches = new Counter();
  private final Counter cacheHits = new Counter();
  private final Counter cacheMisses = new Counter();
  private final Counter cacheSavedBytes = new Counter();
  private final Counter cacheHeldBytes = new Counter();
  private final Map<FlushReason, Counter> flushes = new EnumMap<>(FlushReason.class);
  private final Map<String, EngineMeters> engines = new ConcurrentHashMap<>();

  /** The last that was asked for: mostly the next one too. */
  private EngineMeters engine = new EngineMeters("");

  LaneMeters() {
    for (FlushReason reason : FlushReason.values()) {
      flushes.put(reason, new Counter());
    }
  }

  private EngineMeters engine(String name) {
    if (!engine.name.equals(name)) {
      engine = engines.computeIfAbsent(name, EngineMeters::new);
    }
    return engine;
  }

  void batch(String engineName, int used, int offered, long batchBytes) {
    engine(engineName).batch(used, offered, batchBytes);
  }

  void message(String engineName) {
    messages(engineName, 1);
  }

  void messages(String engineName, int count) {
    engine(engineName).messages.add(count);
  }

  /** A message of one piece, without a lane. */
  void hashedAtOnce(String engineName, long messageBytes) {
    batch(engineName, 1, 1, messageBytes);
    engine.messages.add(1);
    bytes.add(messageBytes);
    flushed(FlushReason.FULL);
  }

  void segment(long segmentBytes) {
    bytes.add(segmentBytes);
  }

  void crossChecked(boolean agreed) {
    crossChecks.add(1);
    if (!agreed) {
      crossCheckFailures.add(1);
    }
  }

  void flushed(FlushReason reason) {
    // All reasons are there from the beginning.
    Objects.requireNonNull(flushes.get(reason)).add(1);
  }

  void waited(long nanos) {
    waitNanos.add(nanos);
  }

  void ranFor(long nanos) {
    kernelNanos.add(nanos);
  }

  void switchedEngines() {
    engineSwitches.add(1);
  }

  void cacheHit(long savedBytes) {
    cacheHits.add(1);
    cacheSavedBytes.add(savedBytes);
  }

  void cacheMiss() {
    cacheMisses.add(1);
  }

  /**
   * @param bytes how many more, or fewer
   */
  void cacheHolds(long bytes) {
    cacheHeldBytes.add(bytes);
  }

  void opened() {
    openStreams.add(1);
    streamsOpened.add(1);
  }

  long openStreams() {
    return openStreams.get();
  }

  long streamsOpened() {
    return streamsOpened.get();
  }

  void closed() {
    openStreams.add(-1);
  }

  /**
   * @param ringDepth of the worker
   */
  PipelineStatistics snapshot(long ringDepth) {
    Map<String, EngineStatistics> byEngine = new HashMap<>();
    engines.forEach((name, meters) -> byEngine.put(name, meters.snapshot()));
    EngineStatistics all =
        byEngine.values().stream().reduce(EngineStatistics.none(), EngineStatistics::plus);
    Map<FlushReason, Long> byReason = new HashMap<>();
    flushes.forEach((reason, times) -> byReason.put(reason, times.get()));
    return new PipelineStatistics(
        all.messages() + cacheHits.get(),
        bytes.get(),
        all.batches(),
        all.lanesUsed(),
        all.lanesOffered(),
        openStreams.get(),
        crossChecks.get(),
        crossCheckFailures.get(),
        byEngine,
        byReason,
        waitNanos.get(),
        kernelNanos.get(),
        engineSwitches.get(),
        ringDepth,
        0,
        new CacheStatistics(
            cacheHits.get(), cacheMisses.get(), cacheSavedBytes.get(), cacheHeldBytes.get()));
  }
}
