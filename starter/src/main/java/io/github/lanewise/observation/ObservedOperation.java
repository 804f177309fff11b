package io.github.lanewise.observation;

import io.github.lanewise.observation.OperationObservationContext.Outcome;
import io.micrometer.observation.Observation;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.core.observability.DefaultSignalListener;
import reactor.util.context.Context;

/** Starts the observation of one subscription, and stops it at the first end that it hears of. */
final class ObservedOperation extends DefaultSignalListener<Object> {

  /**
   * Under which observations stand in Reactor's context: {@code ObservationThreadLocalAccessor.KEY}
   * of Micrometer, a class that needs the library for context propagation to be there.
   */
  static final String KEY = "micrometer.observation";

  private final Observation observation;
  private final OperationObservationContext context;
  private final boolean valueIsEnd;
  private final AtomicBoolean ended = new AtomicBoolean();

  ObservedOperation(
      Observation observation, OperationObservationContext context, boolean valueIsEnd) {
    this.observation = observation;
    this.context = context;
    this.valueIsEnd = valueIsEnd;
  }

  @Override
  public void doFirst() {
    observation.start();
  }

  @Override
  public Context addToContext(Context original) {
    return original.put(KEY, observation);
  }

  /** Before it is passed on: what is done with it is not of this operation. */
  @Override
  public void doOnNext(Object value) {
    if (valueIsEnd) {
      end(Outcome.SUCCESS, null);
    }
  }

  @Override
  public void doOnComplete() {
    end(Outcome.SUCCESS, null);
  }

  @Override
  public void doOnError(Throwable error) {
    end(Outcome.ERROR, error);
  }

  /** May come at the same moment as an end, on another thread. */
  @Override
  public void doOnCancel() {
    end(Outcome.CANCELLED, null);
  }

  private void end(Outcome outcome, @Nullable Throwable error) {
    if (ended.compareAndSet(false, true)) {
      context.end(outcome);
      if (error != null) {
        observation.error(error);
      }
      observation.stop();
    }
  }
}
