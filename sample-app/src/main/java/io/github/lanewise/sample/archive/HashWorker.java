package io.github.lanewise.sample.archive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Hashes files on one thread, several at a time: opens, reads a chunk of each, hashes the chunks
 * together, and so on. A file that changed meanwhile is hashed once more, and then given up.
 */
final class HashWorker implements Runnable {

  /** Where the jobs come from. */
  interface Jobs {

    /** The next job, waited for; null if no more can come. */
    @Nullable FileJob take() throws InterruptedException;

    /** The next job if there are so many that the other workers have theirs too; or null. */
    @Nullable FileJob takeMore();
  }

  private final Jobs jobs;
  private final EngineSelection engines;
  private final LongAdder hashedBytes;
  private final List<OpenFile> places = new ArrayList<>();
  private final List<OpenFile> filled = new ArrayList<>();

  HashWorker(Jobs jobs, EngineSelection engines, LongAdder hashedBytes) {
    this.jobs = jobs;
    this.engines = engines;
    this.hashedBytes = hashedBytes;
  }

  @Override
  public void run() {
    ChunkHasher hasher = engines.open();
    try {
      while (fill(hasher)) {
        hasher.hash(filled);
        for (OpenFile file : filled) {
          hashedBytes.add(file.length());
          if (file.isLast()) {
            finish(file, hasher);
          }
        }
        if (engines.isOutdated(hasher) && places.stream().allMatch(OpenFile::isFree)) {
          hasher.close();
          hasher = engines.open();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      hasher.close();
    }
  }

  /** Gives every open file its next chunk, and opens more; false if there are none any more. */
  private boolean fill(ChunkHasher hasher) throws InterruptedException {
    while (places.size() < hasher.width()) {
      places.add(new OpenFile());
    }
    filled.clear();
    for (OpenFile place : places) {
      if (!place.isFree()) {
        read(place);
      }
    }
    // Another engine takes over between files, so those that are open come to their end first.
    boolean ending = !filled.isEmpty() && engines.isOutdated(hasher);
    for (OpenFile place : places) {
      while (place.isFree() && !ending) {
        FileJob next = filled.isEmpty() ? jobs.take() : jobs.takeMore();
        if (next == null) {
          return !filled.isEmpty();
        }
        open(place, next);
      }
    }
    return true;
  }

  private void open(OpenFile place, FileJob job) {
    try {
      place.open(job);
      read(place);
    } catch (IOException e) {
      fail(place, place.job(), e);
    }
  }

  private void read(OpenFile place) {
    try {
      place.read();
      filled.add(place);
    } catch (IOException e) {
      fail(place, place.job(), e);
    }
  }

  private static void fail(OpenFile place, FileJob job, IOException cause) {
    try {
      place.close();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
    job.fail(cause);
  }

  private void finish(OpenFile place, ChunkHasher hasher) {
    FileJob job = place.job();
    byte[] digest = hasher.digest(place);
    try {
      place.close();
      if (job.isUnchanged()) {
        job.finish(digest);
      } else {
        hashAgain(place, job, hasher);
      }
    } catch (IOException e) {
      fail(place, job, e);
    }
  }

  /** Alone, since that is rare. */
  private static void hashAgain(OpenFile place, FileJob job, ChunkHasher hasher)
      throws IOException {
    job.look();
    if (job.isDone()) {
      return;
    }
    place.open(job);
    do {
      place.read();
      hasher.hash(List.of(place));
    } while (!place.isLast());
    byte[] digest = hasher.digest(place);
    place.close();
    if (job.isUnchanged()) {
      job.finish(digest);
    } else {
      job.fail(new IOException(Failures.CHANGED));
    }
  }
}
