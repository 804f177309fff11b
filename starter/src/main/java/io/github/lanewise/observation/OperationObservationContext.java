package io.github.lanewise.observation;

import io.micrometer.observation.Observation;

/**
 * What is known of an operation that is observed.
 *
 * @since 0.1
 */
public abstract sealed class OperationObservationContext extends Observation.Context
    permits DigestObservationContext, SignatureObservationContext {

  private volatile Outcome outcome = Outcome.UNKNOWN;

  /** How an operation ended. */
  public enum Outcome {
    /** Not yet. */
    UNKNOWN,
    /** With its result. */
    SUCCESS,
    /** With an error. */
    ERROR,
    /** Its subscriber went away. */
    CANCELLED
  }

  OperationObservationContext() {}

  /** How it ended. */
  public Outcome outcome() {
    return outcome;
  }

  void end(Outcome how) {
    this.outcome = how;
  }
}
