package io.github.lanewise.sample.page;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.pipeline.EngineStatistics;
import io.github.lanewise.pipeline.PipelineStatistics;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the lanes did in an interval.
 *
 * @param engine that is used for full batches
 * @param lanes how many it has
 * @param bytesPerSecond of all engines
 * @param messagesPerSecond whose digest was made
 * @param batchesPerSecond calls of an engine
 * @param occupancy used lanes ÷ offered lanes; 0 if there was no batch
 * @param queued streams that wait in the workers' rings at its end
 * @param openStreams streams under way at its end
 * @param bytes hashed since the service began
 * @param messages hashed since the service began
 * @param shares what part of the bytes each engine hashed, by name; empty if there were none
 */
record LaneFigures(
    String engine,
    int lanes,
    double bytesPerSecond,
    double messagesPerSecond,
    double batchesPerSecond,
    double occupancy,
    long queued,
    long openStreams,
    long bytes,
    long messages,
    Map<String, Double> shares) {

  private static final EngineStatistics NOTHING = new EngineStatistics(0, 0, 0, 0, 0);

  /** From two looks at the statistics, {@code elapsed} apart. */
  static LaneFigures between(
      PipelineStatistics before, PipelineStatistics after, Duration elapsed, EngineChoice choice) {
    double seconds = Math.max(1, elapsed.toNanos()) / 1e9;
    long offered = after.lanesOffered() - before.lanesOffered();
    return new LaneFigures(
        choice.engine(),
        choice.lanes(),
        (after.bytes() - before.bytes()) / seconds,
        (after.messages() - before.messages()) / seconds,
        (after.batches() - before.batches()) / seconds,
        offered == 0 ? 0 : (double) (after.lanesUsed() - before.lanesUsed()) / offered,
        after.ringDepth(),
        after.openStreams(),
        after.bytes(),
        after.messages(),
        shares(before, after));
  }

  private static Map<String, Double> shares(PipelineStatistics before, PipelineStatistics after) {
    Map<String, Double> bytes = new TreeMap<>();
    after
        .engines()
        .forEach(
            (name, now) -> {
              long more = now.bytes() - before.engines().getOrDefault(name, NOTHING).bytes();
              if (more > 0) {
                bytes.put(name, (double) more);
              }
            });
    double all = bytes.values().stream().mapToDouble(Double::doubleValue).sum();
    bytes.replaceAll((name, part) -> part / all);
    return bytes;
  }
}
