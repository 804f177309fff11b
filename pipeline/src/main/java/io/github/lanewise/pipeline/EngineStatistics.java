package io.github.lanewise.pipeline;

/**
 * What one engine has done, summed over the workers of a pipeline.
 *
 * @param messages whose digest it made
 * @param bytes that it hashed, padding included where it works in lanes
 * @param batches how often it was called
 * @param lanesUsed lanes that held a message, summed over its batches
 * @param lanesOffered lanes that it had, summed over its batches
 */
public record EngineStatistics(
    long messages, long bytes, long batches, long lanesUsed, long lanesOffered) {

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
        lanesOffered + other.lanesOffered);
  }
}
