package io.github.lanewise.benchmarks;

import io.github.lanewise.kernel.rsa.RsaEngineChoice;
import io.github.lanewise.kernel.rsa.RsaKey;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.pipeline.cpu.PinnedSchedulers;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/** What {@link RsaSuite} prints of {@link RsaSigner}, on two cores, measured in this JVM. */
final class RsaMeasurement {

  static final String SCALING = RsaScenarios.USUAL_BITS + ".two-workers.scaling";
  static final String PER_JOULE = RsaScenarios.USUAL_BITS + ".two-workers.signatures-per-joule";

  /** What is signed in a second of CPU time of the whole process, queues and signals included. */
  static final String PER_CPU = RsaScenarios.USUAL_BITS + ".two-workers.signatures-per-core-second";

  private static final int LARGE_BITS = 4096;

  /** The sizes whose latency is taken. */
  static final List<Integer> LATENCY_BITS = List.of(RsaScenarios.USUAL_BITS, LARGE_BITS);

  /**
   * Full speed takes about a second of CPU time; calibration has had its share where there are
   * lanes.
   */
  private static final Duration WARM_UP = Duration.ofMillis(1_500);

  private static final Duration CALIBRATION_TIMEOUT = Duration.ofMinutes(2);

  private final int rounds;
  private final Duration time;
  private final RsaMessages messages = new RsaMessages(64);
  private final Sha256Digest[] digests =
      IntStream.range(0, messages.count()).mapToObj(messages::digest).toArray(Sha256Digest[]::new);

  private RsaMeasurement(int rounds, Duration time) {
    this.rounds = rounds;
    this.time = time;
  }

  static String latencyGain(int bits) {
    return bits + ".split.latency-gain";
  }

  public static void main(String[] arguments) throws GeneralSecurityException, IOException {
    int rounds = Integer.parseInt(arguments[0]);
    Duration time = Duration.ofMillis(Long.parseLong(arguments[1]));
    RsaMeasurement measurement = new RsaMeasurement(rounds, time);
    try (HashingPipeline pipeline = HashingPipeline.create();
        RsaSigner usual = RsaSigner.create(key(RsaScenarios.USUAL_BITS));
        RsaSigner large = RsaSigner.create(key(LARGE_BITS))) {
      // All calibrate at the same time, as in an application that starts.
      measurement.prepare(RsaScenarios.USUAL_BITS, usual);
      measurement.prepare(LARGE_BITS, large);
      WindowMeasurement windows = new WindowMeasurement(rounds, time, pipeline, usual);
      windows.prepare();
      measurement.latency(RsaScenarios.USUAL_BITS, usual);
      measurement.latency(LARGE_BITS, large);
      measurement.scaling(usual);
      windows.run();
    }
    System.exit(0);
  }

  private static RsaKey key(int bits) {
    return RsaKey.of(RsaKeys.of(bits).getPrivate());
  }

  private void prepare(int bits, RsaSigner signer) throws GeneralSecurityException {
    awaitCalibration(signer);
    System.out.println("# " + bits + " bits: " + signer.engines());
    checkSignatures(bits, signer);
  }

  private static void awaitCalibration(RsaSigner signer) {
    String before = RsaEngineChoice.uncalibrated().description();
    long end = System.nanoTime() + CALIBRATION_TIMEOUT.toNanos();
    while (signer.engines().equals(before)) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("calibration must end in " + CALIBRATION_TIMEOUT);
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static Signature jca(int bits) throws GeneralSecurityException {
    Signature jca = Signature.getInstance("SHA256withRSA", "SunRsaSign");
    jca.initSign(RsaKeys.of(bits).getPrivate());
    return jca;
  }

  /** One at a time, and as many as are under way at once. */
  private void checkSignatures(int bits, RsaSigner signer) throws GeneralSecurityException {
    Signature jca = jca(bits);
    List<byte[]> together =
        Flux.fromArray(digests)
            .transform(signer.signatures())
            .map(signed -> signed.signature().toByteArray())
            .collectList()
            .blockOptional()
            .orElseThrow();
    for (int i = 0; i < messages.count(); i++) {
      jca.update(messages.message(i));
      byte[] expected = jca.sign();
      if (!Arrays.equals(together.get(i), expected)
          || (i < 4 && !Arrays.equals(sign(signer, i), expected))) {
        throw new IllegalStateException("a signature of " + bits + " bits is not the JCA's");
      }
    }
  }

  private byte[] sign(RsaSigner signer, int i) {
    return signer.sign(digests[i]).blockOptional().orElseThrow().toByteArray();
  }

  /** One signature by us and one by the JCA on this thread in turn; the first while is dropped. */
  private void latency(int bits, RsaSigner signer) throws GeneralSecurityException {
    Signature jca = jca(bits);
    latency(jca, signer, WARM_UP, new Latencies(), new Latencies());
    Latencies own = new Latencies();
    Latencies others = new Latencies();
    latency(jca, signer, time.multipliedBy(rounds), own, others);
    Forks.printTimes(latencyGain(bits), own.percentile(50) / 1e3, others.percentile(50) / 1e3);
  }

  private void latency(
      Signature jca, RsaSigner signer, Duration limit, Latencies own, Latencies others)
      throws GeneralSecurityException {
    long end = System.nanoTime() + limit.toNanos();
    for (int i = 0; System.nanoTime() - end < 0; i = (i + 1) % messages.count()) {
      long start = System.nanoTime();
      jca.update(messages.message(i));
      jca.sign();
      others.add(System.nanoTime() - start);
      start = System.nanoTime();
      sign(signer, i);
      own.add(System.nanoTime() - start);
    }
  }

  /** As many in flight as an operator has, by two workers and by one. */
  private void scaling(RsaSigner two) throws IOException {
    PinnedSchedulers worker = PinnedSchedulers.createInBackground(1, true, "one-signer");
    Scheduler only = worker.schedulers().getFirst();
    try (RsaSigner one = RsaSigner.create(key(RsaScenarios.USUAL_BITS), only, only)) {
      awaitCalibration(one);
      List<CpuContest.Score> scores =
          new CpuContest(rounds, time).run(List.of(() -> signatures(two), () -> signatures(one)));
      Forks.printSpeeds(SCALING, scores.get(0).perSecond(), scores.get(1).perSecond());
      ChildJvm.print(PER_CPU, scores.get(0).perCpu());
    } finally {
      worker.dispose();
    }
    Optional<Rapl> rapl = Rapl.find(Rapl.POWERCAP);
    if (rapl.isPresent()) {
      long[] before = rapl.get().counters();
      long signed =
          signatures(two).take(time.multipliedBy(rounds)).count().blockOptional().orElseThrow();
      ChildJvm.print(PER_JOULE, signed / rapl.get().joulesSince(before));
    }
  }

  private Flux<?> signatures(RsaSigner signer) {
    return Flux.range(0, Integer.MAX_VALUE)
        .map(i -> digests[i % digests.length])
        .transform(signer.signatures());
  }
}
