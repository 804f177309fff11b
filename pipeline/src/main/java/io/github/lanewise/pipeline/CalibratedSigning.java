package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.rsa.RsaEngineChoice;
import io.github.lanewise.kernel.rsa.RsaEngines;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engines that measuring chose for one size of keys: {@code scalar} until the measurement has
 * ended. It is made once in a JVM for each size that is asked for, in the background.
 */
final class CalibratedSigning {

  private static final Logger log = LoggerFactory.getLogger(CalibratedSigning.class);

  private static final Map<Integer, CalibratedSigning> BY_KEY_BITS = new ConcurrentHashMap<>();

  /** One at a time, or they would measure one another. */
  private static final Object MEASURING = new Object();

  private volatile RsaEngineChoice choice = RsaEngineChoice.uncalibrated();

  private CalibratedSigning() {}

  /** What is chosen now; the first call for a size begins to measure. */
  static RsaEngineChoice of(int keyBits) {
    return BY_KEY_BITS.computeIfAbsent(keyBits, CalibratedSigning::begin).choice;
  }

  private static CalibratedSigning begin(int keyBits) {
    CalibratedSigning calibrated = new CalibratedSigning();
    Thread thread =
        new Thread(() -> calibrated.calibrate(keyBits), "lanewise-calibration-rsa-" + keyBits);
    thread.setDaemon(true);
    thread.start();
    return calibrated;
  }

  private void calibrate(int keyBits) {
    try {
      synchronized (MEASURING) {
        choice = RsaEngines.discover().calibrate(keyBits);
      }
      log.info("Calibrated: signing with {} bits by {}", keyBits, choice.description());
    } catch (RuntimeException | Error e) {
      log.warn(
          "RSA engines could not be calibrated; signing stays with {}", choice.description(), e);
    }
  }
}
