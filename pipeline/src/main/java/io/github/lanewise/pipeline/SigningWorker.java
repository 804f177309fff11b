package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.rsa.PendingSignature;
import io.github.lanewise.kernel.rsa.RsaEngineChoice;
import io.github.lanewise.kernel.rsa.RsaLanes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;
import reactor.core.scheduler.Scheduler;

/**
 * One of two that compute signatures: a half that the other has left, or some signatures together
 * in lanes, or one whose second half it leaves to the other. One thread at a time, and only while
 * there is something to do. After each of these steps other tasks of its scheduler have a turn.
 */
final class SigningWorker {

  private enum State {
    IDLE,
    SCHEDULED,
    RUNNING
  }

  private final SigningQueue queue;
  private final Supplier<RsaEngineChoice> choices;
  private final Scheduler scheduler;
  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
  private volatile boolean closing;

  // Touched by who has made the state RUNNING.
  private @Nullable RsaEngineChoice choice;
  private @Nullable RsaLanes lanes;

  SigningWorker(SigningQueue queue, Supplier<RsaEngineChoice> choices, Scheduler scheduler) {
    this.queue = queue;
    this.choices = choices;
    this.scheduler = scheduler;
  }

  boolean isIdle() {
    return state.get() == State.IDLE;
  }

  /**
   * Lets it look for work; from any thread.
   *
   * @return whether it was idle; otherwise it looks before it becomes so
   * @throws RejectedExecutionException if its scheduler was disposed
   */
  boolean wake() {
    if (!state.compareAndSet(State.IDLE, State.SCHEDULED)) {
      return false;
    }
    try {
      scheduler.schedule(this::run);
    } catch (RejectedExecutionException e) {
      state.set(State.IDLE);
      throw e;
    }
    return true;
  }

  private void run() {
    if (!state.compareAndSet(State.SCHEDULED, State.RUNNING)) {
      return; // closed meanwhile
    }
    try {
      step();
    } finally {
      pause();
    }
  }

  /** Looks again after it is idle: what came while it ran has not woken it. */
  private void pause() {
    if (closing) {
      closeLanes();
    }
    state.set(State.IDLE);
    if (closing) {
      close(); // if that was seen before the state was set, this finds nothing left to do
    } else if (queue.hasWork()) {
      try {
        wake();
      } catch (RejectedExecutionException e) {
        queue.fail(e);
      }
    }
  }

  private void step() {
    SigningTask left = queue.takeSecondHalf();
    if (left != null) {
      left.takes(SigningRoad.TWO_WORKERS);
      guard(left, SigningTask::secondHalf);
      return;
    }
    RsaEngineChoice latest = choices.get();
    int together = latest.together(queue.waiting(), queue.isOtherIdle(this));
    List<SigningTask> tasks = queue.take(Math.max(1, together));
    if (tasks.size() > 1 || together == 1) {
      queue.wakeOtherIfWaiting(this);
      inLanes(latest, tasks);
    } else if (!tasks.isEmpty()) {
      guard(tasks.getFirst(), this::split);
    }
  }

  private void split(SigningTask task) {
    PendingSignature begun = task.begin();
    queue.leaveSecondHalf(task, this);
    task.firstHalf(begun);
    if (task.takeSecondHalf()) {
      task.secondHalf(); // the other had something else to do
    }
  }

  private void inLanes(RsaEngineChoice latest, List<SigningTask> tasks) {
    List<SigningTask> begun = new ArrayList<>(tasks.size());
    List<PendingSignature> signatures = new ArrayList<>(tasks.size());
    for (SigningTask task : tasks) {
      guard(
          task,
          t -> {
            t.takes(SigningRoad.LANES);
            signatures.add(t.begin());
            begun.add(t);
          });
    }
    try {
      lanesOf(latest).compute(signatures);
    } catch (Throwable error) {
      Exceptions.throwIfJvmFatal(error);
      closeLanes(); // what they hold is in doubt
      begun.forEach(task -> task.fail(error));
      return;
    }
    for (SigningTask task : begun) {
      guard(task, SigningTask::finish);
    }
  }

  private RsaLanes lanesOf(RsaEngineChoice latest) {
    RsaLanes current = lanes;
    if (current == null || !latest.equals(choice)) {
      closeLanes();
      current = latest.open();
      choice = latest;
      lanes = current;
    }
    return current;
  }

  /** An error is told to the signature's subscriber. */
  private static void guard(SigningTask task, Consumer<SigningTask> step) {
    if (task.hasEnded()) {
      return;
    }
    try {
      step.accept(task);
    } catch (Throwable error) {
      Exceptions.throwIfJvmFatal(error);
      task.fail(error);
    }
  }

  /** Gives the working memory back, here and now or when the step that runs has ended. */
  void close() {
    closing = true;
    State before = state.get();
    if (before != State.RUNNING && state.compareAndSet(before, State.RUNNING)) {
      closeLanes();
      state.set(State.IDLE);
    } else if (before != State.RUNNING) {
      close();
    }
  }

  private void closeLanes() {
    RsaLanes open = lanes;
    if (open != null) {
      lanes = null;
      open.close();
    }
  }
}
