package io.github.lanewise.benchmarks;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The energy that the processor packages have taken, from Linux' powercap tree (Intel's RAPL, and
 * AMD's): all that runs on them, ours or not. Often readable for root only, and seldom in a virtual
 * machine.
 */
final class Rapl {

  static final Path POWERCAP = Path.of("/sys/class/powercap");

  private record Domain(Path energy, long range) {}

  private final List<Domain> domains;

  private Rapl(List<Domain> domains) {
    this.domains = List.copyOf(domains);
  }

  /** Empty where no package tells. */
  static Optional<Rapl> find(Path powercap) {
    List<Domain> domains = new ArrayList<>();
    try (DirectoryStream<Path> zones = Files.newDirectoryStream(powercap, "intel-rapl:*")) {
      for (Path zone : zones) {
        if (Files.readString(zone.resolve("name")).startsWith("package")) {
          long range = read(zone.resolve("max_energy_range_uj"));
          read(zone.resolve("energy_uj"));
          domains.add(new Domain(zone.resolve("energy_uj"), range));
        }
      }
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
    return domains.isEmpty() ? Optional.empty() : Optional.of(new Rapl(domains));
  }

  /** In microjoules, one for each package; they start again at 0 after their range. */
  long[] counters() throws IOException {
    long[] counters = new long[domains.size()];
    for (int i = 0; i < counters.length; i++) {
      counters[i] = read(domains.get(i).energy());
    }
    return counters;
  }

  /** What was taken since; right if no counter started again more than once. */
  double joulesSince(long[] before) throws IOException {
    long[] now = counters();
    long microjoules = 0;
    for (int i = 0; i < now.length; i++) {
      long taken = now[i] - before[i];
      microjoules += taken < 0 ? taken + domains.get(i).range() : taken;
    }
    return microjoules / 1e6;
  }

  private static long read(Path file) throws IOException {
    return Long.parseLong(Files.readString(file).strip());
  }
}
