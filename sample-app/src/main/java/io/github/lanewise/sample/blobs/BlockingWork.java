package io.github.lanewise.sample.blobs;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** File work on a thread that may block. */
final class BlockingWork {

  private BlockingWork() {}

  /**
   * Calls {@code work} on Reactor's bounded elastic scheduler, for each subscriber once. A cancel
   * does not interrupt it: half a rename is harder to clean up than a whole one, and an interrupt
   * closes the channel it meets.
   */
  static <T> Mono<T> of(Callable<@Nullable T> work) {
    return Mono.create(
        sink ->
            Schedulers.boundedElastic()
                .schedule(
                    () -> {
                      try {
                        sink.success(work.call());
                      } catch (Exception e) {
                        sink.error(e);
                      }
                    }));
  }
}
