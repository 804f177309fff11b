package io.github.lanewise.pipeline.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.NonBlocking;
import reactor.core.scheduler.Scheduler;

/** What holds on every system, pinned or not; the cores here are invented. */
class PinnedSchedulersTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final ThreadAffinity NO_KERNEL = ThreadAffinity.unavailable("no kernel here");

  private @Nullable PinnedSchedulers group;

  @AfterEach
  void disposeTheGroup() {
    if (group != null) {
      group.dispose();
    }
  }

  @Test
  void threadsAreNamedDaemonsThatReactorWillNotBlock() {
    PinnedSchedulers workers = open(PinnedSchedulers.create(2, false, "lanewise-worker"));

    Thread second = on(workers.schedulers().get(1), Thread::currentThread);

    assertThat(second.getName()).isEqualTo("lanewise-worker-1");
    assertThat(second.isDaemon()).isTrue();
    assertThat(second).isInstanceOf(NonBlocking.class);
  }

  @Test
  void eachSchedulerKeepsItsOneThread() {
    PinnedSchedulers workers = open(PinnedSchedulers.create(2, false, "w"));
    Scheduler first = workers.schedulers().get(0);
    Scheduler second = workers.schedulers().get(1);

    Thread thread = on(first, Thread::currentThread);

    assertThat(on(first, Thread::currentThread)).isSameAs(thread);
    assertThat(on(second, Thread::currentThread)).isNotSameAs(thread);
  }

  @Test
  void aThreadInheritsNothingFromTheOneThatHappensToStartIt() {
    InheritableThreadLocal<String> request = new InheritableThreadLocal<>();
    PinnedSchedulers workers = open(PinnedSchedulers.create(1, false, "w"));
    request.set("the first request");
    try {
      Optional<String> seen =
          on(workers.schedulers().getFirst(), () -> Optional.ofNullable(request.get()));
      assertThat(seen).isEmpty();
    } finally {
      request.remove();
    }
  }

  @Test
  void switchedOffPinningIsTheReason() {
    PinnedSchedulers workers = open(PinnedSchedulers.create(1, false, "w"));

    assertThat(workers.placements())
        .containsExactly(new WorkerPlacement.Unpinned("w-0", "pinning is switched off"));
    assertThat(workers.description()).isEqualTo("w-0: not pinned: pinning is switched off");
  }

  @Test
  void aPlatformWithoutAffinityIsTheReasonAndTheWorkerRuns() {
    PinnedSchedulers workers = open(invented(1, 4, NO_KERNEL));

    assertThat(on(workers.schedulers().getFirst(), () -> 42)).isEqualTo(42);
    assertThat(workers.placements())
        .containsExactly(new WorkerPlacement.Unpinned("w-0", "no kernel here"));
  }

  @Test
  void anUnreadableTopologyIsTheReasonAndEveryProcessorGetsAWorker() {
    CpuTopology unknown = new CpuTopology(List.of(), 3, Optional.of("no topology here"));

    PinnedSchedulers workers =
        open(
            PinnedSchedulers.create(
                0, "w", unknown, unknown.cores(), ThreadAffinity.ofThisPlatform()));

    assertThat(workers.schedulers()).hasSize(3);
    assertThat(workers.placements())
        .allSatisfy(
            placement -> assertThat(placement).isInstanceOf(WorkerPlacement.Unpinned.class));
  }

  @Test
  void workersAreFromZeroToTheLimit() {
    for (int workers : new int[] {-1, PinnedSchedulers.MAX_WORKERS + 1}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> PinnedSchedulers.create(workers, true, "w"))
          .withMessageContaining("from 0 (one per physical core) to 1024, was " + workers);
    }
  }

  @Test
  void aBlankNamePrefixIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PinnedSchedulers.createFromLastCore(1, true, " "))
        .withMessage("namePrefix must not be blank, was ' '");
  }

  @Test
  void aWorkerCannotMakeAnotherGroupBecauseItMaySeeOneCoreOnly() {
    PinnedSchedulers workers = open(PinnedSchedulers.create(1, false, "w"));

    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                on(
                    workers.schedulers().getFirst(),
                    () -> PinnedSchedulers.create(1, false, "inner")))
        .withMessageContaining("sees all cores, was w-0");
  }

  @Test
  void threadsAreGoneAfterDispose() throws InterruptedException {
    PinnedSchedulers workers = open(PinnedSchedulers.create(2, true, "w"));
    List<Thread> threads =
        workers.schedulers().stream().map(s -> on(s, Thread::currentThread)).toList();

    assertThat(workers.isDisposed()).isFalse();
    workers.dispose();

    assertThat(workers.isDisposed()).isTrue();
    for (Thread thread : threads) {
      assertThat(thread.join(LIMIT)).as("%s ended", thread).isTrue();
    }
    assertThatThrownBy(() -> on(workers.schedulers().getFirst(), () -> 1))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void gracefulDisposeEndsTheThreadsWhenTheirTasksAreDone() throws InterruptedException {
    PinnedSchedulers workers = open(PinnedSchedulers.create(2, true, "w"));
    Thread thread = on(workers.schedulers().getLast(), Thread::currentThread);

    workers.disposeGracefully().block(LIMIT);

    assertThat(workers.isDisposed()).isTrue();
    assertThat(thread.join(LIMIT)).isTrue();
  }

  private PinnedSchedulers open(PinnedSchedulers created) {
    group = created;
    return created;
  }

  private static PinnedSchedulers invented(int workers, int cores, ThreadAffinity affinity) {
    CpuTopology topology = InventedCores.topology(cores);
    return PinnedSchedulers.create(workers, "w", topology, topology.cores(), affinity);
  }

  private static <T> T on(Scheduler scheduler, Callable<T> task) {
    return Mono.fromCallable(task).subscribeOn(scheduler).blockOptional(LIMIT).orElseThrow();
  }
}
