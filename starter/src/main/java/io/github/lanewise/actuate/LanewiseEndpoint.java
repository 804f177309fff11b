package io.github.lanewise.actuate;

import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * {@code /actuator/lanewise}: what hashes and why, where the workers run, what was done so far; and
 * while the application runs, another engine or another measurement.
 *
 * <p>Like every endpoint it is not on the web unless {@code management.endpoints.web.exposure} says
 * so, and {@code management.endpoint.lanewise.access=read-only} leaves the first half of it.
 *
 * @since 0.1
 */
@Endpoint(id = "lanewise")
public final class LanewiseEndpoint {

  private final HashingPipeline pipeline;
  private final Supplier<@Nullable RsaSigner> signer;
  private final LanewiseSettings settings;
  private final Show showValues;

  /**
   * @param signer gives null where nothing is signed
   * @param showValues who sees the values of properties
   */
  public LanewiseEndpoint(
      HashingPipeline pipeline,
      Supplier<@Nullable RsaSigner> signer,
      LanewiseSettings settings,
      Show showValues) {
    this.pipeline = pipeline;
    this.signer = signer;
    this.settings = settings;
    this.showValues = showValues;
  }

  /** What there is to tell, with the values of properties only if everybody may see them. */
  @ReadOperation
  public LanewiseDescriptor describe() {
    return describe(showValues.isShown(SecurityContext.NONE, Set.of()));
  }

  LanewiseDescriptor describe(boolean showSettings) {
    return LanewiseDescriptor.of(pipeline, signer.get(), settings.describe(showSettings));
  }

  /**
   * Forces an engine, goes back to what measuring has found, or measures anew. The state is lost
   * with the process: what shall last belongs into {@code lanewise.engine}.
   *
   * @param engine one of {@link HashingPipeline#ENGINES}, or null to leave it
   * @param recalibrate whether to measure anew; excludes an engine other than {@code auto}
   * @return what is so after it; a measurement takes some seconds and is not waited for
   * @throws InvalidEndpointRequestException if neither is given, the two exclude each other, or the
   *     engine is not there or refused here
   */
  @WriteOperation
  public LanewiseDescriptor change(@Nullable String engine, @Nullable Boolean recalibrate) {
    if (Boolean.TRUE.equals(recalibrate)) {
      if (engine != null && !engine.equals(HashingPipeline.AUTO)) {
        throw refusal(
            "'engine' and 'recalibrate' exclude each other, were '%s' and true".formatted(engine));
      }
      pipeline.recalibrate();
    } else if (engine != null) {
      use(engine);
    } else {
      throw refusal("either 'engine' or 'recalibrate: true' must be given, neither was");
    }
    return describe();
  }

  private void use(String engine) {
    try {
      pipeline.use(engine);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw refusal(String.valueOf(e.getMessage()));
    }
  }

  private static InvalidEndpointRequestException refusal(String reason) {
    return new InvalidEndpointRequestException(reason, reason);
  }
}
