package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.Payloads.random;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.observability.DefaultSignalListener;
import reactor.core.observability.SignalListener;
import reactor.core.observability.SignalListenerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SignalType;
import reactor.test.StepVerifier;
import reactor.util.context.ContextView;

/** Listeners hear of whole streams that are hashed, once for each. */
class SignalListenersTests {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final List<SignalType> ends = new CopyOnWriteArrayList<>();

  @Test
  void aWholeStreamHasOneListenerAndItsPartsHaveNone() {
    try (HashingPipeline pipeline = pipeline()) {
      Flux<byte[]> source = Flux.just(random(10, 1), random(10, 2), random(10, 3));
      StepVerifier.create(source.as(pipeline.digest(BufferAccess.byteArrays())))
          .expectNextCount(1)
          .expectComplete()
          .verify(LIMIT);
      assertThat(ends).containsExactly(SignalType.ON_COMPLETE);

      StepVerifier.create(source.transform(pipeline.tap(BufferAccess.byteArrays(), digest -> {})))
          .expectNextCount(3)
          .expectComplete()
          .verify(LIMIT);
      assertThat(ends).hasSize(2);

      StepVerifier.create(source.transform(pipeline.messages(BufferAccess.byteArrays())))
          .expectNextCount(3)
          .expectComplete()
          .verify(LIMIT);
      assertThat(ends).hasSize(2);
    }
  }

  @Test
  void anErrorAndACancellationAreHeardToo() {
    try (HashingPipeline pipeline = pipeline()) {
      StepVerifier.create(
              Flux.<byte[]>error(new IllegalStateException("on purpose"))
                  .as(pipeline.digest(BufferAccess.byteArrays())))
          .expectErrorMessage("on purpose")
          .verify(LIMIT);
      StepVerifier.create(Flux.<byte[]>never().as(pipeline.digest(BufferAccess.byteArrays())))
          .thenCancel()
          .verify(LIMIT);
      assertThat(ends).containsExactly(SignalType.ON_ERROR, SignalType.CANCEL);
    }
  }

  private HashingPipeline pipeline() {
    return HashingPipeline.builder()
        .engine("jdk")
        .workers(1)
        .digestListeners(new Listeners())
        .build();
  }

  private final class Listeners implements SignalListenerFactory<Object, SignalType> {

    @Override
    public SignalType initializePublisherState(Publisher<?> source) {
      return SignalType.SUBSCRIBE;
    }

    @Override
    public SignalListener<Object> createListener(
        Publisher<?> source, ContextView context, @Nullable SignalType state) {
      return new DefaultSignalListener<>() {
        @Override
        public void doFinally(SignalType terminationType) throws Throwable {
          super.doFinally(terminationType);
          ends.add(terminationType);
        }
      };
    }
  }
}
