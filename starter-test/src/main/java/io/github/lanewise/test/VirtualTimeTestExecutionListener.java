package io.github.lanewise.test;

import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;
import reactor.test.scheduler.VirtualTimeScheduler;

/** While a test method runs, all of Reactor's schedulers follow the time of its context. */
final class VirtualTimeTestExecutionListener extends AbstractTestExecutionListener {

  /** Behind Spring's own, so that the context is there. */
  private static final int ORDER = 5_000;

  @Override
  public int getOrder() {
    return ORDER;
  }

  @Override
  public void beforeTestMethod(TestContext testContext) {
    if (isOurs(testContext)) {
      VirtualTimeScheduler.set(
          testContext.getApplicationContext().getBean(VirtualTimeScheduler.class));
    }
  }

  @Override
  public void afterTestMethod(TestContext testContext) {
    if (isOurs(testContext)) {
      VirtualTimeScheduler.reset();
    }
  }

  private static boolean isOurs(TestContext testContext) {
    return MergedAnnotations.from(testContext.getTestClass(), SearchStrategy.TYPE_HIERARCHY)
        .isPresent(AutoConfigureLanewise.class);
  }
}
