package io.github.lanewise.benchmarks;

import io.github.lanewise.pipeline.cpu.PinnedSchedulers;
import java.time.Duration;
import java.util.Arrays;
import reactor.core.publisher.Mono;

/**
 * An engine and {@code openssl speed} in turn on one core, in this JVM: full batches for a while,
 * then as long by the other. What {@link RsaSuite} runs in a JVM of its own.
 */
final class OpensslContest {

  static final String FIGURE = RsaScenarios.USUAL_BITS + ".lanes.vs-openssl";

  private static final Duration WARM_UP = Duration.ofSeconds(2);
  private static final int SECONDS = 1; // the shortest that openssl takes

  /** Far beyond what all rounds take, engines that still warm up included. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private OpensslContest() {}

  public static void main(String[] arguments) {
    String engine = arguments[0];
    int rounds = Integer.parseInt(arguments[1]);
    PinnedSchedulers core = PinnedSchedulers.create(1, true, "contest");
    // On a thread that has one core, which a process that it starts inherits.
    Mono.fromRunnable(() -> contest(engine, rounds))
        .subscribeOn(core.schedulers().getFirst())
        .block(LIMIT);
    System.out.println("# beside openssl: " + core.description());
    System.exit(0);
  }

  private static void contest(String engine, int rounds) {
    try (RsaWorkload workload = RsaWorkload.signing(RsaScenarios.POINT, RsaScenarios.USUAL_BITS)) {
      Point point = workload.points().getFirst();
      point.check();
      Contestant ours =
          point.contestants().stream()
              .filter(contestant -> contestant.name().equals(engine))
              .findFirst()
              .orElseThrow(() -> new IllegalArgumentException("there is no engine " + engine));
      signaturesPerSecond(ours, WARM_UP);
      double[] own = new double[rounds];
      double[] other = new double[rounds];
      double[] ratios = new double[rounds];
      for (int i = 0; i < rounds; i++) {
        own[i] = signaturesPerSecond(ours, Duration.ofSeconds(SECONDS));
        other[i] = Openssl.rsaSignaturesPerSecond(RsaScenarios.USUAL_BITS, SECONDS);
        ratios[i] = own[i] / other[i];
      }
      Forks.print(FIGURE, median(ratios), median(own), median(other));
    }
  }

  private static double signaturesPerSecond(Contestant contestant, Duration time) {
    long start = System.nanoTime();
    long signatures = 0;
    long elapsed;
    do {
      contestant.batch();
      signatures += RsaWorkload.BATCH;
      elapsed = System.nanoTime() - start;
    } while (elapsed < time.toNanos());
    return signatures * 1e9 / elapsed;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
