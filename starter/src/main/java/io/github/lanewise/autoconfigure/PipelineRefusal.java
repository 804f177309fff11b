package io.github.lanewise.autoconfigure;

import io.github.lanewise.kernel.VectorModule;
import org.jspecify.annotations.Nullable;

/** What a person is told where the pipeline cannot have the engines that were asked for. */
final class PipelineRefusal {

  private static final String NOTHING_ASKED =
      "Leave lanewise.engine and lanewise.calibration out, or set the engine to auto or jdk, which"
          + " run everywhere.";

  private PipelineRefusal() {}

  static InvalidPropertyException of(
      String engine, @Nullable String calibration, RuntimeException cause) {
    String setting =
        calibration == null
            ? "lanewise.engine is '" + engine + "'"
            : "lanewise.calibration is '" + calibration + "'";
    return new InvalidPropertyException(
        "the hashing pipeline refuses its configuration (%s): %s"
            .formatted(setting, cause.getMessage()),
        remedy(calibration == null ? engine : calibration, VectorModule.isPresent()),
        cause);
  }

  /**
   * @param asked one engine, or several in a table
   */
  static String remedy(String asked, boolean modulePresent) {
    return modulePresent || !asked.contains("vector-")
        ? NOTHING_ASKED
        : "Start the JVM with "
            + VectorModule.FLAG
            + ": on the command line before -jar, in the environment variable JDK_JAVA_OPTIONS, or"
            + " in <jvmArguments> of spring-boot:run. Or set lanewise.engine to auto, which hashes"
            + " with jdk where the module is missing, and in lanes where it is there and they pay.";
  }
}
