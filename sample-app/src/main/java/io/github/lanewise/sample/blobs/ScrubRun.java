package io.github.lanewise.sample.blobs;

import io.github.lanewise.sample.blobs.ScrubProgress.Damage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import reactor.core.Disposable;
import reactor.core.Disposables;

/** What one scrub has found so far; read while it runs. */
final class ScrubRun {

  static final String RUNNING = "running";

  private static final int MAX_DAMAGES = 1_000;

  private final Clock clock = Clock.systemUTC();
  private final Instant started = clock.instant();
  private final AtomicReference<String> state = new AtomicReference<>(RUNNING);
  private final AtomicLong folders = new AtomicLong();
  private final AtomicLong blobs = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong damaged = new AtomicLong();
  private final Queue<Damage> damages = new ConcurrentLinkedQueue<>();
  private final Disposable.Swap work = Disposables.swap();
  private volatile Instant ended = Instant.MAX;

  void runs(Disposable subscription) {
    work.update(subscription);
  }

  void hashed(long size) {
    blobs.incrementAndGet();
    bytes.addAndGet(size);
  }

  void folderDone() {
    folders.incrementAndGet();
  }

  void damaged(String file, String reason) {
    if (damaged.incrementAndGet() <= MAX_DAMAGES) {
      damages.add(new Damage(file, reason));
    }
  }

  /** The first end counts. */
  void end(String how) {
    if (state.compareAndSet(RUNNING, how)) {
      ended = clock.instant();
    }
  }

  void cancel() {
    end("cancelled");
    work.dispose();
  }

  boolean isRunning() {
    return state.get().equals(RUNNING);
  }

  ScrubProgress progress() {
    String now = state.get();
    Instant until = now.equals(RUNNING) ? clock.instant() : ended;
    return new ScrubProgress(
        now,
        started,
        Duration.between(started, until).toMillis() / 1_000.0,
        100.0 * folders.get() / BlobFolder.FOLDERS,
        blobs.get(),
        bytes.get(),
        damaged.get(),
        List.copyOf(damages));
  }
}
