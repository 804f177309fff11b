package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.rsa.RsaEngineChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;

/**
 * The signatures that wait, and the two workers that compute them.
 *
 * <p>Nothing waits in order to fill lanes. A signature that finds a worker idle is begun at once,
 * and both compute a half of it. While they compute, others gather here, and the worker that is
 * done next takes as many as lanes pay for: the more signatures come, the fuller they are. Waiting
 * for more would save nothing, since a worker that waits computes nothing either.
 */
final class SigningQueue {

  private final Queue<SigningTask> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waitingCount = new AtomicInteger();
  private final Queue<SigningTask> secondHalves = new ConcurrentLinkedQueue<>();
  private final SigningWorker first;
  private final SigningWorker second;

  SigningQueue(Supplier<RsaEngineChoice> choices, Scheduler first, Scheduler second) {
    this.first = new SigningWorker(this, choices, first);
    this.second = new SigningWorker(this, choices, second);
  }

  /**
   * @throws RejectedExecutionException if the worker's scheduler was disposed
   */
  void add(SigningTask task) {
    waiting.add(task);
    waitingCount.incrementAndGet();
    if (!first.wake()) {
      second.wake();
    }
  }

  int waiting() {
    return waitingCount.get();
  }

  boolean hasWork() {
    return !waiting.isEmpty() || !secondHalves.isEmpty();
  }

  /** Up to so many that have not ended, in the order in which they came. */
  List<SigningTask> take(int most) {
    List<SigningTask> taken = new ArrayList<>();
    SigningTask task;
    while (taken.size() < most && (task = waiting.poll()) != null) {
      waitingCount.decrementAndGet();
      if (!task.hasEnded()) {
        taken.add(task);
      }
    }
    return taken;
  }

  /** Offers the second half of a signature to the other worker; ends it if that one is gone. */
  void leaveSecondHalf(SigningTask task, SigningWorker by) {
    secondHalves.add(task);
    try {
      other(by).wake();
    } catch (RejectedExecutionException gone) {
      task.close(gone);
    }
  }

  /** A second half that nobody computes yet; the caller has to. Null if there is none. */
  @Nullable SigningTask takeSecondHalf() {
    SigningTask task;
    while ((task = secondHalves.poll()) != null) {
      if (task.takeSecondHalf() && !task.hasEnded()) {
        return task;
      }
    }
    return null;
  }

  boolean isOtherIdle(SigningWorker worker) {
    return other(worker).isIdle();
  }

  /** For a worker that has taken what it can. */
  void wakeOtherIfWaiting(SigningWorker worker) {
    if (!waiting.isEmpty()) {
      try {
        other(worker).wake();
      } catch (RejectedExecutionException gone) {
        fail(gone);
      }
    }
  }

  private SigningWorker other(SigningWorker worker) {
    return worker.equals(first) ? second : first;
  }

  /** Ends all that wait: a worker is gone. */
  void fail(RejectedExecutionException error) {
    take(Integer.MAX_VALUE).forEach(task -> task.close(error));
  }

  /** Gives the workers' memory back. What waits must have ended. */
  void close() {
    waiting.clear();
    secondHalves.clear();
    first.close();
    second.close();
  }
}
