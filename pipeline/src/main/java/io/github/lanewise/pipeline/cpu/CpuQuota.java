package io.github.lanewise.pipeline.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * How many cpus' time the control groups of this process grant: cgroup v2 {@code cpu.max}, or v1
 * {@code cpu.cfs_quota_us} and {@code cpu.cfs_period_us}; the smallest of the group and those above
 * it. The JVM knows it too, unless it was told not to look.
 */
final class CpuQuota {

  private static final String UNLIMITED = "max";

  /** Where the files of the {@code cpu} controller are, under {@code sys/fs/cgroup}. */
  private static final List<String> V1_MOUNTS = List.of("cpu", "cpu,cpuacct", "cpuacct,cpu");

  private CpuQuota() {}

  /**
   * Reads {@code proc} and {@code sys} under a root.
   *
   * @return cpus, rounded up, at least 1; empty if there is no quota, or none can be read
   */
  static OptionalInt read(Path root) {
    Path mounts = root.resolve("sys/fs/cgroup");
    double least = Double.POSITIVE_INFINITY;
    try {
      for (String line : Files.readAllLines(root.resolve("proc/self/cgroup"))) {
        // Number, controllers, path: 0::/user.slice or 4:cpu,cpuacct:/docker/1234
        String[] parts = line.split(":", 3);
        if (parts.length < 3) {
          continue;
        }
        if (parts[1].isEmpty()) {
          least = Math.min(least, least(mounts, parts[2]));
        } else if (List.of(parts[1].split(",", -1)).contains("cpu")) {
          for (String mount : V1_MOUNTS) {
            least = Math.min(least, least(mounts.resolve(mount), parts[2]));
          }
        }
      }
    } catch (IOException e) {
      return OptionalInt.empty();
    }
    return least == Double.POSITIVE_INFINITY
        ? OptionalInt.empty()
        : OptionalInt.of((int) Math.max(1, Math.ceil(least)));
  }

  /**
   * Of a group and those above it. Within a container the path may be the host's, where only the
   * container's own group is mounted: then that is the mount itself.
   */
  private static double least(Path mount, String group) throws IOException {
    Path directory = mount.resolve(group.substring(Math.min(1, group.length()))).normalize();
    if (!directory.startsWith(mount) || !Files.isDirectory(directory)) {
      directory = mount;
    }
    double least = Double.POSITIVE_INFINITY;
    Path each = directory;
    while (each != null && each.startsWith(mount)) {
      least = Math.min(least, cpus(each));
      each = each.getParent();
    }
    return least;
  }

  private static double cpus(Path directory) throws IOException {
    Path v2 = directory.resolve("cpu.max");
    if (Files.isReadable(v2)) {
      String[] words = Files.readString(v2).strip().split(" ", -1);
      return words.length == 2 && !words[0].equals(UNLIMITED)
          ? quotient(words[0], words[1])
          : Double.POSITIVE_INFINITY;
    }
    Path quota = directory.resolve("cpu.cfs_quota_us");
    Path period = directory.resolve("cpu.cfs_period_us");
    return Files.isReadable(quota) && Files.isReadable(period)
        ? quotient(Files.readString(quota).strip(), Files.readString(period).strip())
        : Double.POSITIVE_INFINITY;
  }

  /** Without a quota, v1 has -1. */
  private static double quotient(String quota, String period) {
    try {
      double cpus = (double) Long.parseLong(quota) / Long.parseLong(period);
      return cpus > 0 ? cpus : Double.POSITIVE_INFINITY;
    } catch (NumberFormatException e) {
      return Double.POSITIVE_INFINITY;
    }
  }
}
