package io.github.lanewise.pipeline;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a pipeline has done since it was made. Immutable. The figures are read one after the other
 * while the workers go on, so under load they may be apart by a batch.
 *
 * @param messages whose digest was made, or found in the cache
 * @param bytes of messages, as far as they were hashed
 * @param batches calls of an engine
 * @param lanesUsed lanes that held a message, summed over the batches
 * @param lanesOffered lanes that the engines had, summed over the batches
 * @param openStreams subscriptions under way now
 * @param crossChecks messages that lanes and {@code jdk} have both hashed
 * @param crossCheckFailures those of them that came out differently; lanes are not used after one
 * @param engines the same by the name of the engine, for each that was used so far
 * @param flushes how often lanes were begun for each reason; all reasons are there
 * @param waitNanos how long pieces in lanes waited for others, summed over what was begun: the time
 *     of the first piece of each
 * @param kernelNanos how long the engines ran, summed over the workers; estimated from one call in
 *     eight
 * @param engineSwitches how often a worker took up another choice of engines: when a calibration
 *     ends, and when lanes are given up
 * @param ringDepth subscriptions that stand in the rings of the workers now, with something new
 * @param inFlightBytes what subscriptions have asked for and what has not left them, each payload
 *     counted as the largest of its subscription lately; see {@link
 *     HashingPipeline.Builder#maxInFlight}
 * @param cache what the cache of recent hashes has done
 */
public record PipelineStatistics(
    long messages,
    long bytes,
    long batches,
    long lanesUsed,
    long lanesOffered,
    long openStreams,
    long crossChecks,
    long crossCheckFailures,
    Map<String, EngineStatistics> engines,
    Map<FlushReason, Long> flushes,
    long waitNanos,
    long kernelNanos,
    long engineSwitches,
    long ringDepth,
    long inFlightBytes,
    CacheStatistics cache) {

  /** Makes the maps unmodifiable copies. */
  public PipelineStatistics {
    engines = Collections.unmodifiableMap(new TreeMap<>(engines));
    Map<FlushReason, Long> all = new EnumMap<>(FlushReason.class);
    for (FlushReason reason : FlushReason.values()) {
      all.put(reason, flushes.getOrDefault(reason, 0L));
    }
    flushes = Collections.unmodifiableMap(all);
  }

  /** Used lanes ÷ offered lanes over all batches; 0 before the first. */
  public double meanOccupancy() {
    return lanesOffered == 0 ? 0 : (double) lanesUsed / lanesOffered;
  }

  static PipelineStatistics none() {
    return new PipelineStatistics(
        0, 0, 0, 0, 0, 0, 0, 0, Map.of(), Map.of(), 0, 0, 0, 0, 0, new CacheStatistics(0, 0, 0, 0));
  }

  /** Of two workers together. */
  PipelineStatistics plus(PipelineStatistics other) {
    Map<String, EngineStatistics> allEngines = new TreeMap<>(engines);
    other.engines.forEach((name, more) -> allEngines.merge(name, more, EngineStatistics::plus));
    Map<FlushReason, Long> allFlushes = new EnumMap<>(flushes);
    other.flushes.forEach((reason, more) -> allFlushes.merge(reason, more, Long::sum));
    return new PipelineStatistics(
        messages + other.messages,
        bytes + other.bytes,
        batches + other.batches,
        lanesUsed + other.lanesUsed,
        lanesOffered + other.lanesOffered,
        openStreams + other.openStreams,
        crossChecks + other.crossChecks,
        crossCheckFailures + other.crossCheckFailures,
        allEngines,
        allFlushes,
        waitNanos + other.waitNanos,
        kernelNanos + other.kernelNanos,
        engineSwitches + other.engineSwitches,
        ringDepth + other.ringDepth,
        inFlightBytes + other.inFlightBytes,
        cache.plus(other.cache));
  }

  /** With the bytes in flight of all workers together. */
  PipelineStatistics withInFlight(long bytes) {
    return new PipelineStatistics(
        messages,
        this.bytes,
        batches,
        lanesUsed,
        lanesOffered,
        openStreams,
        crossChecks,
        crossCheckFailures,
        engines,
        flushes,
        waitNanos,
        kernelNanos,
        engineSwitches,
        ringDepth,
        bytes,
        cache);
  }
}
