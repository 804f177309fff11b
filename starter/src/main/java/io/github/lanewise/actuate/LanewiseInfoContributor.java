package io.github.lanewise.actuate;

import io.github.lanewise.kernel.VectorModule;
import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/**
 * What hashes and what signs, for {@code /actuator/info}.
 *
 * @since 0.1
 */
public final class LanewiseInfoContributor implements InfoContributor {

  private final HashingPipeline pipeline;
  private final Supplier<@Nullable RsaSigner> signer;

  /**
   * @param signer gives null where nothing is signed
   */
  public LanewiseInfoContributor(HashingPipeline pipeline, Supplier<@Nullable RsaSigner> signer) {
    this.pipeline = pipeline;
    this.signer = signer;
  }

  @Override
  public void contribute(Info.Builder builder) {
    EngineChoice choice = pipeline.engine();
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("engine", choice.engine());
    details.put("lanes", choice.lanes());
    details.put("calibration", choice.table());
    details.put("workers", pipeline.workerCount());
    details.put("vectorModule", VectorModule.isPresent());
    RsaSigner signs = signer.get();
    if (signs != null) {
      details.put("signing", Map.of("keyId", signs.keyId(), "scheme", signs.scheme().algorithm()));
    }
    builder.withDetail("lanewise", details);
  }
}
