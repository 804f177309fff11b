package io.github.lanewise.pipeline;

import java.util.concurrent.atomic.LongAdder;

/** What the workers count. Written by all of them, read by anyone. */
final class LaneMeters {

  private final LongAdder messages = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder batches = new LongAdder();
  private final LongAdder lanesUsed = new LongAdder();
  private final LongAdder lanesOffered = new LongAdder();
  private final LongAdder openStreams = new LongAdder();
  private final LongAdder crossChecks = new LongAdder();
  private final LongAdder crossCheckFailures = new LongAdder();

  void batch(int used, int offered) {
    batches.increment();
    lanesUsed.add(used);
    lanesOffered.add(offered);
  }

  void segment(long segmentBytes, boolean endsMessage) {
    bytes.add(segmentBytes);
    if (endsMessage) {
      messages.increment();
    }
  }

  void crossChecked(boolean agreed) {
    crossChecks.increment();
    if (!agreed) {
      crossCheckFailures.increment();
    }
  }

  void opened() {
    openStreams.increment();
  }

  void closed() {
    openStreams.decrement();
  }

  PipelineStatistics snapshot() {
    return new PipelineStatistics(
        messages.sum(),
        bytes.sum(),
        batches.sum(),
        lanesUsed.sum(),
        lanesOffered.sum(),
        openStreams.sum(),
        crossChecks.sum(),
        crossCheckFailures.sum());
  }
}
