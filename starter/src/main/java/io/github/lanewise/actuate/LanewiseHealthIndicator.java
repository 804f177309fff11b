package io.github.lanewise.actuate;

import io.github.lanewise.kernel.VectorModule;
import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Engines;
import io.github.lanewise.kernel.sha256.Sha256Engines.Candidate;
import io.github.lanewise.pipeline.HashingPipeline;
import java.util.List;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Down if a worker takes no streams any more, if an engine gave a wrong answer in its self-test, or
 * if a cross-check found a wrong digest: the latter two because this machine computes wrongly,
 * though what it hashes now is right. That lanes are off is told and is no fault.
 *
 * @since 0.1
 */
public final class LanewiseHealthIndicator extends AbstractHealthIndicator
    implements HealthIndicator {

  private final HashingPipeline pipeline;
  private final List<Candidate> engines;

  /** The health of a pipeline on the engines of this JVM. */
  public LanewiseHealthIndicator(HashingPipeline pipeline) {
    this(pipeline, Sha256Engines.discover().candidates());
  }

  LanewiseHealthIndicator(HashingPipeline pipeline, List<Candidate> engines) {
    super("the hashing pipeline could not be asked");
    this.pipeline = pipeline;
    this.engines = engines;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    int alive = pipeline.workersAlive();
    List<String> wrong =
        engines.stream().filter(Candidate::failedSelfTest).map(Candidate::toString).toList();
    long failures = pipeline.statistics().crossCheckFailures();
    builder.status(
        alive == pipeline.workerCount() && wrong.isEmpty() && failures == 0
            ? Status.UP
            : Status.DOWN);
    EngineChoice choice = pipeline.engine();
    builder
        .withDetail("engine", choice.engine())
        .withDetail("lanes", lanes(choice))
        .withDetail("workers", "%d of %d alive".formatted(alive, pipeline.workerCount()))
        .withDetail("selfTest", wrong.isEmpty() ? "passed" : String.join("; ", wrong))
        .withDetail(
            "crossCheck", failures == 0 ? "clean" : failures + " digests came out differently");
  }

  private static String lanes(EngineChoice choice) {
    String collapse = choice.collapse();
    if (collapse != null) {
      return "off: " + collapse;
    }
    if (choice.usesLanes()) {
      return "on: " + choice.lanes();
    }
    return VectorModule.isPresent()
        ? "off: " + choice.description()
        : "off: " + VectorModule.absence();
  }
}
