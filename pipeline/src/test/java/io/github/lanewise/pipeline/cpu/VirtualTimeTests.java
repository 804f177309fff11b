package io.github.lanewise.pipeline.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import reactor.core.scheduler.Scheduler;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A test of the user's that replaces Reactor's clock replaces that of the workers, too. */
@Isolated
class VirtualTimeTests {

  private VirtualTimeScheduler clock;
  private PinnedSchedulers workers;

  @BeforeEach
  void replaceTheClockAndMakeWorkers() {
    clock = VirtualTimeScheduler.getOrSet();
    workers = PinnedSchedulers.create(2, true, "virtual-only");
  }

  @AfterEach
  void disposeTheWorkersAndGiveTheClockBack() {
    workers.dispose();
    VirtualTimeScheduler.reset();
  }

  @Test
  void aDelayedTaskRunsWhenVirtualTimeHasAdvanced() {
    AtomicInteger runs = new AtomicInteger();

    workers.schedulers().getLast().schedule(runs::incrementAndGet, 1, TimeUnit.HOURS);
    clock.advanceTimeBy(Duration.ofMinutes(59));
    assertThat(runs).hasValue(0);
    clock.advanceTimeBy(Duration.ofMinutes(1));

    assertThat(runs).hasValue(1);
  }

  @Test
  void aPeriodicTaskOfAReactorWorkerObeysTheSameClock() {
    AtomicInteger runs = new AtomicInteger();
    Scheduler.Worker worker = workers.schedulers().getFirst().createWorker();

    worker.schedulePeriodically(runs::incrementAndGet, 100, 100, TimeUnit.MICROSECONDS);
    clock.advanceTimeBy(Duration.ofNanos(350_000));

    assertThat(runs).hasValue(3);
    worker.dispose();
  }

  @Test
  void noThreadStarts() {
    workers.schedulers().getFirst().schedule(() -> {});
    clock.advanceTime();

    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("virtual-only"));
  }
}
