package io.github.lanewise.metrics;

import io.github.lanewise.pipeline.RsaSigner;
import io.github.lanewise.pipeline.SigningRoad;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;

/**
 * Meters of one signer, counted since its start:
 *
 * <ul>
 *   <li>{@code lanewise.signatures}: signatures made, by {@code key} (its id) and {@code road}:
 *       {@code one-worker}, {@code two-workers}, {@code lanes} or {@code jca}. A key that is taken
 *       up later is there from then on
 *   <li>{@code lanewise.signature.faults}: signatures that failed their check and were held back
 *   <li>{@code lanewise.signatures.under.way}: those that were asked for and are not there yet
 * </ul>
 *
 * @since 0.1
 */
public final class RsaSignerMetrics implements MeterBinder {

  private final RsaSigner signer;

  /** Meters for this signer; nothing is registered before {@link #bindTo}. */
  public RsaSignerMetrics(RsaSigner signer) {
    this.signer = signer;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    signer.listenToKeys(keyId -> bindKey(keyId, registry));
    FunctionCounter.builder("lanewise.signature.faults", signer, RsaSigner::faults)
        .description("Signatures that the public key did not confirm, and that were held back")
        .register(registry);
    Gauge.builder("lanewise.signatures.under.way", signer, s -> s.statistics().underWay())
        .description("Signatures that were asked for and are not there yet")
        .register(registry);
  }

  private void bindKey(String keyId, MeterRegistry registry) {
    for (SigningRoad road : SigningRoad.values()) {
      FunctionCounter.builder(
              "lanewise.signatures", signer, s -> s.statistics().signatures(keyId, road))
          .description("Signatures made")
          .tag("key", keyId)
          .tag("road", road.name().toLowerCase(Locale.ROOT).replace('_', '-'))
          .register(registry);
    }
  }
}
