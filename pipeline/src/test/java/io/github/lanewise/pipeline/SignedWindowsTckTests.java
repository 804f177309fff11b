package io.github.lanewise.pipeline;

import static io.github.lanewise.pipeline.SigningFixture.KEY;

import java.time.Duration;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import reactor.core.publisher.Flux;

/** The rules of Reactive Streams, for signed windows and for the records in them. */
@Execution(ExecutionMode.CONCURRENT)
class SignedWindowsTckTests {

  private static final RsaSigner SIGNER = RsaSigner.create(KEY);
  private static final WindowPolicy TEN =
      WindowPolicy.defaults().maxRecords(10).maxWait(Duration.ofHours(1));

  @AfterAll
  static void close() {
    SIGNER.close();
  }

  @TestFactory
  Stream<DynamicTest> windowsKeepTheRulesOfReactiveStreams() {
    WindowPolicy one = TEN.maxRecords(1);
    return ReactiveStreamsTck.of(
        () -> new Verification<>(records -> records.transform(SIGNER.windows(one))));
  }

  @TestFactory
  Stream<DynamicTest> recordsKeepTheRulesOfReactiveStreams() {
    return ReactiveStreamsTck.of(
        () ->
            new Verification<>(
                records ->
                    records
                        .transform(SIGNER.windows(TEN))
                        .concatMapIterable(SignedWindow::records, 1)));
  }

  private static final class Verification<T> extends PublisherVerification<T> {

    private final Function<Flux<HashedRecord>, Publisher<T>> operator;

    Verification(Function<Flux<HashedRecord>, Publisher<T>> operator) {
      // Two seconds for a signal that must come, a tenth for one that must not.
      super(new TestEnvironment(2_000, 100));
      this.operator = operator;
    }

    @Override
    public Publisher<T> createPublisher(long elements) {
      return operator.apply(
          SignedWindowsTests.records((int) Math.min(elements, Integer.MAX_VALUE)));
    }

    @Override
    public Publisher<T> createFailedPublisher() {
      return operator.apply(Flux.error(new IllegalStateException("a publisher that fails")));
    }
  }
}
