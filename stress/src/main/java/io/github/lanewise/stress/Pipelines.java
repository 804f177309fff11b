package io.github.lanewise.stress;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.HashingPipeline;
import java.time.Duration;
import java.util.List;
import reactor.core.scheduler.Scheduler;

/** What all stress tests hash with. */
final class Pipelines {

  /** FIPS 180-2 appendix B.1: of "abc". */
  static final Sha256Digest ABC =
      Sha256Digest.parseContentAddress(
          "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");

  /** Of "abcabc". */
  static final Sha256Digest ABC_TWICE =
      Sha256Digest.parseContentAddress(
          "sha256:bbb59da3af939f7af5f360f2ceb80a496e3bae1cd87dde426db0ae40677e1c2c");

  static final Duration MAX_WAIT = Duration.ofMillis(1);

  private Pipelines() {}

  static HashingPipeline on(Scheduler scheduler, String engine) {
    return HashingPipeline.builder()
        .engine(engine)
        .maxWait(MAX_WAIT)
        .prefetch(4)
        .shutdownGrace(Duration.ZERO)
        .schedulers(List.of(scheduler))
        .build();
  }

  /** Gives back what lanes hold off the heap; a worker without a thread of its own needs help. */
  static void close(HashingPipeline pipeline, WorkerActor worker) {
    Thread closing = Thread.startVirtualThread(pipeline::close);
    while (closing.isAlive()) {
      worker.work();
      Thread.onSpinWait();
    }
  }
}
