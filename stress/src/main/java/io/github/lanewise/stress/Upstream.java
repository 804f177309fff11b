package io.github.lanewise.stress;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/** A source that signals when it is told to, on the thread that tells it. */
final class Upstream extends Flux<Payload> {

  private volatile @Nullable CoreSubscriber<? super Payload> subscriber;

  @Override
  public void subscribe(CoreSubscriber<? super Payload> actual) {
    subscriber = actual;
    actual.onSubscribe(
        new Subscription() {
          @Override
          public void request(long n) {}

          @Override
          public void cancel() {}
        });
  }

  void next(Payload payload) {
    CoreSubscriber<? super Payload> actual = subscriber;
    if (actual != null) {
      actual.onNext(payload);
    }
  }

  void complete() {
    CoreSubscriber<? super Payload> actual = subscriber;
    if (actual != null) {
      actual.onComplete();
    }
  }
}
