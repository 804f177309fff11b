package io.github.lanewise.pipeline;

import org.jspecify.annotations.Nullable;
import reactor.core.observability.SignalListenerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Puts listeners to signals, where there are any. */
final class SignalListeners {

  private SignalListeners() {}

  static <T> Mono<T> listen(Mono<T> source, @Nullable SignalListenerFactory<?, ?> listeners) {
    return listeners == null ? source : source.tap(ofAnything(listeners));
  }

  static <T> Flux<T> listen(Flux<T> source, @Nullable SignalListenerFactory<?, ?> listeners) {
    return listeners == null ? source : source.tap(ofAnything(listeners));
  }

  /** A listener takes what it is told, so one that takes anything takes a {@code T}. */
  @SuppressWarnings("unchecked")
  private static <T> SignalListenerFactory<T, ?> ofAnything(SignalListenerFactory<?, ?> listeners) {
    return (SignalListenerFactory<T, ?>) listeners;
  }
}
