package io.github.lanewise.pipeline.cpu;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

/**
 * Gives the process's cpus back to threads that Reactor schedulers start from a pinned worker.
 *
 * <p>Such a thread inherits the worker's core and would keep it for life. Widening the worker's own
 * mask around whatever may start a thread costs two system calls, 7 to 10 µs, for every signal.
 * Here only tasks that a pinned worker schedules are wrapped, by a scheduler hook, and only the
 * first of them that runs on a thread asks the kernel. The thread is freed if its cpus are exactly
 * those of a worker's core; any other mask is somebody's intention. Safe from any thread.
 */
final class InheritedAffinity {

  private static final String HOOK = "lanewise.affinity";

  private static final Logger log = LoggerFactory.getLogger(InheritedAffinity.class);
  private static final ThreadAffinity affinity = ThreadAffinity.ofThisPlatform();

  /** A JDK type as the value, so that a thread which outlives this class does not hold it. */
  private static final ThreadLocal<Boolean> checked = new ThreadLocal<>();

  /** The cpus of each core in use, by the group that uses it; guarded by the class. */
  private static final Map<Object, List<List<Integer>>> coresByGroup = new HashMap<>();

  private InheritedAffinity() {}

  /**
   * Installs the hook, or adds the cores to those that the installed one looks for.
   *
   * @return forgets the cores, at most once, and removes the hook with the last of them
   */
  static synchronized Disposable watch(Collection<PhysicalCore> cores) {
    Object group = new Object();
    coresByGroup.put(group, cores.stream().map(PhysicalCore::cpus).toList());
    update();
    return () -> forget(group);
  }

  private static synchronized void forget(Object group) {
    if (coresByGroup.remove(group) != null) {
      update();
    }
  }

  /** Reactor replaces the hook under a key, and leaves those under other keys as they are. */
  private static void update() {
    if (coresByGroup.isEmpty()) {
      Schedulers.resetOnScheduleHook(HOOK);
      return;
    }
    Set<List<Integer>> cores =
        coresByGroup.values().stream()
            .flatMap(List::stream)
            .collect(Collectors.toUnmodifiableSet());
    Schedulers.onScheduleHook(
        HOOK, task -> WorkerThread.currentIsPinned() ? new FromWorker(task, cores) : task);
  }

  /** All cores and not only that of the scheduling worker: another may have started the thread. */
  private record FromWorker(Runnable task, Set<List<Integer>> cores) implements Runnable {

    @Override
    public void run() {
      freeThisThread(cores);
      task.run();
    }
  }

  private static void freeThisThread(Set<List<Integer>> cores) {
    // A virtual thread would change its carrier, which runs the tasks of others.
    if (WorkerThread.currentIsPinned()
        || Thread.currentThread().isVirtual()
        || checked.get() != null) {
      return;
    }
    checked.set(true);
    List<Integer> inherited = affinity.ofCaller();
    List<Integer> all = affinity.ofMainThread();
    if (cores.contains(inherited) && !all.isEmpty()) {
      Optional<String> refusal = affinity.pin(all);
      log.debug(
          "{} inherited cpus {} from a worker: {}",
          Thread.currentThread().getName(),
          CpuList.format(inherited),
          refusal.orElseGet(() -> "it may now use " + CpuList.format(all)));
    }
  }
}
