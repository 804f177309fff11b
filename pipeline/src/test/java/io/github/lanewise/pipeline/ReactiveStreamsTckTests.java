package io.github.lanewise.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.opentest4j.TestAbortedException;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import reactor.core.publisher.Flux;

/**
 * The adapter passes what keeps the rules, fails what breaks them and tells the two from a skip.
 */
@Execution(ExecutionMode.CONCURRENT)
class ReactiveStreamsTckTests {

  @TestFactory
  Stream<DynamicTest> aPublisherThatKeepsTheRulesPasses() {
    return ReactiveStreamsTck.of(
        () ->
            new Verification() {
              @Override
              public Publisher<Integer> createPublisher(long elements) {
                return Flux.range(1, (int) Math.min(elements, Integer.MAX_VALUE));
              }
            });
  }

  @Test
  void everyRuleBecomesATestOfItsOwn() {
    List<String> names =
        ReactiveStreamsTck.of(Flood::new).map(DynamicTest::getDisplayName).toList();

    assertThat(names)
        .hasSize(38)
        .doesNotHaveDuplicates()
        .contains("required_spec303_mustNotAllowUnboundedRecursion");
  }

  @Test
  void aPublisherThatBreaksARuleFailsThatRule() {
    assertThatThrownBy(
            () ->
                rule(
                    "required_spec101_subscriptionRequestMustResultInTheCorrectNumberOfProducedElements"))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void aRuleThatTheTckCannotTestIsAborted() {
    assertThatThrownBy(() -> rule("untested_spec304_requestShouldNotPerformHeavyComputations"))
        .isInstanceOf(TestAbortedException.class);
  }

  private static void rule(String name) throws Throwable {
    ReactiveStreamsTck.of(Flood::new)
        .filter(test -> test.getDisplayName().equals(name))
        .findFirst()
        .orElseThrow()
        .getExecutable()
        .execute();
  }

  private abstract static class Verification extends PublisherVerification<Integer> {

    Verification() {
      super(new TestEnvironment(1_000, 100));
    }

    @Override
    public Publisher<Integer> createFailedPublisher() {
      return Flux.error(new IllegalStateException("a publisher that fails"));
    }
  }

  /** Ignores demand: it signals everything as soon as anything is requested. */
  private static final class Flood extends Verification {

    @Override
    public Publisher<Integer> createPublisher(long elements) {
      Flux<Integer> all = Flux.range(1, (int) Math.min(elements, 1_000));
      return subscriber -> all.subscribe(new Greedy(subscriber));
    }
  }

  private record Greedy(Subscriber<? super Integer> downstream) implements Subscriber<Integer> {

    @Override
    public void onSubscribe(Subscription upstream) {
      downstream.onSubscribe(
          new Subscription() {
            @Override
            public void request(long n) {
              upstream.request(Long.MAX_VALUE);
            }

            @Override
            public void cancel() {
              upstream.cancel();
            }
          });
    }

    @Override
    public void onNext(Integer element) {
      downstream.onNext(element);
    }

    @Override
    public void onError(Throwable error) {
      downstream.onError(error);
    }

    @Override
    public void onComplete() {
      downstream.onComplete();
    }
  }
}
