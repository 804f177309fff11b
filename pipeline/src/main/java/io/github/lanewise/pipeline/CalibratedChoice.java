package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A choice that takes seconds to make, by measuring or by warming up what is pinned: {@code jdk}
 * serves until it is made, in the background.
 *
 * <p>When its lanes collapse, {@code jdk} serves again, and after a while the choice is made anew:
 * also in the background, so that no message is hashed slowly to find out whether lanes are fast
 * again. Lanes that hash wrongly are never tried again.
 */
final class CalibratedChoice implements Supplier<EngineChoice> {

  private static final Logger log = LoggerFactory.getLogger(CalibratedChoice.class);

  /**
   * What makes lanes collapse, a debugger or a storm of recompilation, takes minutes; measuring
   * anew takes seconds of CPU.
   */
  static final Duration COOL_DOWN = Duration.ofMinutes(10);

  private final Supplier<EngineChoice> maker;
  private final Background background;
  private final AtomicBoolean making = new AtomicBoolean();
  private volatile EngineChoice choice;

  /** Where choices are made. */
  interface Background {

    /** Runs a task once, after a delay. */
    void run(Runnable task, Duration delay);
  }

  /**
   * @param meanwhile what serves until the choice is made
   */
  CalibratedChoice(EngineChoice meanwhile, Supplier<EngineChoice> maker, Background background) {
    this.choice = meanwhile;
    this.maker = maker;
    this.background = background;
    remake();
  }

  /**
   * Makes the choice anew, and serves with the one that there is until it is made.
   *
   * @return false if it is being made already
   */
  boolean remake() {
    return makeIn(Duration.ZERO);
  }

  /** Whether a choice is being made, or will be after the cool-down. */
  boolean isMaking() {
    return making.get();
  }

  private boolean makeIn(Duration delay) {
    if (!making.compareAndSet(false, true)) {
      return false;
    }
    background.run(this::make, delay);
    return true;
  }

  /** Measured once in a JVM. */
  static Supplier<EngineChoice> ofThisJvm() {
    return Holder.CHOICE;
  }

  private static final class Holder {
    static final Supplier<EngineChoice> CHOICE = calibrated(Sha256Engines.discover());

    private static Supplier<EngineChoice> calibrated(Sha256Engines engines) {
      return new CalibratedChoice(
          engines.uncalibrated(), engines::calibrate, CalibratedChoice::onAThread);
    }
  }

  /**
   * Pinned.
   *
   * @throws IllegalArgumentException if the table breaks a rule
   * @throws IllegalStateException if one of its engines is refused here
   */
  static Supplier<EngineChoice> pinned(String table) {
    Sha256Engines engines = Sha256Engines.discover();
    EngineChoice cold = engines.choose(table);
    return cold.lanes() == 1
        ? () -> cold
        : new CalibratedChoice(
            engines.uncalibrated(),
            () -> engines.choose(table).warmedUp(),
            CalibratedChoice::onAThread);
  }

  private static void onAThread(Runnable task, Duration delay) {
    Thread.ofPlatform()
        .daemon()
        .name("lanewise-calibration")
        .start(
            () -> {
              try {
                Thread.sleep(delay);
                task.run();
              } catch (InterruptedException e) {
                // Nobody knows this thread, and jdk serves.
                Thread.currentThread().interrupt();
              }
            });
  }

  private void make() {
    try {
      EngineChoice made = maker.get();
      choice = made;
      log.info("Calibrated: hashing with {}", made.description());
      log.debug("Calibration:\n{}", made.report());
    } catch (RuntimeException | Error e) {
      log.warn("Lanes could not be calibrated; hashing stays with {}", choice.description(), e);
    } finally {
      making.set(false);
    }
  }

  @Override
  public EngineChoice get() {
    EngineChoice current = choice;
    return current.lanes() > 1 && current.collapse() != null ? giveUp() : current;
  }

  private synchronized EngineChoice giveUp() {
    EngineChoice current = choice;
    if (current.lanes() > 1 && current.collapse() != null) {
      current = current.fallback();
      choice = current;
      log.warn(
          "Hashing with {}; lanes are calibrated anew in {}", current.description(), COOL_DOWN);
      makeIn(COOL_DOWN);
    }
    return current;
  }
}
