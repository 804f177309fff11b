package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import java.util.function.Supplier;

/**
 * What a pipeline hashes with: what it was built with, until somebody says otherwise while it runs.
 * Workers ask before each batch, and go over when their lanes are empty.
 */
final class EngineSwitch implements Supplier<EngineChoice> {

  private volatile Supplier<EngineChoice> choices;

  EngineSwitch(Supplier<EngineChoice> choices) {
    this.choices = choices;
  }

  @Override
  public EngineChoice get() {
    return choices.get();
  }

  /** One engine whatever the load, or what measuring has found. */
  void use(String engine) {
    choices = ofName(engine);
  }

  /**
   * Goes back to what measuring finds, and measures anew.
   *
   * @return false if there is nothing to measure, or a measurement under way
   */
  boolean recalibrate() {
    Supplier<EngineChoice> measured = CalibratedChoice.ofThisJvm();
    choices = measured;
    return measured instanceof CalibratedChoice calibrated && calibrated.remake();
  }

  boolean isCalibrating() {
    return choices instanceof CalibratedChoice calibrated && calibrated.isMaking();
  }

  /**
   * @throws IllegalArgumentException if there is none of that name
   * @throws IllegalStateException if it is refused here
   */
  static Supplier<EngineChoice> ofName(String engine) {
    if (engine.equals(HashingPipeline.AUTO)) {
      return CalibratedChoice.ofThisJvm();
    }
    EngineChoice forced = Sha256Engines.discover().force(engine);
    return () -> forced;
  }
}
