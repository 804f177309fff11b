package io.github.lanewise.observation;

import io.github.lanewise.kernel.rsa.SignatureScheme;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.observability.SignalListener;
import reactor.core.observability.SignalListenerFactory;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * An observation for each subscription to an operation: its parent is the one in the subscriber's
 * Reactor context, as WebFlux and Reactor's own operators put it there, and upstream finds the new
 * one in its place. No thread-local value is set, so neither context propagation nor its library is
 * needed; where it is there, it finds what it is used to.
 *
 * @since 0.1
 */
public final class OperationObservations implements SignalListenerFactory<Object, Boolean> {

  private final ObservationRegistry registry;
  private final OperationObservationConvention convention;
  private final Supplier<OperationObservationContext> contexts;

  private OperationObservations(
      ObservationRegistry registry,
      String operation,
      Supplier<OperationObservationContext> contexts) {
    this.registry = registry;
    this.convention = new OperationObservationConvention(operation);
    this.contexts = contexts;
  }

  /** Of streams that are hashed as one message: {@code lanewise.digest}. */
  public static OperationObservations ofDigests(ObservationRegistry registry) {
    return new OperationObservations(registry, "digest", DigestObservationContext::new);
  }

  /** Of signatures: {@code lanewise.signature}. */
  public static OperationObservations ofSignatures(
      ObservationRegistry registry, SignatureScheme scheme) {
    return new OperationObservations(
        registry, "signature", () -> new SignatureObservationContext(scheme));
  }

  /** Whether a value is the end: a {@code Mono} has no other. */
  @Override
  public Boolean initializePublisherState(Publisher<?> source) {
    return source instanceof Mono;
  }

  @Override
  public SignalListener<Object> createListener(
      Publisher<?> source, ContextView subscriber, @Nullable Boolean valueIsEnd) {
    OperationObservationContext context = contexts.get();
    Observation observation =
        Observation.createNotStarted(null, convention, () -> context, registry);
    Observation parent = subscriber.getOrDefault(ObservedOperation.KEY, null);
    if (parent != null) {
      observation.parentObservation(parent);
    }
    return new ObservedOperation(observation, context, Boolean.TRUE.equals(valueIsEnd));
  }
}
