package io.github.lanewise.sample;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells the fact, then the remedy, where a stack trace would tell neither. */
final class StoreFailureAnalyzer extends AbstractFailureAnalyzer<StoreUnusableException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, StoreUnusableException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), cause);
  }
}
