package io.github.lanewise.benchmarks;

import io.github.lanewise.kernel.sha256.Sha256Engines;
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
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Blocks hashed and signed in windows, every proof made, beside blocks that are only hashed. */
final class WindowMeasurement {

  static final String FIGURE = "window.records-per-second.vs-unsigned";
  static final String PER_JOULE = "window.signed-bytes-per-joule";

  private static final int BLOCK_BYTES = 64 * 1024;
  private static final int RECORDS = 1_024;
  private static final int STREAMS = 4;

  /** Windows of all streams end at about the same time, so a turn has to see several. */
  private static final Duration MIN_TURN = Duration.ofMillis(500);

  private static final Duration CALIBRATION_TIMEOUT = Duration.ofSeconds(30);

  private final int rounds;
  private final Duration time;
  private final HashingPipeline pipeline;
  private final RsaSigner signer;
  private final byte[][] blocks = new byte[256][BLOCK_BYTES];
  private final BufferAccess<byte[]> access = BufferAccess.byteArrays();

  WindowMeasurement(int rounds, Duration time, HashingPipeline pipeline, RsaSigner signer) {
    this.rounds = rounds;
    this.time = time.compareTo(MIN_TURN) < 0 ? MIN_TURN : time;
    this.pipeline = pipeline;
    this.signer = signer;
    SplittableRandom random = new SplittableRandom(BLOCK_BYTES);
    for (byte[] block : blocks) {
      random.nextBytes(block);
    }
  }

  /** Waits until the engine is chosen, and checks. */
  void prepare() {
    String uncalibrated = Sha256Engines.discover().uncalibrated().description();
    long end = System.nanoTime() + CALIBRATION_TIMEOUT.toNanos();
    while (pipeline.engine().description().equals(uncalibrated) && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(1_000_000);
    }
    check();
  }

  void run() throws IOException {
    List<CpuContest.Score> scores =
        new CpuContest(rounds, time).runCounting(List.of(this::signed, this::unsigned));
    Forks.printSpeeds(FIGURE, scores.get(0).perSecond(), scores.get(1).perSecond());
    Optional<Rapl> rapl = Rapl.find(Rapl.POWERCAP);
    if (rapl.isPresent()) {
      LongAdder records = new LongAdder();
      long[] before = rapl.get().counters();
      signed(records::increment).take(time.multipliedBy(rounds)).blockLast();
      ChildJvm.print(
          PER_JOULE, (double) records.sum() * BLOCK_BYTES / rapl.get().joulesSince(before));
    }
  }

  /** All of a few short windows are verified. */
  private void check() {
    WindowVerifier verifier = WindowVerifier.of(signer.publicKey());
    List<SignedWindow> windows =
        hashed(Flux.fromArray(blocks), () -> {})
            .map(WindowMeasurement::record)
            .transform(signer.windows(policy().maxRecords(blocks.length / 4)))
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

  private WindowPolicy policy() {
    return WindowPolicy.defaults().maxRecords(RECORDS).engine(pipeline::engine);
  }

  private Flux<SignedRecord> signed(Runnable count) {
    return streams()
        .flatMap(
            stream ->
                hashed(stream, count)
                    .map(WindowMeasurement::record)
                    .transform(signer.windows(policy()))
                    .concatMapIterable(SignedWindow::records, 1),
            STREAMS);
  }

  private Flux<?> unsigned(Runnable count) {
    return streams().flatMap(stream -> hashed(stream, count), STREAMS);
  }

  /** Counted here: signed records come a window at a time, which is coarse. */
  private Flux<HashedMessage<byte[]>> hashed(Flux<byte[]> stream, Runnable count) {
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
