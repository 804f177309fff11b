package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.VectorModule;
import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine that measuring chose: {@code jdk} until the measurement has ended. It is made once in
 * a JVM, in the background.
 */
final class CalibratedChoice implements Supplier<EngineChoice> {

  private static final Logger log = LoggerFactory.getLogger(CalibratedChoice.class);

  private volatile EngineChoice choice;

  private CalibratedChoice(Sha256Engines engines) {
    this.choice = engines.uncalibrated();
    if (VectorModule.isPresent()) {
      Thread thread = new Thread(() -> calibrate(engines), "lanewise-calibration");
      thread.setDaemon(true);
      thread.start();
    }
  }

  static CalibratedChoice ofThisJvm() {
    return Holder.CHOICE;
  }

  private static final class Holder {
    static final CalibratedChoice CHOICE = new CalibratedChoice(Sha256Engines.discover());
  }

  private void calibrate(Sha256Engines engines) {
    try {
      EngineChoice measured = engines.calibrate();
      choice = measured;
      log.info("Calibrated: hashing with {}", measured.description());
    } catch (RuntimeException | Error e) {
      log.warn("Lanes could not be calibrated; hashing stays with {}", choice.description(), e);
    }
  }

  @Override
  public EngineChoice get() {
    return choice;
  }
}
