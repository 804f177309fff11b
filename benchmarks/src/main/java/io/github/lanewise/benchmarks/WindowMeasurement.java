package io.github.lanewise.benchmarks;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.pipeline.BufferAccess;
import io.github.lanewise.pipeline.HashedMessage;
import io.github.lanewise.pipeline.HashedRecord;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.pipeline.SignedRecord;
import io.github.lanewise.pipeline.SignedWindow;
import io.github.lanewise.pipeline.WindowPolicy;
import io.github.lanewise.pipeline.WindowVerifier;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Blocks hashed and signed in windows, every proof made, beside blocks that are only hashed. */
final class WindowMeasurement {

  static final String FIGURE = "window.records-per-second.vs-unsigned";
  static final String PER_JOULE = "window.signed-bytes-per-joule";

  private static final int BLOCK_BYTES = 64 * 1024;
  private static final int RECORDS = 1_024;
  private static final int STREAMS = 8;
  private static final Duration CALIBRATION_TIMEOUT = Duration.ofSeconds(30);

  private final int rounds;
  private final Duration time;
  private final byte[][] blocks = new byte[256][BLOCK_BYTES];
  private final BufferAccess<byte[]> access = BufferAccess.byteArrays();

  WindowMeasurement(int rounds, Duration time) {
    this.rounds = rounds;
    this.time = time;
    SplittableRandom random = new SplittableRandom(BLOCK_BYTES);
    for (byte[] block : blocks) {
      random.nextBytes(block);
    }
  }

  void run(RsaSigner signer) throws IOException {
    try (HashingPipeline pipeline = HashingPipeline.create()) {
      awaitCalibration(pipeline);
      check(pipeline, signer);
      Function<Runnable, Flux<?>> signed = count -> signed(pipeline, signer, count);
      Function<Runnable, Flux<?>> unsigned =
          count -> streams().flatMap(stream -> hashed(stream, pipeline, count), STREAMS);
      List<CpuContest.Score> scores =
          new CpuContest(rounds, time).runCounting(List.of(signed, unsigned));
      Forks.printSpeeds(FIGURE, scores.get(0).perSecond(), scores.get(1).perSecond());
      Optional<Rapl> rapl = Rapl.find(Rapl.POWERCAP);
      if (rapl.isPresent()) {
        LongAdder records = new LongAdder();
        long[] before = rapl.get().counters();
        signed(pipeline, signer, records::increment).take(time.multipliedBy(rounds)).blockLast();
        ChildJvm.print(
            PER_JOULE, (double) records.sum() * BLOCK_BYTES / rapl.get().joulesSince(before));
      }
    }
  }

  private static void awaitCalibration(HashingPipeline pipeline) {
    EngineChoice first = pipeline.engine();
    long end = System.nanoTime() + CALIBRATION_TIMEOUT.toNanos();
    while (pipeline.engine().equals(first) && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** All of a few short windows are verified. */
  private void check(HashingPipeline pipeline, RsaSigner signer) {
    WindowVerifier verifier = WindowVerifier.of(signer.publicKey());
    List<SignedWindow> windows =
        hashed(Flux.fromArray(blocks), pipeline, () -> {})
            .map(WindowMeasurement::record)
            .transform(signer.windows(policy(pipeline).maxRecords(blocks.length / 4)))
            .collectList()
            .blockOptional()
            .orElseThrow();
    boolean right =
        windows.stream().mapToInt(SignedWindow::size).sum() == blocks.length
            && windows.stream()
                .flatMap(window -> window.records().stream())
                .allMatch(verifier::verify);
    if (!right) {
      throw new IllegalStateException("a record's signature is wrong, or missing");
    }
  }

  private static WindowPolicy policy(HashingPipeline pipeline) {
    return WindowPolicy.defaults().maxRecords(RECORDS).engine(pipeline::engine);
  }

  private Flux<SignedRecord> signed(HashingPipeline pipeline, RsaSigner signer, Runnable count) {
    return streams()
        .flatMap(
            stream ->
                hashed(stream, pipeline, count)
                    .map(WindowMeasurement::record)
                    .transform(signer.windows(policy(pipeline)))
                    .concatMapIterable(SignedWindow::records, 1),
            STREAMS);
  }

  /** Counted here: signed records come a window at a time, which is coarse. */
  private Flux<HashedMessage<byte[]>> hashed(
      Flux<byte[]> stream, HashingPipeline pipeline, Runnable count) {
    return stream.transform(pipeline.messages(access)).doOnNext(hashed -> count.run());
  }

  private static HashedRecord record(HashedMessage<byte[]> hashed) {
    return new HashedRecord(hashed.digest(), hashed.message().length);
  }

  private Flux<Flux<byte[]>> streams() {
    return Flux.range(0, STREAMS)
        .map(
            stream ->
                Flux.range(0, Integer.MAX_VALUE)
                    .map(i -> blocks[(i + stream) & (blocks.length - 1)])
                    .subscribeOn(Schedulers.parallel()));
  }
}
