package io.github.lanewise.pipeline.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Which core a worker gets, read back from the kernel. */
@EnabledOnOs(OS.LINUX)
class PinnedPlacementTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final List<PinnedSchedulers> groups = new ArrayList<>();

  @AfterEach
  void disposeTheGroups() {
    groups.forEach(PinnedSchedulers::dispose);
  }

  @Test
  void byDefaultEveryPhysicalCoreGetsOneWorkerAndTheKernelConfirmsIt() {
    CpuTopology topology = pinnableMachine();
    PinnedSchedulers workers = keep(PinnedSchedulers.create(0, true, "w"));

    assertThat(workers.schedulers()).hasSize(topology.defaultWorkers());
    for (int worker = 0; worker < workers.schedulers().size(); worker++) {
      PhysicalCore core = topology.cores().get(worker);
      assertThat(allowedCpus(workers.schedulers().get(worker)))
          .containsExactlyElementsOf(core.cpus());
      assertThat(workers.placements().get(worker))
          .isEqualTo(new WorkerPlacement.Pinned("w-" + worker, core));
    }
  }

  @Test
  void twoWorkersShareNoCpuWhereThereAreTwoCores() {
    assumeTrue(pinnableMachine().cores().size() >= 2, "two physical cores");
    PinnedSchedulers signers = keep(PinnedSchedulers.createFromLastCore(2, true, "signer"));

    Set<Integer> first = allowedCpus(signers.schedulers().get(0));

    assertThat(allowedCpus(signers.schedulers().get(1))).doesNotContainAnyElementsOf(first);
  }

  @Test
  void theSecondGroupStartsAtTheOtherEnd() {
    CpuTopology topology = pinnableMachine();
    PinnedSchedulers workers = keep(PinnedSchedulers.create(1, true, "worker"));
    PinnedSchedulers signers = keep(PinnedSchedulers.createFromLastCore(1, true, "signer"));

    assertThat(allowedCpus(workers.schedulers().getFirst()))
        .containsExactlyElementsOf(topology.cores().getFirst().cpus());
    assertThat(allowedCpus(signers.schedulers().getFirst()))
        .containsExactlyElementsOf(topology.cores().getLast().cpus());
  }

  @Test
  void aPlacementIsCertainOnlyOnceTheThreadHasStarted() {
    PhysicalCore first = pinnableMachine().cores().getFirst();
    PinnedSchedulers workers = keep(PinnedSchedulers.create(1, true, "w"));

    assertThat(workers.placements()).containsExactly(new WorkerPlacement.NotStarted("w-0", first));
    Mono.fromRunnable(() -> {}).subscribeOn(workers.schedulers().getFirst()).block(LIMIT);

    assertThat(workers.placements()).containsExactly(new WorkerPlacement.Pinned("w-0", first));
    assertThat(workers.description()).isEqualTo("w-0: pinned to " + first);
  }

  @Test
  void moreWorkersThanCoresTakeThemInTurn() {
    List<PhysicalCore> cores = InventedCores.topology(2).cores();

    PinnedSchedulers workers = keep(invented(3, cores));

    assertThat(workers.placements())
        .containsExactly(
            new WorkerPlacement.NotStarted("w-0", cores.get(0)),
            new WorkerPlacement.NotStarted("w-1", cores.get(1)),
            new WorkerPlacement.NotStarted("w-2", cores.get(0)));
  }

  @Test
  void aCoreThatTheKernelRefusesIsTheReasonAndTheWorkerRuns() {
    SortedSet<Integer> before = AllowedCpus.ofThisThread();
    PinnedSchedulers workers =
        keep(invented(1, List.of(new PhysicalCore(0, List.of(InventedCores.IMPOSSIBLE_CPU)))));

    assertThat(allowedCpus(workers.schedulers().getFirst())).isEqualTo(before);
    assertThat(workers.description()).startsWith("w-0: not pinned: the kernel refused cpus 65535");
  }

  @Test
  void pinningAWorkerLeavesOtherThreadsWhereTheyWere() {
    SortedSet<Integer> before = AllowedCpus.ofThisThread();
    PinnedSchedulers workers = keep(PinnedSchedulers.create(1, true, "w"));

    Set<Integer> pinned = new HashSet<>(allowedCpus(workers.schedulers().getFirst()));

    assertThat(before).containsAll(pinned);
    assertThat(AllowedCpus.ofThisThread()).isEqualTo(before);
  }

  /** Linux's rule, on which the advice to start no threads from a worker rests. */
  @Test
  void aRawThreadStartedByAWorkerIsConfinedToTheSameCore() throws Exception {
    PhysicalCore first = pinnableMachine().cores().getFirst();
    PinnedSchedulers workers = keep(PinnedSchedulers.create(1, true, "w"));
    FutureTask<SortedSet<Integer>> child = new FutureTask<>(AllowedCpus::ofThisThread);

    workers.schedulers().getFirst().schedule(() -> new Thread(child, "child").start());

    assertThat(child.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
        .containsExactlyElementsOf(first.cpus());
  }

  /** Where a quota or a sandbox forbids it, these tests have nothing to read back. */
  private static CpuTopology pinnableMachine() {
    CpuTopology topology = CpuTopology.ofThisProcess();
    assumeTrue(topology.whyNotPinned().isEmpty(), () -> topology.whyNotPinned().orElseThrow());
    return topology;
  }

  private static PinnedSchedulers invented(int workers, List<PhysicalCore> cores) {
    return PinnedSchedulers.create(
        workers, "w", InventedCores.topology(cores), cores, ThreadAffinity.ofThisPlatform());
  }

  private PinnedSchedulers keep(PinnedSchedulers created) {
    groups.add(created);
    return created;
  }

  private static SortedSet<Integer> allowedCpus(Scheduler scheduler) {
    return Mono.fromCallable(AllowedCpus::ofThisThread)
        .subscribeOn(scheduler)
        .blockOptional(LIMIT)
        .orElseThrow();
  }
}
