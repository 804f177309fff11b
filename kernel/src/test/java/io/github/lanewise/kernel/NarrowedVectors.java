package io.github.lanewise.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Leaves the run with AVX2 at most out where the machine has no more than that: the run before it
 * was the same. Where it cannot be told what the machine has, the tests run.
 */
public final class NarrowedVectors implements ExecutionCondition {

  private static final String NARROWED = "lanewise.tests.narrowed-from";
  private static final Path CPU = Path.of("/proc/cpuinfo");

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    String feature = System.getProperty(NARROWED);
    if (feature == null) {
      return ConditionEvaluationResult.enabled("this run has the machine's own width");
    }
    return machineLacks(feature)
        ? ConditionEvaluationResult.disabled(
            "the machine has no %s to do without".formatted(feature))
        : ConditionEvaluationResult.enabled("the machine may have " + feature);
  }

  private static boolean machineLacks(String feature) {
    try {
      return Files.isReadable(CPU) && !Files.readString(CPU).contains(feature);
    } catch (IOException e) {
      return false;
    }
  }
}
