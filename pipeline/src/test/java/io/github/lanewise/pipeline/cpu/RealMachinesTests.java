package io.github.lanewise.pipeline.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shapes of machines as Linux tells them, laid out file by file. */
class RealMachinesTests {

  @TempDir Path root;

  private RecordedTree tree;

  @BeforeEach
  void anEmptyTree() {
    tree = new RecordedTree(root);
  }

  /** Cores whose second thread has the number of the first and some: the usual way on servers. */
  private void coresWithSecondThreadAt(int offset) throws IOException {
    for (int cpu = 0; cpu < offset; cpu++) {
      tree.siblings(cpu + "," + (cpu + offset));
    }
  }

  /** A socket with 64 cores of two threads, its memory on one node. */
  private void epycWithOneNode() throws IOException {
    tree.allowed("0-127").online("0-127").node(0, "0-127");
    coresWithSecondThreadAt(64);
  }

  private static List<Integer> firstCpus(CpuTopology topology) {
    return topology.cores().stream().map(core -> core.cpus().getFirst()).toList();
  }

  private static List<Integer> nodes(CpuTopology topology) {
    return topology.cores().stream().map(PhysicalCore::node).toList();
  }

  private static List<Integer> range(int first, int count) {
    return IntStream.range(first, first + count).boxed().toList();
  }

  @Test
  void oneSocketWithNeighbouringThreads() throws IOException {
    // As virtual machines of the large clouds number them.
    tree.allowed("0-15").online("0-15").node(0, "0-15");
    for (int core = 0; core < 8; core++) {
      tree.siblings(2 * core + "-" + (2 * core + 1));
    }
    CpuTopology topology = CpuTopology.read(root, 16);
    assertThat(topology.defaultWorkers()).isEqualTo(8);
    assertThat(firstCpus(topology)).containsExactly(0, 2, 4, 6, 8, 10, 12, 14);
    assertThat(topology.whyNotPinned()).isEmpty();
  }

  @Test
  void twoSocketsOfSixtyFourCores() throws IOException {
    tree.allowed("0-255").online("0-255").node(0, "0-63,128-191").node(1, "64-127,192-255");
    coresWithSecondThreadAt(128);
    CpuTopology topology = CpuTopology.read(root, 256);
    assertThat(topology.defaultWorkers()).isEqualTo(128);
    assertThat(firstCpus(topology)).isEqualTo(range(0, 128));
    assertThat(nodes(topology).subList(0, 64)).containsOnly(0);
    assertThat(nodes(topology).subList(64, 128)).containsOnly(1);
  }

  @Test
  void oneSocketInFourNodes() throws IOException {
    // AMD's setting NPS4: each quarter of the socket is a node.
    tree.allowed("0-127").online("0-127");
    for (int node = 0; node < 4; node++) {
      int first = 16 * node;
      tree.node(node, "%d-%d,%d-%d".formatted(first, first + 15, first + 64, first + 79));
    }
    coresWithSecondThreadAt(64);
    CpuTopology topology = CpuTopology.read(root, 128);
    assertThat(topology.defaultWorkers()).isEqualTo(64);
    for (int node = 0; node < 4; node++) {
      assertThat(nodes(topology).subList(16 * node, 16 * node + 16)).containsOnly(node);
    }
  }

  @Test
  void hybridCoresWithAndWithoutASecondThread() throws IOException {
    // Eight performance cores of two threads, eight efficient ones of one.
    tree.allowed("0-23").online("0-23").node(0, "0-23");
    for (int core = 0; core < 8; core++) {
      tree.siblings(2 * core + "-" + (2 * core + 1));
    }
    for (int cpu = 16; cpu < 24; cpu++) {
      tree.siblings(String.valueOf(cpu));
    }
    CpuTopology topology = CpuTopology.read(root, 24);
    assertThat(topology.defaultWorkers()).isEqualTo(16);
    assertThat(topology.cores()).startsWith(new PhysicalCore(0, List.of(0, 1)));
    assertThat(topology.cores()).endsWith(new PhysicalCore(0, List.of(23)));
  }

  @Test
  void aContainerWithHolesInItsCpuset() throws IOException {
    // Some cores whole, of others one thread or the other, over both nodes.
    tree.allowed("3-5,9,40-41,43,70").online("0-79").node(0, "0-19,40-59").node(1, "20-39,60-79");
    coresWithSecondThreadAt(40);
    CpuTopology topology = CpuTopology.read(root, 8);
    assertThat(topology.cores())
        .containsExactly(
            new PhysicalCore(0, List.of(3, 43)),
            new PhysicalCore(0, List.of(4)),
            new PhysicalCore(0, List.of(5)),
            new PhysicalCore(0, List.of(9)),
            new PhysicalCore(0, List.of(40)),
            new PhysicalCore(0, List.of(41)),
            new PhysicalCore(1, List.of(70)));
    assertThat(topology.defaultWorkers()).isEqualTo(7);
    assertThat(topology.whyNotPinned()).isEmpty();
  }

  @Test
  void coresThatWereTakenOffline() throws IOException {
    // Simultaneous multithreading is switched off, and two cores beside: the lists shrank with it.
    tree.allowed("0-15").online("0-3,6-7").node(0, "0-3").node(1, "6-7");
    for (int cpu : List.of(0, 1, 2, 3, 6, 7)) {
      tree.siblings(String.valueOf(cpu));
    }
    CpuTopology topology = CpuTopology.read(root, 6);
    assertThat(firstCpus(topology)).containsExactly(0, 1, 2, 3, 6, 7);
    assertThat(nodes(topology)).containsExactly(0, 0, 0, 0, 1, 1);
  }

  @Test
  void aQuotaOfTwoCpusOnSixtyFourCoresHasTwoWorkers() throws IOException {
    epycWithOneNode();
    tree.cgroup("0::/\n").group("cpu.max", "200000 100000");
    // As if the JVM were told not to look for containers.
    CpuTopology topology = CpuTopology.read(root, 128);
    assertThat(topology.defaultWorkers()).isEqualTo(2);
    assertThat(topology.whyNotPinned())
        .hasValueSatisfying(why -> assertThat(why).contains("2 of 128 cpus"));
  }

  @Test
  void theSmallestQuotaOnTheWayUpCounts() throws IOException {
    epycWithOneNode();
    tree.cgroup("0::/kubepods/burstable/pod1/container\n")
        .group("cpu.max", "max 100000")
        .group("kubepods/burstable/pod1/cpu.max", "150000 100000")
        .group("kubepods/burstable/pod1/container/cpu.max", "400000 100000");
    assertThat(CpuTopology.read(root, 128).defaultWorkers()).isEqualTo(2);
  }

  @Test
  void aQuotaOfTheFirstVersion() throws IOException {
    epycWithOneNode();
    tree.cgroup("5:memory:/docker/1f\n4:cpu,cpuacct:/docker/1f\n0::/\n")
        .group("cpu,cpuacct/docker/1f/cpu.cfs_quota_us", "300000")
        .group("cpu,cpuacct/docker/1f/cpu.cfs_period_us", "100000")
        .group("cpu,cpuacct/cpu.cfs_quota_us", "-1")
        .group("cpu,cpuacct/cpu.cfs_period_us", "100000");
    assertThat(CpuTopology.read(root, 128).defaultWorkers()).isEqualTo(3);
  }

  @Test
  void withinAContainerThePathOfTheHostIsNotThere() throws IOException {
    epycWithOneNode();
    tree.cgroup("4:cpu,cpuacct:/docker/1f\n")
        .group("cpu,cpuacct/cpu.cfs_quota_us", "50000")
        .group("cpu,cpuacct/cpu.cfs_period_us", "100000");
    assertThat(CpuTopology.read(root, 128).defaultWorkers()).isOne();
  }

  @Test
  void withoutAQuotaEveryCoreHasAWorker() throws IOException {
    epycWithOneNode();
    tree.cgroup("0::/user.slice\n").group("user.slice/cpu.max", "max 100000");
    CpuTopology topology = CpuTopology.read(root, 128);
    assertThat(topology.defaultWorkers()).isEqualTo(64);
    assertThat(topology.whyNotPinned()).isEmpty();
  }

  @Test
  void filesThatSayNothingAreNoQuota() throws IOException {
    epycWithOneNode();
    tree.cgroup("nonsense\n0::/../..\n").group("cpu.max", "many few");
    assertThat(CpuTopology.read(root, 128).defaultWorkers()).isEqualTo(64);
  }

  @Test
  void aCpusetAndAQuotaTogether() throws IOException {
    tree.allowed("8-15").online("0-127").node(0, "0-127");
    coresWithSecondThreadAt(64);
    tree.cgroup("0::/\n").group("cpu.max", "300000 100000");
    CpuTopology topology = CpuTopology.read(root, 8);
    assertThat(topology.defaultWorkers()).isEqualTo(3);
    assertThat(topology.whyNotPinned())
        .hasValueSatisfying(why -> assertThat(why).contains("3 of 8 cpus"));
  }
}
