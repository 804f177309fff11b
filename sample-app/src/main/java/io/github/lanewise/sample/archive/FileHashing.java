package io.github.lanewise.sample.archive;

import java.io.EOFException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Hashes files on as many threads as there are cores, and gives them back in the order in which
 * they were found. One thread finds files, one takes results; both are held up when the other is
 * behind, so that the names of a tree of any size take bounded memory.
 */
final class FileHashing {

  /** Finds files. */
  interface Finder {
    void find(TreeWalk.Visitor visitor) throws InterruptedException;
  }

  private static final int MAX_FOUND = 16 * 1024;

  /** A worker that finds no result ready looks again after so long: no wake-up for each file. */
  private static final long POLL_NANOS = 500_000;

  private static final FileJob END = FileJob.failed(new FileName(""), new EOFException("the end"));

  private final BlockingQueue<FileJob> waiting = new ArrayBlockingQueue<>(MAX_FOUND);
  private final BlockingQueue<FileJob> inOrder = new ArrayBlockingQueue<>(MAX_FOUND);
  private final EngineSelection engines;
  private final int threads;
  private final LongAdder hashedBytes = new LongAdder();
  private final AtomicLong foundBytes = new AtomicLong();
  private volatile boolean allFound;
  private volatile @Nullable Throwable failure;

  FileHashing(EngineSelection engines, int threads) {
    this.engines = engines;
    this.threads = threads;
  }

  /** Starts the threads. */
  void start(Finder finder) {
    startThread("find", () -> find(finder));
    for (int i = 0; i < threads; i++) {
      startThread("hash-" + i, new HashWorker(jobs, engines, hashedBytes));
    }
  }

  private void startThread(String name, Runnable task) {
    Thread.ofPlatform()
        .daemon()
        .name(name)
        .uncaughtExceptionHandler((thread, thrown) -> failure = thrown)
        .start(task);
  }

  private void find(Finder finder) {
    try {
      finder.find(this::add);
      allFound = true;
      waiting.put(END);
      inOrder.put(END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void add(FileJob job) throws InterruptedException {
    engines.found(foundBytes.addAndGet(job.expectedBytes()));
    inOrder.put(job);
    if (!job.isDone()) {
      waiting.put(job);
    }
  }

  private final HashWorker.Jobs jobs =
      new HashWorker.Jobs() {
        @Override
        public @Nullable FileJob take() throws InterruptedException {
          return orEnd(waiting.take());
        }

        @Override
        public @Nullable FileJob takeMore() {
          if (waiting.size() < threads) {
            return null;
          }
          FileJob next = waiting.poll();
          return next == null ? null : orEnd(next);
        }

        private @Nullable FileJob orEnd(FileJob job) {
          if (job == END) {
            // For the next worker. Nothing else comes, so there is room.
            waiting.add(END);
            return null;
          }
          return job;
        }
      };

  /**
   * The next in order, done.
   *
   * @return null after the last
   * @throws IllegalStateException if a thread failed
   */
  @Nullable FileJob next() throws InterruptedException {
    FileJob job;
    while ((job = inOrder.peek()) == null || !job.isDone()) {
      if (failure != null) {
        throw new IllegalStateException("a thread failed", failure);
      }
      LockSupport.parkNanos(POLL_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    if (job == END) {
      return null;
    }
    inOrder.remove();
    return job;
  }

  /** How much was hashed so far. */
  long hashedBytes() {
    return hashedBytes.sum();
  }

  /** How much there is, as far as it was found. */
  long foundBytes() {
    return foundBytes.get();
  }

  /** Whether {@link #foundBytes()} is all. */
  boolean isAllFound() {
    return allFound;
  }
}
