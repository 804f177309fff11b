package io.github.lanewise.sample.logs;

import io.github.lanewise.pipeline.HashedRecord;
import io.github.lanewise.pipeline.SignedWindow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.util.concurrent.Queues;

/**
 * One run of the log: records of all requests in one order, their windows, and who waits for them.
 * It ends with the first window that cannot be signed or kept.
 */
final class OpenLog {

  private static final int QUEUE_LINK = 1_024;

  private final int maxUnsigned;
  private final Consumer<Throwable> onFailure;
  private final Sinks.Many<HashedRecord> records =
      Sinks.many().unicast().onBackpressureBuffer(Queues.<HashedRecord>unbounded(QUEUE_LINK).get());
  private final Sinks.Empty<Void> end = Sinks.empty();
  private Disposable running = () -> {};

  // All below is touched under the lock only.
  private final Queue<Submission> unsigned = new ArrayDeque<>();
  private Sinks.Empty<Void> room = Sinks.empty();
  private @Nullable Throwable failure;

  /**
   * @param maxUnsigned requests are held up while more records than these wait for their window
   * @param onFailure is told why the run has ended, once
   */
  OpenLog(int maxUnsigned, Consumer<Throwable> onFailure) {
    this.maxUnsigned = maxUnsigned;
    this.onFailure = onFailure;
  }

  /**
   * Begins to take records.
   *
   * @param windows signs them
   * @param keep puts a window on the disk; one at a time
   */
  void run(
      Function<Flux<HashedRecord>, Flux<SignedWindow>> windows,
      Function<SignedWindow, Mono<Void>> keep) {
    running =
        records
            .asFlux()
            .transform(windows)
            .concatMap(window -> keep.apply(window).thenReturn(window), 1)
            .subscribe(this::kept, this::failed, end::tryEmitEmpty);
  }

  /**
   * Takes a record. Gives {@code answer} at once, or when there is room for another record, so that
   * a client is read from no faster than windows are kept.
   */
  <T> Mono<T> append(HashedRecord record, Submission submission, T answer) {
    synchronized (unsigned) {
      if (failure != null) {
        return Mono.error(failure);
      }
      unsigned.add(submission);
      submission.accepted();
      // Under the lock: the order of the records is that of those who wait for them.
      records.tryEmitNext(record).orThrow();
      return unsigned.size() < maxUnsigned ? Mono.just(answer) : room.asMono().thenReturn(answer);
    }
  }

  private void kept(SignedWindow window) {
    Sinks.Empty<Void> waiting;
    synchronized (unsigned) {
      int left = window.size();
      while (left > 0) {
        Submission submission = unsigned.remove();
        int run = 1;
        while (run < left && submission.equals(unsigned.peek())) {
          unsigned.remove();
          run++;
        }
        left -= run;
        submission.signed(run, window.root().statement());
      }
      if (unsigned.size() >= maxUnsigned) {
        return;
      }
      waiting = room;
      room = Sinks.empty();
    }
    waiting.tryEmitEmpty();
  }

  private void failed(Throwable cause) {
    Throwable told = new LogUnavailableException(cause);
    Sinks.Empty<Void> waiting;
    synchronized (unsigned) {
      failure = told;
      unsigned.forEach(submission -> submission.fail(told));
      unsigned.clear();
      waiting = room;
    }
    waiting.tryEmitError(told);
    end.tryEmitEmpty();
    onFailure.accept(cause);
  }

  /** Lets the last window end, and waits until it is kept, but not for long. */
  void close(Duration limit) {
    synchronized (unsigned) {
      failure = new LogUnavailableException(new IllegalStateException("the service is stopping"));
      records.tryEmitComplete();
    }
    try {
      end.asMono().block(limit);
    } finally {
      running.dispose();
    }
  }
}
