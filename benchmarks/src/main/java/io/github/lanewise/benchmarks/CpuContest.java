package io.github.lanewise.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/**
 * Endless fluxes in turn, each for a while, round after round: how many elements come of each, per
 * second and per second of CPU time of the whole process. One round more at first, to warm up.
 */
final class CpuContest {

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  /** The medians of all rounds. */
  record Score(double perCpu, double perSecond) {}

  private final int rounds;
  private final Duration time;

  CpuContest(int rounds, Duration time) {
    this.rounds = rounds;
    this.time = time;
  }

  List<Score> run(List<Supplier<Flux<?>>> contenders) {
    return runCounting(
        contenders.stream()
            .map(
                contender ->
                    (Function<Runnable, Flux<?>>)
                        count -> contender.get().doOnNext(element -> count.run()))
            .toList());
  }

  /**
   * The same for fluxes that count by themselves: where what comes out does so many at a time.
   *
   * @param contenders get what each calls for everything that counts
   */
  List<Score> runCounting(List<Function<Runnable, Flux<?>>> contenders) {
    List<List<Score>> scores = new ArrayList<>();
    for (int round = 0; round <= rounds; round++) {
      List<Score> scoresOfRound = new ArrayList<>();
      for (Function<Runnable, Flux<?>> contender : contenders) {
        scoresOfRound.add(score(contender));
      }
      if (round > 0) {
        scores.add(scoresOfRound);
      }
    }
    List<Score> medians = new ArrayList<>();
    for (int i = 0; i < contenders.size(); i++) {
      int contender = i;
      medians.add(
          new Score(
              median(scores.stream().mapToDouble(each -> each.get(contender).perCpu).toArray()),
              median(
                  scores.stream().mapToDouble(each -> each.get(contender).perSecond).toArray())));
    }
    return medians;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private Score score(Function<Runnable, Flux<?>> contender) {
    LongAdder count = new LongAdder();
    Disposable running =
        contender
            .apply(count::increment)
            .subscribe(
                element -> {},
                error -> {
                  throw new IllegalStateException(error);
                });
    LockSupport.parkNanos(time.toNanos() / 4);
    long cpu = SYSTEM.getProcessCpuTime();
    long start = System.nanoTime();
    long before = count.sum();
    long end = start + time.toNanos();
    while (System.nanoTime() - end < 0) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
    double done = count.sum() - before;
    Score score =
        new Score(
            done * 1e9 / (SYSTEM.getProcessCpuTime() - cpu),
            done * 1e9 / (System.nanoTime() - start));
    running.dispose();
    // What is still on its way belongs to nobody's round.
    LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    return score;
  }
}
