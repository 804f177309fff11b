package io.github.lanewise.benchmarks;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.MultiBufferSha256;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashedMessage;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.PipelineStatistics;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** What {@link PipelineSuite} prints, measured in this JVM. */
final class PipelineMeasurement {

  private static final int PRODUCERS = 256;
  private static final int BLOCK_BYTES = 64 * 1024;
  private static final int RECORD_BYTES = 200;
  private static final int RECORD_STREAMS = 16;

  /** Between two bursts of a producer, at most. */
  private static final int MAX_PAUSE_NANOS = 2_000_000;

  /**
   * Blocks in a burst, on average. Sleeping and being woken costs some ten microseconds of CPU and
   * more: with a pause before each block, timers would be what is measured.
   */
  private static final int BURST = 16;

  private static final int PREFETCH = 16;

  /** All prefetched blocks of all producers; they are references to a few blocks. */
  private static final long IN_FLIGHT_BYTES = 2L * PRODUCERS * PREFETCH * BLOCK_BYTES;

  /**
   * So many blocks a loop has hashed in one call: full lanes of any engine, four times and more.
   */
  private static final int BARE_BATCH = 64;

  private static final int REPEATED_BLOCKS = 16;
  private static final int RARE_BLOCKS = 1_024;
  private static final long CACHE_BYTES = 8L << 20;

  private static final ThreadLocal<MessageDigest> SHA256 =
      ThreadLocal.withInitial(PipelineMeasurement::sha256);

  private final int rounds;
  private final Duration time;
  private final HashingPipeline pipeline = blockPipeline(0);
  private final HashingPipeline recordPipeline = HashingPipeline.builder().prefetch(256).build();
  private final Scheduler producers =
      Schedulers.newBoundedElastic(PRODUCERS, Integer.MAX_VALUE, "producer");
  private final byte[][] blocks = randomMessages(256, BLOCK_BYTES);
  private final byte[][] records = randomMessages(1_024, RECORD_BYTES);
  private final BufferAccess<byte[]> access = BufferAccess.byteArrays();

  private static HashingPipeline blockPipeline(long cacheBytes) {
    return HashingPipeline.builder()
        .prefetch(PREFETCH)
        .maxInFlight(IN_FLIGHT_BYTES)
        .recentHashCache(cacheBytes)
        .build();
  }

  private PipelineMeasurement(int rounds, Duration time) {
    this.rounds = rounds;
    this.time = time;
  }

  public static void main(String[] arguments) {
    PipelineMeasurement measurement =
        new PipelineMeasurement(
            Integer.parseInt(arguments[0]), Duration.ofMillis(Long.parseLong(arguments[1])));
    measurement.awaitCalibration();
    System.out.println("# " + measurement.pipeline.description());
    measurement.checkDigests();
    double blocksPerSecond = measurement.blocks();
    measurement.records();
    measurement.repeats();
    measurement.latencyOfOne();
    measurement.latencyAtHalfLoad(blocksPerSecond / 2);
    System.exit(0);
  }

  private void awaitCalibration() {
    EngineChoice first = pipeline.engine();
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (pipeline.engine().equals(first) && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private void checkDigests() {
    for (byte[][] messages : List.of(blocks, records)) {
      Boolean right =
          Flux.fromArray(messages)
              .transform(pipeline.messages(access))
              .all(hashed -> hashed.digest().equals(Sha256Digest.of(inline(hashed.message()))))
              .block(Duration.ofMinutes(1));
      if (!Boolean.TRUE.equals(right)) {
        throw new IllegalStateException("a digest is wrong");
      }
    }
  }

  private static byte[] inline(byte[] message) {
    return SHA256.get().digest(message);
  }

  /** Blocks that arrive at random, in bursts, on the threads of 256 producers. */
  private Flux<byte[]> producer(int number) {
    return producer(number, random -> blocks[random.nextInt(blocks.length)]);
  }

  private Flux<byte[]> producer(int number, Function<SplittableRandom, byte[]> next) {
    SplittableRandom random = new SplittableRandom(number);
    return Flux.<byte[]>generate(
            sink -> {
              if (random.nextInt(BURST) == 0) {
                LockSupport.parkNanos(random.nextInt(MAX_PAUSE_NANOS));
              }
              sink.next(next.apply(random));
            })
        .subscribeOn(producers);
  }

  /** Returns how many the pipeline hashed in a second. */
  private double blocks() {
    CpuContest contest = new CpuContest(rounds, time);
    PipelineStatistics before = pipeline.statistics();
    List<CpuContest.Score> scores =
        contest.runCounting(
            List.of(
                count -> counted(count, i -> producer(i).transform(pipeline.messages(access))),
                count -> counted(count, i -> producer(i).map(PipelineMeasurement::inline)),
                count ->
                    counted(
                        count,
                        i ->
                            producer(i)
                                .publishOn(Schedulers.boundedElastic(), PREFETCH)
                                .map(PipelineMeasurement::inline)),
                this::bareEngines));
    PipelineStatistics after = pipeline.statistics();
    CpuContest.Score ours = scores.get(0);
    CpuContest.Score bare = scores.get(3);
    ChildJvm.print("64KiB.256-producers.vs-inline-jdk", ours.perCpu() / scores.get(1).perCpu());
    ChildJvm.print("64KiB.256-producers.vs-elastic-jdk", ours.perCpu() / scores.get(2).perCpu());
    // What the engines take for these blocks when loops feed them, of all that was taken.
    ChildJvm.print("kernel-share", ours.perCpu() / bare.perCpu());
    ChildJvm.print("kernel-efficiency", ours.perSecond() / bare.perSecond());
    ChildJvm.print(
        "occupancy.mean",
        (double) (after.lanesUsed() - before.lanesUsed())
            / (after.lanesOffered() - before.lanesOffered()));
    return ours.perSecond();
  }

  private static Flux<?> all(IntFunction<Flux<?>> each) {
    return Flux.range(0, PRODUCERS).flatMap(each::apply, PRODUCERS, PREFETCH);
  }

  private static Flux<?> counted(Runnable count, IntFunction<Flux<?>> each) {
    return all(each).doOnNext(element -> count.run());
  }

  /** The pipeline's engine on every core, each fed with full batches of these blocks by a loop. */
  private Flux<?> bareEngines(Runnable count) {
    int cores = Runtime.getRuntime().availableProcessors();
    return Flux.range(0, cores)
        .flatMap(
            core -> bareEngine(new SplittableRandom(core)).subscribeOn(Schedulers.parallel()),
            cores)
        .doOnNext(hashed -> IntStream.range(0, hashed).forEach(i -> count.run()));
  }

  private Flux<Integer> bareEngine(SplittableRandom random) {
    return Flux.generate(
        () -> pipeline.engine().open(),
        (sha256, sink) -> {
          List<ByteBuffer> batch =
              Stream.generate(() -> ByteBuffer.wrap(blocks[random.nextInt(blocks.length)]))
                  .limit(BARE_BATCH)
                  .toList();
          sink.next(sha256.digest(batch).size());
          return sha256;
        },
        MultiBufferSha256::close);
  }

  private void records() {
    List<CpuContest.Score> scores =
        new CpuContest(rounds, time)
            .run(
                List.of(
                    () -> streams().flatMap(this::recordsHashed, RECORD_STREAMS),
                    () ->
                        streams()
                            .flatMap(
                                stream -> stream.map(PipelineMeasurement::inline),
                                RECORD_STREAMS)));
    ChildJvm.print(
        "200B.log-records.vs-inline-jdk", scores.get(0).perCpu() / scores.get(1).perCpu());
  }

  private Flux<HashedMessage<byte[]>> recordsHashed(Flux<byte[]> stream) {
    return stream.transform(recordPipeline.messages(access));
  }

  private Flux<Flux<byte[]>> streams() {
    return Flux.range(0, RECORD_STREAMS)
        .map(
            stream ->
                Flux.range(0, Integer.MAX_VALUE)
                    .map(i -> records[(i + stream) & (records.length - 1)])
                    .subscribeOn(Schedulers.parallel()));
  }

  /** Nine of ten blocks come again and again, with the cache and without. */
  private void repeats() {
    byte[][] rare = randomMessages(RARE_BLOCKS, BLOCK_BYTES);
    Function<SplittableRandom, byte[]> next =
        random ->
            random.nextInt(10) == 0
                ? rare[random.nextInt(RARE_BLOCKS)]
                : blocks[random.nextInt(REPEATED_BLOCKS)];
    try (HashingPipeline caching = blockPipeline(CACHE_BYTES)) {
      List<CpuContest.Score> scores =
          new CpuContest(rounds, time)
              .run(
                  List.of(
                      () -> all(i -> producer(i, next).transform(caching.messages(access))),
                      () -> all(i -> producer(i, next).transform(pipeline.messages(access)))));
      ChildJvm.print(
          "cache.90-percent-repeats.gain", scores.get(0).perCpu() / scores.get(1).perCpu());
    }
  }

  private void latencyOfOne() {
    Latencies ours = new Latencies();
    Latencies inline = new Latencies();
    for (int i = 0; i < 1_500 * rounds; i++) {
      byte[] block = blocks[i % blocks.length];
      long start = System.nanoTime();
      inline(block);
      inline.add(System.nanoTime() - start);
      int done = ours.count() + 1;
      long begin = System.nanoTime();
      Flux.just(block)
          .as(pipeline.digest(access))
          .subscribe(digest -> ours.add(System.nanoTime() - begin));
      while (ours.count() < done) {
        Thread.onSpinWait();
      }
    }
    ChildJvm.print("single.latency.vs-inline-jdk", ours.percentile(50) / inline.percentile(50));
  }

  /** Blocks that arrive whether those before are done or not, at random (a Poisson process). */
  private void latencyAtHalfLoad(double perSecond) {
    SplittableRandom random = new SplittableRandom(1);
    Latencies latencies = new Latencies();
    long arrival = System.nanoTime();
    long end = arrival + time.multipliedBy(2L * rounds).toNanos();
    while (arrival - end < 0) {
      arrival += (long) (-Math.log(1 - random.nextDouble()) * 1e9 / perSecond);
      long due = arrival;
      while (System.nanoTime() - due < 0) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
      Flux.just(blocks[random.nextInt(blocks.length)])
          .as(pipeline.digest(access))
          .subscribe(digest -> latencies.add(System.nanoTime() - due));
    }
    ChildJvm.print("p99-at-half-load.milliseconds", latencies.percentile(99) / 1e6);
  }

  private static byte[][] randomMessages(int count, int bytes) {
    SplittableRandom random = new SplittableRandom(bytes);
    return Stream.generate(
            () -> {
              byte[] message = new byte[bytes];
              random.nextBytes(message);
              return message;
            })
        .limit(count)
        .toArray(byte[][]::new);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
