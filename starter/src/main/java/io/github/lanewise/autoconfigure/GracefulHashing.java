package io.github.lanewise.autoconfigure;

import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * Holds up the end of the application until what is under way is hashed and signed. It stops after
 * the web server, which has let its requests end by then, and before any bean is destroyed, the
 * pipeline among them.
 *
 * <p>It waits as long as bytes are hashed or signatures end, and no longer than Boot lets a phase
 * last ({@code spring.lifecycle.timeout-per-shutdown-phase}). A stream that brings nothing for a
 * second is not waited for: its source has stopped already, or does not know of the end. When the
 * pipeline is closed it ends in an error.
 */
final class GracefulHashing implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(HashingPipeline.class);

  /** Below the phase in which the web server stops, {@code DEFAULT_PHASE − 2048}. */
  static final int PHASE = DEFAULT_PHASE - 4_096;

  private static final Duration LOOK = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final HashingPipeline pipeline;
  private final Supplier<@Nullable RsaSigner> signer;
  private volatile boolean running;

  GracefulHashing(HashingPipeline pipeline, Supplier<@Nullable RsaSigner> signer) {
    this.pipeline = pipeline;
    this.signer = signer;
  }

  /** What is under way, and how far it is. */
  private record Progress(long streams, long signatures, long bytes) {

    boolean isDone() {
      return streams == 0 && signatures == 0;
    }
  }

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
  }

  @Override
  public void stop(Runnable callback) {
    Progress atFirst = progress();
    stop();
    if (atFirst.isDone()) {
      callback.run();
      return;
    }
    log.info(
        "Waiting for {} streams and {} signatures under way",
        atFirst.streams(),
        atFirst.signatures());
    Flux.interval(LOOK, Schedulers.parallel())
        .onBackpressureDrop()
        .map(tick -> progress())
        .takeUntil(Progress::isDone)
        .distinctUntilChanged()
        .timeout(PATIENCE, Flux.empty())
        .doFinally(end -> callback.run())
        .subscribe();
  }

  private Progress progress() {
    RsaSigner signs = signer.get();
    return new Progress(
        pipeline.statistics().openStreams(),
        signs == null ? 0 : signs.statistics().underWay(),
        pipeline.statistics().bytes());
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
