package io.github.lanewise.autoconfigure;

import io.github.lanewise.kernel.rsa.PublicExponentRule;
import io.github.lanewise.kernel.rsa.SignatureScheme;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.cpu.PinnedSchedulers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * What an application can say about the pipeline and its signing key.
 *
 * <p>Rules that a value can break by itself are checked here, with the property's name, so that a
 * start-up fails with one sentence and not with a stack trace.
 *
 * @param engine The engine that hashes: auto, jdk, jdk-pairs, scalar, vector-128, vector-256 or
 *     vector-512.
 * @param calibration Pins the result of a calibration, such as jdk:1,vector-256:5, so that starts
 *     do not measure; by default they do.
 * @param crossCheckEvery Of how many messages that are hashed in lanes one is hashed by the JDK too
 *     and compared; 0 for none.
 * @param workers How many worker threads hash; 0 for one per physical core.
 * @param pinning Whether each worker stays on a physical core of its own, where the operating
 *     system lets it.
 * @param maxWait How long a segment waits at most for other messages to fill its batch.
 * @param prefetch How many segments or messages a subscription asks for ahead of what is hashed.
 * @param maxInFlight How many bytes all subscriptions together ask for ahead of what is hashed and
 *     passed on; by default 64MB, or a quarter of the largest heap if that is less.
 * @param recentHashCache How many bytes of recent messages are kept with their digests, so that a
 *     repeated message is compared and not hashed; 0 for none.
 * @param shutdownGrace How long streams that are under way may go on when the application stops.
 * @param signing The key that signs digests, and how.
 */
@ConfigurationProperties("lanewise")
public record LanewiseProperties(
    @DefaultValue("auto") String engine,
    @Nullable String calibration,
    @DefaultValue("0") int crossCheckEvery,
    @DefaultValue("0") int workers,
    @DefaultValue("true") boolean pinning,
    @DefaultValue("100us") Duration maxWait,
    @DefaultValue("16") int prefetch,
    @Nullable DataSize maxInFlight,
    @DefaultValue("0B") DataSize recentHashCache,
    @DefaultValue("2s") Duration shutdownGrace,
    @DefaultValue Signing signing) {

  /** The longest that the pipeline takes. */
  private static final Duration MAX_MAX_WAIT = Duration.ofMinutes(1);

  /** The longest that the pipeline takes. */
  private static final Duration MAX_SHUTDOWN_GRACE = Duration.ofHours(1);

  /** The most that the pipeline takes. */
  private static final DataSize MAX_IN_FLIGHT = DataSize.ofTerabytes(1);

  /**
   * Each subscription may hold so many buffers; with more, one client could hold a heap's worth.
   */
  private static final int MAX_PREFETCH = 65_536;

  /**
   * Checks each rule.
   *
   * @throws InvalidPropertyException for the first that is broken
   */
  public LanewiseProperties {
    if (!HashingPipeline.ENGINES.contains(engine)) {
      throw new InvalidPropertyException(
          "lanewise.engine must be one of %s, was '%s'".formatted(HashingPipeline.ENGINES, engine),
          "Set lanewise.engine to one of these, or leave it out: auto measures which is fastest.");
    }
    calibration = StringUtils.hasText(calibration) ? calibration : null;
    if (calibration != null && !engine.equals(HashingPipeline.AUTO)) {
      throw new InvalidPropertyException(
          "lanewise.engine and lanewise.calibration exclude each other, were '%s' and '%s'"
              .formatted(engine, calibration),
          "Keep lanewise.engine for one engine whatever the load, or lanewise.calibration for a "
              + "table, and remove the other.");
    }
    if (crossCheckEvery < 0) {
      throw new InvalidPropertyException(
          "lanewise.cross-check-every must not be negative, was " + crossCheckEvery,
          "Set lanewise.cross-check-every to 0 for no cross-check, or to a number of messages of "
              + "which one is checked, such as 1000.");
    }
    if (workers < 0 || workers > PinnedSchedulers.MAX_WORKERS) {
      throw new InvalidPropertyException(
          "lanewise.workers must be from 0 to %d, was %d"
              .formatted(PinnedSchedulers.MAX_WORKERS, workers),
          "Set lanewise.workers to 0 for one worker per physical core, or to a number of workers.");
    }
    if (!maxWait.isPositive() || maxWait.compareTo(MAX_MAX_WAIT) > 0) {
      throw new InvalidPropertyException(
          "lanewise.max-wait must be positive and at most 1m, was " + maxWait,
          "Set lanewise.max-wait to a duration such as 100us or 1ms.");
    }
    if (prefetch < 1 || prefetch > MAX_PREFETCH) {
      throw new InvalidPropertyException(
          "lanewise.prefetch must be from 1 to %d, was %d".formatted(MAX_PREFETCH, prefetch),
          "Set lanewise.prefetch to a number of segments such as 16.");
    }
    if (maxInFlight != null
        && (maxInFlight.toBytes() < 1 || maxInFlight.compareTo(MAX_IN_FLIGHT) > 0)) {
      throw new InvalidPropertyException(
          "lanewise.max-in-flight must be from 1B to 1TB, was " + maxInFlight,
          "Set lanewise.max-in-flight to a size such as 64MB, or leave it out.");
    }
    if (recentHashCache.isNegative()) {
      throw new InvalidPropertyException(
          "lanewise.recent-hash-cache must not be negative, was " + recentHashCache,
          "Set lanewise.recent-hash-cache to a size such as 32MB, or to 0 for no cache.");
    }
    if (shutdownGrace.isNegative() || shutdownGrace.compareTo(MAX_SHUTDOWN_GRACE) > 0) {
      throw new InvalidPropertyException(
          "lanewise.shutdown-grace must be from 0s to 1h, was " + shutdownGrace,
          "Set lanewise.shutdown-grace to a duration such as 2s.");
    }
  }

  /**
   * Where the signing key is, and how it signs; without bundle or privateKey, nothing is signed.
   *
   * @param bundle Name of the SSL bundle (spring.ssl.bundle) whose private key signs.
   * @param keyAlias Alias of the signing key in the bundle's key store; by default the bundle's own
   *     alias, or the only key.
   * @param privateKey RSA private key, PKCS#8 or PKCS#1, unencrypted: location of a PEM file, or
   *     the PEM itself.
   * @param scheme Signature scheme: pkcs1-v1-5 (RSASSA-PKCS1-v1_5) or pss (RSASSA-PSS), both with
   *     SHA-256.
   * @param allowExponentThree Whether the key may have the public exponent 3, which is safe only
   *     where every verifier looks at the whole padding.
   */
  public record Signing(
      @Nullable String bundle,
      @Nullable String keyAlias,
      @Nullable String privateKey,
      @DefaultValue("pkcs1-v1-5") SignatureScheme scheme,
      @DefaultValue("false") boolean allowExponentThree) {

    /**
     * Checks that there is at most one key.
     *
     * @throws InvalidPropertyException if there are two
     */
    public Signing {
      bundle = StringUtils.hasText(bundle) ? bundle : null;
      keyAlias = StringUtils.hasText(keyAlias) ? keyAlias : null;
      privateKey = StringUtils.hasText(privateKey) ? privateKey : null;
      if (bundle != null && privateKey != null) {
        throw new InvalidPropertyException(
            "lanewise.signing.bundle and lanewise.signing.private-key exclude each other, "
                + "were '%s' and %s".formatted(bundle, KeySource.describe(privateKey)),
            "Keep the one that holds the signing key and remove the other.");
      }
    }

    /** Without the private key, which may be here in full. */
    @Override
    public String toString() {
      return "Signing[bundle=%s, keyAlias=%s, privateKey=%s, scheme=%s, allowExponentThree=%s]"
          .formatted(
              bundle,
              keyAlias,
              privateKey == null ? null : KeySource.describe(privateKey),
              scheme,
              allowExponentThree);
    }

    PublicExponentRule exponentRule() {
      return allowExponentThree ? PublicExponentRule.ALLOW_3 : PublicExponentRule.ABOVE_65536;
    }
  }
}
