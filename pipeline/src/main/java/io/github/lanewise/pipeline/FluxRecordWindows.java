package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.List;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.scheduler.Scheduler;

/** Groups records into windows, not yet signed; see {@link RsaSigner#windows}. */
final class FluxRecordWindows extends FluxOperator<HashedRecord, List<Sha256Digest>> {

  /** As many records are on their way from upstream at most. */
  static final int MAX_PREFETCH = 256;

  private final WindowPolicy policy;
  private final Scheduler clock;

  /**
   * @param clock tells when a window has waited long enough; its tasks are short
   */
  FluxRecordWindows(Flux<HashedRecord> source, WindowPolicy policy, Scheduler clock) {
    super(source);
    this.policy = policy;
    this.clock = clock;
  }

  @Override
  public int getPrefetch() {
    return Math.min(MAX_PREFETCH, policy.maxRecords());
  }

  @Override
  public void subscribe(CoreSubscriber<? super List<Sha256Digest>> actual) {
    source.subscribe(new RecordWindowSubscriber(actual, policy, clock, getPrefetch()));
  }
}
