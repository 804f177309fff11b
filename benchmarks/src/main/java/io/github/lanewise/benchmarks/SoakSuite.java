package io.github.lanewise.benchmarks;

import io.github.lanewise.kernel.sha256.Sha256Engines;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Streams of all sizes, three in ten of them broken off, for minutes in a small heap: nothing may
 * be wrong, lost or left behind. Once with {@code jdk}, once with the widest lanes, each in a JVM
 * of its own.
 */
final class SoakSuite implements Suites.Suite {

  private static final long SEED = Long.getLong("lanewise.seed", 20_260_801L);

  /** Figures that are to be 0. */
  private static final List<String> FAULTS =
      List.of(
          "digests-wrong",
          "errors-unexpected",
          "buffers-leaked",
          "buffers-released-twice",
          "threads-leaked",
          "files-leaked");

  @Override
  public String summary() {
    return "minutes of streams that break off, in a small heap: is anything wrong or left behind?";
  }

  @Override
  public void run(boolean quick) {
    Map<String, Long> sums = new TreeMap<>();
    System.out.println("seed " + SEED + ", heap 128 MiB, direct memory 64 MiB");
    for (String engine : List.of("jdk", widest())) {
      Map<String, Long> figures = runChild(engine, quick ? 12 : 85);
      System.out.println(engine + ": " + figures);
      figures.forEach((name, value) -> sums.merge(name, value, Long::sum));
    }
    System.out.println();
    sums.forEach((name, value) -> System.out.println("soak." + name + " = " + value));
    List<String> faults =
        FAULTS.stream().filter(name -> sums.getOrDefault(name, -1L) != 0).toList();
    if (!faults.isEmpty()) {
      throw new IllegalStateException("must be 0: " + faults + ", were " + sums);
    }
  }

  private static String widest() {
    return Sha256Engines.discover().candidates().stream()
        .filter(candidate -> candidate.refusal() == null)
        .map(Sha256Engines.Candidate::name)
        .reduce((narrow, wide) -> wide)
        .orElse("jdk");
  }

  private static Map<String, Long> runChild(String engine, int seconds) {
    Map<String, Long> figures = new TreeMap<>();
    ChildJvm.run(
            Soak.class,
            List.of("-Xmx128m", "-XX:MaxDirectMemorySize=64m"),
            List.of(engine, Integer.toString(seconds), Long.toString(SEED)))
        .forEach((name, value) -> figures.put(name, value.longValue()));
    return figures;
  }
}
