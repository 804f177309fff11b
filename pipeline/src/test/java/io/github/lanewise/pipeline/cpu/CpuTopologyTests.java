package io.github.lanewise.pipeline.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuTopologyTests {

  @TempDir Path root;

  private RecordedTree tree;

  @BeforeEach
  void anEmptyTree() {
    tree = new RecordedTree(root);
  }

  @Test
  void siblingsOfOneSocketAreOneCoreEach() throws IOException {
    // Linux numbers the second thread of each core after all first ones.
    tree.allowed("0-7").online("0-7").node(0, "0-7");
    tree.siblings("0,4").siblings("1,5").siblings("2,6").siblings("3,7");

    CpuTopology topology = CpuTopology.read(root, 8);

    assertThat(topology.cores())
        .containsExactly(core(0, 0, 4), core(0, 1, 5), core(0, 2, 6), core(0, 3, 7));
    assertThat(topology.defaultWorkers()).isEqualTo(4);
    assertThat(topology.whyNotPinned()).isEmpty();
  }

  @Test
  void coresOfTwoSocketsComeNodeByNodeWhenTheirNumbersAlternate() throws IOException {
    tree.allowed("0-3").online("0-3").node(0, "0,2").node(1, "1,3");
    tree.siblings("0").siblings("1").siblings("2").siblings("3");

    assertThat(CpuTopology.read(root, 4).cores())
        .containsExactly(core(0, 0), core(0, 2), core(1, 1), core(1, 3));
  }

  @Test
  void nodesAreOrderedByNumberNotByName() throws IOException {
    tree.allowed("0-1").online("0-1").node(10, "0").node(2, "1");
    tree.siblings("0").siblings("1");

    assertThat(CpuTopology.read(root, 2).cores()).containsExactly(core(2, 1), core(10, 0));
  }

  @Test
  void aContainerSeesTheCoresOfItsCpusetOnly() throws IOException {
    // Cpu 1 lost its sibling 5 to another container, cores 0 and 3 are not ours at all.
    tree.allowed("1-2,6").online("0-7").node(0, "0-7");
    tree.siblings("0,4").siblings("1,5").siblings("2,6").siblings("3,7");

    CpuTopology topology = CpuTopology.read(root, 3);

    assertThat(topology.cores()).containsExactly(core(0, 1), core(0, 2, 6));
    assertThat(topology.defaultWorkers()).isEqualTo(2);
  }

  @Test
  void anOfflineCoreIsLeftOut() throws IOException {
    // The mask still names cpu 1; its topology directory went away with it.
    tree.allowed("0-2").online("0,2").node(0, "0,2").siblings("0").siblings("2");

    assertThat(CpuTopology.read(root, 2).cores()).containsExactly(core(0, 0), core(0, 2));
  }

  @Test
  void aKernelWithoutNumaHasEverythingOnNodeZero() throws IOException {
    tree.allowed("0-1").online("0-1").siblings("0").siblings("1");

    assertThat(CpuTopology.read(root, 2).cores()).containsExactly(core(0, 0), core(0, 1));
  }

  @Test
  void aNodeWithMemoryButNoCpusIsNoTrouble() throws IOException {
    tree.allowed("0").online("0").node(0, "0").node(1, "").siblings("0");

    assertThat(CpuTopology.read(root, 1).cores()).containsExactly(core(0, 0));
  }

  @Test
  void moreThanSixtyFourCpusAreRead() throws IOException {
    tree.allowed("64,200").online("0-255").node(0, "0-255").siblings("64,192").siblings("72,200");

    assertThat(CpuTopology.read(root, 2).cores()).containsExactly(core(0, 64), core(0, 200));
  }

  @Test
  void aQuotaCapsTheWorkersAndClaimsNoCore() throws IOException {
    tree.allowed("0-3").online("0-3").node(0, "0-3");
    tree.siblings("0").siblings("1").siblings("2").siblings("3");

    CpuTopology topology = CpuTopology.read(root, 2);

    assertThat(topology.defaultWorkers()).isEqualTo(2);
    assertThat(topology.whyNotPinned())
        .hasValueSatisfying(why -> assertThat(why).contains("2 of 4 cpus"));
  }

  @Test
  void withoutSysTheProcessorsAreCountedAndNoCoreIsClaimed() throws IOException {
    tree.allowed("0-3");

    assertUnknown(CpuTopology.read(root, 3), 3, "sys/devices/system/cpu/online");
  }

  @Test
  void withoutProcTheProcessorsAreCountedAndNoCoreIsClaimed() {
    assertUnknown(CpuTopology.read(root, 5), 5, "proc/self/status");
  }

  @Test
  void aMaskOutsideTheOnlineCpusIsToldWithBoth() throws IOException {
    // Seen where a container file system renumbers /sys but not /proc.
    tree.allowed("8-9").online("0-1").siblings("0").siblings("1");

    assertUnknown(CpuTopology.read(root, 2), 2, "allowed 8-9 and online 0-1");
  }

  @Test
  void aListThatIsNoneIsToldWithItsText() throws IOException {
    tree.allowed("0-1").online("some");

    assertUnknown(CpuTopology.read(root, 2), 2, "was 'some'");
  }

  private static void assertUnknown(CpuTopology topology, int workers, String reason) {
    assertThat(topology.cores()).isEmpty();
    assertThat(topology.defaultWorkers()).isEqualTo(workers);
    assertThat(topology.whyNotPinned())
        .hasValueSatisfying(why -> assertThat(why).contains("cannot be read", reason));
  }

  private static PhysicalCore core(int node, Integer... cpus) {
    return new PhysicalCore(node, List.of(cpus));
  }
}
