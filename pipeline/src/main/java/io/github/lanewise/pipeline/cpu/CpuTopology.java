package io.github.lanewise.pipeline.cpu;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The physical cores that this process may use.
 *
 * @param cores node by node, within a node by lowest cpu; empty where the topology is unknown
 * @param processors what the JVM counts as available, or a CPU quota grants; at least 1
 * @param whyNotPinned set when no core may be claimed: unknown topology, or only a share of it
 */
record CpuTopology(List<PhysicalCore> cores, int processors, Optional<String> whyNotPinned) {

  CpuTopology {
    cores = List.copyOf(cores);
  }

  static CpuTopology ofThisProcess() {
    return read(Path.of("/"), Runtime.getRuntime().availableProcessors());
  }

  /**
   * Reads {@code proc} and {@code sys} under a root, so that recorded trees serve as well.
   *
   * @param availableProcessors as {@link Runtime#availableProcessors()} has it on an unpinned
   *     thread
   */
  static CpuTopology read(Path root, int availableProcessors) {
    int granted = CpuQuota.read(root).orElse(availableProcessors);
    return readWithin(root, Math.min(availableProcessors, granted));
  }

  private static CpuTopology readWithin(Path root, int availableProcessors) {
    try {
      SortedSet<Integer> usable = usableCpus(root);
      return new CpuTopology(
          coresOf(root, usable), availableProcessors, share(usable.size(), availableProcessors));
    } catch (IOException | IllegalArgumentException e) {
      return new CpuTopology(
          List.of(), availableProcessors, Optional.of("the CPU topology cannot be read: " + e));
    }
  }

  /** One worker per physical core, no more than a CPU quota can feed. */
  int defaultWorkers() {
    return cores.isEmpty() ? processors : Math.min(cores.size(), processors);
  }

  /**
   * A quota grants time, not cores. Every container on the host with the same quota would claim the
   * same first cores and leave the rest idle, so the kernel keeps the choice.
   */
  private static Optional<String> share(int cpus, int availableProcessors) {
    return availableProcessors < cpus
        ? Optional.of(
            "a CPU quota or -XX:ActiveProcessorCount grants the time of %d of %d cpus, not cores; a cpuset would grant cores"
                .formatted(availableProcessors, cpus))
        : Optional.empty();
  }

  /**
   * The affinity mask of the main thread, which holds the cpuset as well and which no pinning of
   * ours narrows; {@code thread-self} would show a pinned caller its own core only. The mask may
   * name cpus that were taken offline since.
   */
  private static SortedSet<Integer> usableCpus(Path root) throws IOException {
    Path status = root.resolve("proc/self/status");
    String key = "Cpus_allowed_list:";
    String allowed =
        Files.readAllLines(status).stream()
            .filter(line -> line.startsWith(key))
            .findFirst()
            .orElseThrow(() -> new IOException("no line " + key + " in " + status));
    SortedSet<Integer> usable = CpuList.parse(allowed.substring(key.length()));
    SortedSet<Integer> online = readList(root.resolve("sys/devices/system/cpu/online"));
    usable.retainAll(online);
    if (usable.isEmpty()) {
      throw new IOException(
          "some allowed cpu must be online, were allowed %s and online %s"
              .formatted(allowed.substring(key.length()).strip(), CpuList.format(online)));
    }
    return usable;
  }

  private static List<PhysicalCore> coresOf(Path root, SortedSet<Integer> usable)
      throws IOException {
    Map<Integer, Integer> nodes = nodesByCpu(root);
    List<PhysicalCore> cores = new ArrayList<>();
    SortedSet<Integer> left = new TreeSet<>(usable);
    while (!left.isEmpty()) {
      int cpu = left.first();
      // Not core_id: it repeats from die to die and from package to package.
      SortedSet<Integer> siblings =
          readList(
              root.resolve("sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list"));
      siblings.add(cpu);
      siblings.retainAll(usable);
      cores.add(new PhysicalCore(nodes.getOrDefault(cpu, 0), List.copyOf(siblings)));
      left.removeAll(siblings);
    }
    cores.sort(
        Comparator.comparingInt(PhysicalCore::node)
            .thenComparingInt(core -> core.cpus().getFirst()));
    return cores;
  }

  /** Empty on a kernel built without NUMA, which has no such directory. */
  private static Map<Integer, Integer> nodesByCpu(Path root) throws IOException {
    Map<Integer, Integer> nodes = new HashMap<>();
    Path parent = root.resolve("sys/devices/system/node");
    if (!Files.isDirectory(parent)) {
      return nodes;
    }
    try (DirectoryStream<Path> directories = Files.newDirectoryStream(parent, "node[0-9]*")) {
      for (Path directory : directories) {
        int node = Integer.parseInt(directory.getFileName().toString().substring("node".length()));
        readList(directory.resolve("cpulist")).forEach(cpu -> nodes.put(cpu, node));
      }
    }
    return nodes;
  }

  private static SortedSet<Integer> readList(Path file) throws IOException {
    return CpuList.parse(Files.readString(file));
  }
}
