package io.github.lanewise.pipeline.cpu;

import java.util.List;

/**
 * A physical core as far as this process may use it.
 *
 * @param node the NUMA node whose memory is near; 0 where the kernel knows no nodes
 * @param cpus the usable hardware threads of the core, ascending Linux cpu numbers, never empty; a
 *     cpuset may have left only some of the core's SMT siblings
 */
public record PhysicalCore(int node, List<Integer> cpus) {

  /**
   * @throws IllegalArgumentException if there are no cpus
   */
  public PhysicalCore {
    cpus = List.copyOf(cpus);
    if (cpus.isEmpty()) {
      throw new IllegalArgumentException("a core must have at least one cpu, was " + cpus);
    }
  }

  /** For example {@code cpus 0,8 (node 0)}. */
  @Override
  public String toString() {
    return "%s %s (node %d)"
        .formatted(cpus.size() == 1 ? "cpu" : "cpus", CpuList.format(cpus), node);
  }
}
