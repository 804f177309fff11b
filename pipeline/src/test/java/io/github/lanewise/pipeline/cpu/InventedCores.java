package io.github.lanewise.pipeline.cpu;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Topologies of machines that do not exist. */
final class InventedCores {

  /** The format's highest cpu number: no kernel is built for that many. */
  static final int IMPOSSIBLE_CPU = 65_535;

  private InventedCores() {}

  /** Cores 0, 1, … of one cpu each, all on node 0. */
  static CpuTopology topology(int cores) {
    return topology(
        IntStream.range(0, cores).mapToObj(cpu -> new PhysicalCore(0, List.of(cpu))).toList());
  }

  static CpuTopology topology(List<PhysicalCore> cores) {
    return new CpuTopology(cores, cores.size(), Optional.empty());
  }
}
