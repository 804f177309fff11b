package io.github.lanewise.benchmarks;

import com.sun.management.UnixOperatingSystemMXBean;
import io.github.lanewise.benchmarks.SoakStream.Tally;
import io.github.lanewise.pipeline.HashingPipeline;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import reactor.core.publisher.Flux;

/** Streams for a given time, with one engine, in this JVM: the child of {@link SoakSuite}. */
final class Soak {

  /** What all streams are made of. */
  static final byte[] RANDOM = new byte[1 << 20];

  private static final int AT_ONCE = 64;
  private static final Duration SETTLE = Duration.ofSeconds(20);

  private Soak() {}

  public static void main(String[] arguments) throws IOException {
    String engine = arguments[0];
    Duration time = Duration.ofSeconds(Long.parseLong(arguments[1]));
    long seed = Long.parseLong(arguments[2]);
    new SplittableRandom(seed).nextBytes(RANDOM);
    Path file = Files.write(Files.createTempFile("lanewise-soak", ".bin"), RANDOM);
    try {
      // What is opened and started once, by Reactor and the JDK, is no leak.
      soak(engine, Duration.ofSeconds(2), seed, file, Tally.create(), new SoakBuffers());
      long threads = settled(Soak::threads);
      long files = settled(Soak::files);
      Tally tally = Tally.create();
      SoakBuffers buffers = new SoakBuffers();
      soak(engine, time, seed + 1, file, tally, buffers);
      print("streams", tally.streams().sum());
      print("bytes", tally.bytes().sum());
      print("faults-injected", tally.faults().sum());
      print("digests-checked", tally.digests().sum());
      print("digests-wrong", tally.wrong().sum());
      print("errors-unexpected", tally.surprises().sum());
      print("buffers-leaked", until(buffers::live, 0));
      print("buffers-released-twice", buffers.releasedTwice());
      print("threads-leaked", until(Soak::threads, threads));
      print("files-leaked", until(Soak::files, files));
    } finally {
      Files.delete(file);
    }
  }

  private static void soak(
      String engine, Duration time, long seed, Path file, Tally tally, SoakBuffers buffers) {
    SplittableRandom seeds = new SplittableRandom(seed);
    long end = System.nanoTime() + time.toNanos();
    try (HashingPipeline pipeline =
        HashingPipeline.builder().engine(engine).workers(2).prefetch(4).build()) {
      Flux.<Long>generate(
              sink -> {
                if (System.nanoTime() - end < 0) {
                  sink.next(seeds.nextLong());
                } else {
                  sink.complete();
                }
              })
          .flatMap(each -> new SoakStream(each, pipeline, buffers, file, tally).run(), AT_ONCE)
          .blockLast(time.plusMinutes(1));
    }
  }

  private static long threads() {
    return ManagementFactory.getThreadMXBean().getThreadCount();
  }

  private static long files() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        ? system.getOpenFileDescriptorCount()
        : 0;
  }

  /** The smallest of some looks: what is about to end does not count. */
  private static long settled(LongSupplier count) {
    long least = count.getAsLong();
    for (int i = 0; i < 20; i++) {
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
      least = Math.min(least, count.getAsLong());
    }
    return least;
  }

  /** By how much the count is above what it was, after time enough to come down. */
  private static long until(LongSupplier count, long before) {
    long end = System.nanoTime() + SETTLE.toNanos();
    while (count.getAsLong() > before && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    return Math.max(0, count.getAsLong() - before);
  }

  private static void print(String name, long value) {
    ChildJvm.print(name, (double) value);
  }
}
