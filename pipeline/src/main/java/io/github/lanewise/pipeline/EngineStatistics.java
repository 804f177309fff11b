package io.github.lanewise.pipeline;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What one engine has done, summed over the workers of a pipeline.
 *
 * @param messages whose digest it made
 * @param bytes that it hashed, padding included where it works in lanes
 * @param batches how often it was called
 * @param lanesUsed lanes that held a message, summed over its batches
 * @param lanesOffered lanes that it had, summed over its batches
 * @param batchesByLanes how its batches are distributed: of those with one lane used, with two, and
 *     so on to the most that were used
 */
public record EngineStatistics(
    long messages,
    long bytes,
    long batches,
    long lanesUsed,
    long lanesOffered,
    List<Long> batchesByLanes) {

  /** Copies the list. */
  public EngineStatistics {
    batchesByLanes = List.copyOf(batchesByLanes);
  }

  /** Batches with so many lanes used. */
  public long batchesWithLanes(int used) {
    return used >= 1 && used <= batchesByLanes.size() ? batchesByLanes.get(used - 1) : 0;
  }

  /** Used lanes ÷ offered lanes; 0 before the first batch. */
  public double meanOccupancy() {
    return lanesOffered == 0 ? 0 : (double) lanesUsed / lanesOffered;
  }

  EngineStatistics plus(EngineStatistics other) {
    return new EngineStatistics(
        messages + other.messages,
        bytes + other.bytes,
        batches + other.batches,
        lanesUsed + other.lanesUsed,
        lanesOffered + other.lanesOffered,
        IntStream.rangeClosed(1, Math.max(batchesByLanes.size(), other.batchesByLanes.size()))
            .mapToObj(used -> batchesWithLanes(used) + other.batchesWithLanes(used))
            .toList());
  }

  static EngineStatistics none() {
    return new EngineStatistics(0, 0, 0, 0, 0, List.of());
  }
}
