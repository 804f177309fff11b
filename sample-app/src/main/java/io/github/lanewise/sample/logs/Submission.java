package io.github.lanewise.sample.logs;

import io.github.lanewise.kernel.merkle.WindowStatement;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitFailureHandler;

/** What one request has given to the log, and how much of it is signed and on the disk. */
final class Submission {

  private final Sinks.@Nullable Many<WindowReceipt> windows;
  private final Sinks.Empty<Void> settled = Sinks.empty();
  private long accepted;
  private long signed;
  private boolean ended;
  private @Nullable Throwable failure;

  /**
   * @param tellWindows whether {@link #windows()} is listened to; what waits there has no bound but
   *     that of the log
   */
  Submission(boolean tellWindows) {
    this.windows = tellWindows ? Sinks.many().unicast().onBackpressureBuffer() : null;
  }

  /** A receipt for each window that has records of this request, when it is on the disk. */
  Flux<WindowReceipt> windows() {
    return windows == null ? Flux.empty() : windows.asFlux();
  }

  /** The request has no more records: completes when all that it had are signed. */
  Mono<Void> end() {
    return Mono.defer(
        () -> {
          synchronized (this) {
            ended = true;
            settle();
          }
          return settled.asMono();
        });
  }

  synchronized void accepted() {
    accepted++;
  }

  /** Its next records, consecutive ones, are in a window that is on the disk. */
  synchronized void signed(int records, WindowStatement window) {
    signed += records;
    if (windows != null) {
      windows.emitNext(WindowReceipt.of(window, signed), EmitFailureHandler.FAIL_FAST);
    }
    settle();
  }

  synchronized void fail(Throwable cause) {
    failure = cause;
    settle();
  }

  /** Signals under the lock: what follows hops to the event loop of the request. */
  private void settle() {
    if (failure != null) {
      settled.tryEmitError(failure);
      complete();
    } else if (ended && signed == accepted) {
      settled.tryEmitEmpty();
      complete();
    }
  }

  private void complete() {
    if (windows != null) {
      windows.tryEmitComplete();
    }
  }
}
