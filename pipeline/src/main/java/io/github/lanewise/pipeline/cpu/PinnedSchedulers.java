package io.github.lanewise.pipeline.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A group of single-threaded Reactor schedulers, each on its own physical core where that can be.
 *
 * <p>Threads are daemons, named {@code prefix-0}, {@code prefix-1} and so on, start with their
 * first task, and are {@link reactor.core.scheduler.NonBlocking}: {@code block()} on them fails.
 * The schedulers come from {@link Schedulers#newSingle(java.util.concurrent.ThreadFactory)}, so
 * scheduler hooks and virtual time apply to them; under virtual time all of them are the one
 * virtual scheduler and no thread starts.
 *
 * <p>Cores are taken node by node, so that neighbouring workers share a NUMA node. More workers
 * than cores are allowed, since a setting that fits a large machine has to start on a small one:
 * workers then share cores in turn, and the log line and {@link #placements()} tell it. The group
 * runs unpinned, and tells why, if pinning is switched off or not possible, if the topology cannot
 * be read, or if a CPU quota grants time but no cores.
 *
 * <p>As long as a group is pinned and not disposed, a scheduler hook of the key {@code
 * lanewise.affinity} frees the threads that other Reactor schedulers start from a worker, and that
 * would inherit its core; a thread confined otherwise is left alone. Threads that a worker starts
 * without Reactor stay on its core: see the package.
 *
 * <p>Two groups know nothing of each other; {@link #createFromLastCore} keeps a small second group
 * off the cores that a partial first one took. All methods are safe from any thread.
 */
public final class PinnedSchedulers implements Disposable {

  /** The most workers a group may have; a larger number is a mistyped one. */
  public static final int MAX_WORKERS = 1_024;

  private static final Logger log = LoggerFactory.getLogger(PinnedSchedulers.class);

  private final List<WorkerThreadFactory> threads;
  private final List<Scheduler> schedulers;
  private final Disposable inheritance;

  /**
   * @param taken the cores to which the threads will be pinned
   */
  private PinnedSchedulers(List<WorkerThreadFactory> threads, List<PhysicalCore> taken) {
    this.threads = List.copyOf(threads);
    this.schedulers = threads.stream().map(Schedulers::newSingle).toList();
    this.inheritance = taken.isEmpty() ? Disposables.disposed() : InheritedAffinity.watch(taken);
  }

  /**
   * Makes a group that takes the first core for its worker 0, the second for worker 1 and so on.
   *
   * @param workers how many; 0 means one per physical core that the process may use, but no more
   *     than {@link Runtime#availableProcessors()}
   * @param pin false leaves the threads to the kernel and makes no native call
   * @param namePrefix of the threads' names, for example {@code lanewise-worker}
   * @throws IllegalArgumentException if {@code workers} is not from 0 to {@value #MAX_WORKERS}, or
   *     the prefix is blank
   * @throws IllegalStateException if called on a thread of such a group, which sees one core only
   */
  public static PinnedSchedulers create(int workers, boolean pin, String namePrefix) {
    check(workers, namePrefix);
    CpuTopology topology = CpuTopology.ofThisProcess();
    return create(workers, namePrefix, topology, topology.cores(), affinity(pin));
  }

  /**
   * As {@link #create(int, boolean, String)}, from the other end: worker 0 takes the last core,
   * worker 1 the one before.
   *
   * @param workers as there
   * @param pin as there
   * @param namePrefix as there
   * @throws IllegalArgumentException as there
   * @throws IllegalStateException as there
   */
  public static PinnedSchedulers createFromLastCore(int workers, boolean pin, String namePrefix) {
    check(workers, namePrefix);
    CpuTopology topology = CpuTopology.ofThisProcess();
    return create(workers, namePrefix, topology, topology.cores().reversed(), affinity(pin));
  }

  /**
   * As {@link #createFromLastCore}, for work that must not delay what other threads do on the same
   * cores: on Linux its threads have the nice value 10, with which they get a tenth of a cpu that
   * an ordinary thread wants too, and all of it otherwise. Elsewhere, and where {@code pin} is
   * false, they are ordinary ones.
   *
   * <p>A thread that such a worker starts inherits its nice value and cannot get rid of it. So only
   * run there what starts none: signal subscribers from another thread.
   *
   * @param workers as there
   * @param pin as there
   * @param namePrefix as there
   * @throws IllegalArgumentException as there
   * @throws IllegalStateException as there
   */
  public static PinnedSchedulers createInBackground(int workers, boolean pin, String namePrefix) {
    check(workers, namePrefix);
    CpuTopology topology = CpuTopology.ofThisProcess();
    return create(
        workers,
        namePrefix,
        topology,
        topology.cores().reversed(),
        affinity(pin),
        pin ? WorkerThreadFactory::inBackground : UnaryOperator.identity());
  }

  static PinnedSchedulers create(
      int workers,
      String namePrefix,
      CpuTopology topology,
      List<PhysicalCore> cores,
      ThreadAffinity affinity) {
    return create(workers, namePrefix, topology, cores, affinity, UnaryOperator.identity());
  }

  /**
   * @param cores the topology's, in the order in which workers take them
   */
  private static PinnedSchedulers create(
      int workers,
      String namePrefix,
      CpuTopology topology,
      List<PhysicalCore> cores,
      ThreadAffinity affinity,
      UnaryOperator<WorkerThreadFactory> kind) {
    int count = workers == 0 ? topology.defaultWorkers() : workers;
    Optional<String> whyNot = affinity.whyUnavailable().or(topology::whyNotPinned);
    List<WorkerThreadFactory> threads = new ArrayList<>(count);
    for (int worker = 0; worker < count; worker++) {
      String threadName = namePrefix + "-" + worker;
      WorkerThreadFactory factory =
          whyNot.isPresent()
              ? WorkerThreadFactory.unpinned(threadName, whyNot.get())
              : WorkerThreadFactory.pinned(threadName, cores.get(worker % cores.size()), affinity);
      threads.add(kind.apply(factory));
    }
    log.info("{}", plan(namePrefix, count, whyNot, cores));
    return new PinnedSchedulers(
        threads, whyNot.isPresent() ? List.of() : cores.subList(0, Math.min(count, cores.size())));
  }

  /** The schedulers, worker 0 first; unmodifiable, never empty. */
  public List<Scheduler> schedulers() {
    return schedulers;
  }

  /**
   * Where each worker runs at this moment, worker 0 first. A thread's core is certain only once it
   * has started: until then a worker that shall be pinned is {@link WorkerPlacement.NotStarted}.
   */
  public List<WorkerPlacement> placements() {
    return threads.stream().map(WorkerThreadFactory::placement).toList();
  }

  /** The {@link #placements()} as one line for people. */
  public String description() {
    return placements().stream().map(WorkerPlacement::toString).collect(Collectors.joining("; "));
  }

  /** Stops every scheduler at once: interrupts running tasks and drops queued ones. */
  @Override
  public void dispose() {
    schedulers.forEach(Scheduler::dispose);
    inheritance.dispose();
  }

  /**
   * Stops every scheduler when its tasks are done; new ones are refused from the subscription on.
   *
   * @return completes when all tasks have ended; has no time limit of its own, so give it one and
   *     {@link #dispose()} after it
   */
  public Mono<Void> disposeGracefully() {
    return Flux.fromIterable(schedulers)
        .flatMap(Scheduler::disposeGracefully)
        .then()
        .doOnTerminate(inheritance::dispose);
  }

  /** Whether every scheduler is stopped. */
  @Override
  public boolean isDisposed() {
    return schedulers.stream().allMatch(Scheduler::isDisposed);
  }

  @Override
  public String toString() {
    return "PinnedSchedulers[" + description() + "]";
  }

  private static void check(int workers, String namePrefix) {
    if (workers < 0 || workers > MAX_WORKERS) {
      throw new IllegalArgumentException(
          "workers must be from 0 (one per physical core) to %d, was %d"
              .formatted(MAX_WORKERS, workers));
    }
    if (namePrefix.isBlank()) {
      throw new IllegalArgumentException("namePrefix must not be blank, was '" + namePrefix + "'");
    }
    if (Thread.currentThread() instanceof WorkerThread thread) {
      throw new IllegalStateException(
          "pinned schedulers must be created on a thread that sees all cores, was "
              + thread.getName());
    }
  }

  /** Who switches pinning off gets no native call either, nor the JVM's warning about one. */
  private static ThreadAffinity affinity(boolean pin) {
    return pin
        ? ThreadAffinity.ofThisPlatform()
        : ThreadAffinity.unavailable("pinning is switched off");
  }

  private static String plan(
      String namePrefix, int count, Optional<String> whyNot, List<PhysicalCore> cores) {
    String workers = "%d %s threads".formatted(count, namePrefix);
    if (whyNot.isPresent()) {
      return "%s, not pinned: %s".formatted(workers, whyNot.get());
    }
    String taken =
        IntStream.range(0, Math.min(count, cores.size()))
            .mapToObj(worker -> cores.get(worker).toString())
            .collect(Collectors.joining("; "));
    return count > cores.size()
        ? "%s, pinned in turn to %d physical cores that they share: %s"
            .formatted(workers, cores.size(), taken)
        : "%s, each pinned to its own physical core: %s".formatted(workers, taken);
  }
}
