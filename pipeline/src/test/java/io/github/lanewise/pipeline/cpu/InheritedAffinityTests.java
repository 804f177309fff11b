package io.github.lanewise.pipeline.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Isolated;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Which threads get the process's cpus back, and that nobody else is touched. */
@EnabledOnOs(OS.LINUX)
@Isolated
class InheritedAffinityTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Runnable TASK = new FutureTask<>(() -> 0);

  private final List<Disposable> opened = new ArrayList<>();
  private CpuTopology topology;

  /** On one core the worker's mask is the process's, and there is nothing to tell apart. */
  @BeforeEach
  void needsTwoCoresToPinTo() {
    topology = CpuTopology.ofThisProcess();
    assumeTrue(topology.whyNotPinned().isEmpty(), () -> topology.whyNotPinned().orElseThrow());
    assumeTrue(topology.cores().size() >= 2, "two physical cores");
  }

  @AfterEach
  void disposeAll() {
    opened.reversed().forEach(Disposable::dispose);
  }

  @Test
  void anElasticThreadThatAWorkerStartsHasAllCpusOfTheProcess() {
    Scheduler worker = pinnedWorker();
    Scheduler elastic = keep(Schedulers.newBoundedElastic(1, 10, "elastic"));

    var seen =
        Mono.fromCallable(AllowedCpus::ofThisThread)
            .publishOn(worker)
            .publishOn(elastic)
            .map(onTheWorker -> AllowedCpus.ofThisThread())
            .subscribeOn(worker)
            .blockOptional(LIMIT)
            .orElseThrow();

    assertThat(seen).isEqualTo(AllowedCpus.ofThisProcess());
  }

  @Test
  void soHasTheThreadOfAnUnpinnedGroupThatAPinnedWorkerStarts() {
    Scheduler worker = pinnedWorker();
    PinnedSchedulers unpinned = keep(PinnedSchedulers.create(1, false, "unpinned"));

    assertThat(handOver(worker, unpinned.schedulers().getFirst(), AllowedCpus::ofThisThread))
        .isEqualTo(AllowedCpus.ofThisProcess());
  }

  @Test
  void aWorkerStaysOnItsCoreWhenAnotherSchedulesOntoIt() {
    PinnedSchedulers workers = keep(PinnedSchedulers.create(2, true, "w"));

    assertThat(
            handOver(
                workers.schedulers().get(0),
                workers.schedulers().get(1),
                AllowedCpus::ofThisThread))
        .containsExactlyElementsOf(topology.cores().get(1).cpus());
  }

  @Test
  void aThreadPinnedElsewhereOnPurposeIsLeftAlone() {
    Scheduler worker = pinnedWorker();
    List<Integer> elsewhere = topology.cores().getLast().cpus();
    Scheduler others = keep(Schedulers.newSingle("on-purpose", true));
    assertThat(on(others, () -> ThreadAffinity.ofThisPlatform().pin(elsewhere))).isEmpty();

    assertThat(handOver(worker, others, AllowedCpus::ofThisThread))
        .containsExactlyElementsOf(elsewhere);
  }

  /** A confined carrier, as a worker that starts virtual threads makes them. */
  @Test
  void aVirtualThreadDoesNotTouchItsCarrier() throws Exception {
    Scheduler worker = pinnedWorker();
    List<Integer> core = topology.cores().getFirst().cpus();
    ThreadAffinity affinity = ThreadAffinity.ofThisPlatform();
    Runnable task = on(worker, () -> Schedulers.onSchedule(TASK));
    FutureTask<List<Integer>> seen =
        new FutureTask<>(
            () -> {
              // Nothing here waits, so the carrier is the same throughout.
              affinity.pin(core);
              task.run();
              List<Integer> left = affinity.ofCaller();
              affinity.pin(affinity.ofMainThread());
              return left;
            });

    Thread.startVirtualThread(seen);

    assertThat(seen.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(core);
  }

  @Test
  void onlyTasksThatAPinnedWorkerSchedulesAreWrapped() {
    Scheduler worker = pinnedWorker();
    PinnedSchedulers unpinned = keep(PinnedSchedulers.create(1, false, "unpinned"));

    assertThat(on(worker, () -> Schedulers.onSchedule(TASK))).isNotSameAs(TASK);
    assertThat(Schedulers.onSchedule(TASK)).isSameAs(TASK);
    assertThat(on(unpinned.schedulers().getFirst(), () -> Schedulers.onSchedule(TASK)))
        .isSameAs(TASK);
  }

  @Test
  void theHookStaysUntilTheLastPinnedGroupIsDisposed() {
    PinnedSchedulers first = PinnedSchedulers.create(1, true, "first");
    PinnedSchedulers second = PinnedSchedulers.createFromLastCore(1, true, "second");
    assertThat(hookIsInstalled()).isTrue();

    first.dispose();
    first.dispose();
    assertThat(hookIsInstalled()).as("after one of two, disposed twice").isTrue();

    second.disposeGracefully().block(LIMIT);
    second.dispose();
    assertThat(hookIsInstalled()).as("after the last").isFalse();
  }

  @Test
  void anUnpinnedGroupInstallsNoHook() {
    keep(PinnedSchedulers.create(1, false, "unpinned"));

    assertThat(hookIsInstalled()).isFalse();
  }

  @Test
  void aHookOfTheUsersRunsBesideIt() {
    AtomicInteger runs = new AtomicInteger();
    Schedulers.onScheduleHook(
        "the user's",
        task ->
            () -> {
              runs.incrementAndGet();
              task.run();
            });
    opened.add(() -> Schedulers.resetOnScheduleHook("the user's"));
    PinnedSchedulers workers = PinnedSchedulers.create(1, true, "w");
    Scheduler child = keep(Schedulers.newSingle("child", true));

    var seen = handOver(workers.schedulers().getFirst(), child, AllowedCpus::ofThisThread);
    assertThat(seen).isEqualTo(AllowedCpus.ofThisProcess());
    // The worker's own task and the one it scheduled.
    assertThat(runs).hasValue(2);

    workers.dispose();
    on(child, () -> 1);
    assertThat(runs).as("after ours is gone").hasValue(3);
  }

  private Scheduler pinnedWorker() {
    return keep(PinnedSchedulers.create(1, true, "w")).schedulers().getFirst();
  }

  private <T extends Disposable> T keep(T created) {
    opened.add(created);
    return created;
  }

  /** Whether a pinned worker's tasks would be wrapped; this worker belongs to no group. */
  private static boolean hookIsInstalled() {
    CompletableFuture<Runnable> scheduled = new CompletableFuture<>();
    new WorkerThread("probe", () -> true, () -> scheduled.complete(Schedulers.onSchedule(TASK)))
        .start();
    return !scheduled.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join().equals(TASK);
  }

  /** Runs the task on a scheduler to which a worker has handed it. */
  private static <T> T handOver(Scheduler worker, Scheduler to, Callable<T> task) {
    return Mono.defer(() -> Mono.fromCallable(task).subscribeOn(to))
        .subscribeOn(worker)
        .blockOptional(LIMIT)
        .orElseThrow();
  }

  private static <T> T on(Scheduler scheduler, Callable<T> task) {
    return Mono.fromCallable(task).subscribeOn(scheduler).blockOptional(LIMIT).orElseThrow();
  }
}
