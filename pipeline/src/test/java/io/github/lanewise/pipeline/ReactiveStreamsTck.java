package io.github.lanewise.pipeline;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.SkipException;
import org.testng.annotations.Test;

/**
 * The Reactive Streams TCK as JUnit tests: each {@code @Test} method of a {@link
 * PublisherVerification} becomes one dynamic test, so that the TestNG runner is not needed beside
 * JUnit's.
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicTest> keepsTheRulesOfReactiveStreams() {
 *   return ReactiveStreamsTck.of(MyVerification::new);
 * }
 * }</pre>
 */
final class ReactiveStreamsTck {

  private ReactiveStreamsTck() {}

  /**
   * One test per rule, ordered by name, each on an instance of its own whose {@code setUp} ran
   * before. What the TCK skips (a rule that cannot be tested, an option that the publisher does not
   * have) is reported as aborted, with the TCK's reason.
   *
   * @param verification makes a fresh instance whenever it is asked
   */
  static Stream<DynamicTest> of(Supplier<? extends PublisherVerification<?>> verification) {
    return Arrays.stream(PublisherVerification.class.getMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        .sorted(Comparator.comparing(Method::getName))
        .map(rule -> DynamicTest.dynamicTest(rule.getName(), () -> check(rule, verification)));
  }

  private static void check(Method rule, Supplier<? extends PublisherVerification<?>> verification)
      throws Throwable {
    PublisherVerification<?> instance = verification.get();
    instance.setUp();
    try {
      rule.invoke(instance);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      if (cause instanceof SkipException skipped) {
        throw new TestAbortedException(skipped.getMessage(), skipped);
      }
      throw cause != null ? cause : e;
    }
  }
}
