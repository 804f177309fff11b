package io.github.lanewise.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Tells the fact, then the remedy. Goes first, because Boot's own analyzer of binding failures
 * would otherwise answer with the name of a class and no remedy.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class InvalidPropertyFailureAnalyzer
    extends AbstractFailureAnalyzer<InvalidPropertyException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidPropertyException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), cause);
  }
}
