package io.github.lanewise.pipeline;

/**
 * What a pipeline has done since it was made. The figures are read one after the other, so under
 * load they may be apart by a batch.
 *
 * @param messages whose digest was made
 * @param bytes of messages, as far as they were hashed
 * @param batches calls of an engine
 * @param lanesUsed lanes that held a message, summed over the batches
 * @param lanesOffered lanes that the engines had, summed over the batches
 * @param openStreams subscriptions under way now
 * @param crossChecks messages that lanes and {@code jdk} have both hashed
 * @param crossCheckFailures those of them that came out differently; lanes are not used after one
 */
public record PipelineStatistics(
    long messages,
    long bytes,
    long batches,
    long lanesUsed,
    long lanesOffered,
    long openStreams,
    long crossChecks,
    long crossCheckFailures) {

  /** Used lanes ÷ offered lanes over all batches; 0 before the first. */
  public double meanOccupancy() {
    return lanesOffered == 0 ? 0 : (double) lanesUsed / lanesOffered;
  }
}
