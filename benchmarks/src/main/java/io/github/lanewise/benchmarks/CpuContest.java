package io.github.lanewise.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.CompilationMXBean;
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
 * second and per second of CPU time of the whole process. Each is warmed up before.
 */
final class CpuContest {

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();

  private static final int MAX_WARM_UPS = 10;

  private static final Duration REST = Duration.ofMillis(50);

  /** Three seconds, should something never rest. */
  private static final int MAX_RESTS = 60;

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
    contenders.forEach(this::warmUp);
    for (int round = 0; round < rounds; round++) {
      List<Score> scoresOfRound = new ArrayList<>();
      for (Function<Runnable, Flux<?>> contender : contenders) {
        scoresOfRound.add(score(contender));
      }
      scores.add(scoresOfRound);
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

  /** Until the compilers take a twentieth of the time at most, and no longer than some turns. */
  private void warmUp(Function<Runnable, Flux<?>> contender) {
    long compiling;
    int turns = 0;
    int most = Math.min(MAX_WARM_UPS, 2 * rounds);
    do {
      long before = COMPILER.getTotalCompilationTime();
      score(contender);
      compiling = COMPILER.getTotalCompilationTime() - before;
    } while (compiling > time.toMillis() / 20 && ++turns < most);
  }

  /**
   * Until the process has nothing to do: what is still on its way belongs to nobody's round, nor
   * does what the compilers have put off. Hundreds of busy threads leave them hardly any of the
   * CPU, and what a contender gave them to do would be counted to the one that comes next.
   */
  private static void rest() {
    for (int i = 0; i < MAX_RESTS; i++) {
      long cpu = SYSTEM.getProcessCpuTime();
      LockSupport.parkNanos(REST.toNanos());
      if (SYSTEM.getProcessCpuTime() - cpu < REST.toNanos() / 10) {
        return;
      }
    }
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
    rest();
    return score;
  }
}
