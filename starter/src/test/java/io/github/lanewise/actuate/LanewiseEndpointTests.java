package io.github.lanewise.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.lanewise.kernel.sha256.Sha256Engines;
import io.github.lanewise.pipeline.HashingPipeline;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.mock.env.MockEnvironment;

class LanewiseEndpointTests {

  private static final String HIDDEN = SanitizableData.SANITIZED_VALUE;

  private final HashingPipeline pipeline =
      HashingPipeline.builder().engine("jdk").workers(2).build();

  private final MockEnvironment environment =
      new MockEnvironment()
          .withProperty("lanewise.max-wait", "1ms")
          .withProperty("lanewise.signing.private-key", "file:/etc/key.pem")
          .withProperty("spring.application.name", "is not ours");

  @AfterEach
  void close() {
    pipeline.close();
  }

  @Test
  void itTellsOfEveryEngineWhyItIsUsedOrIsNot() {
    LanewiseDescriptor described = endpoint(Show.NEVER).describe();
    assertThat(described.engine().name()).isEqualTo("jdk");
    assertThat(described.engine().reason()).isEqualTo("jdk: forced");
    assertThat(described.engine().collapse()).isNull();
    assertThat(described.engines())
        .extracting(LanewiseDescriptor.EngineRow::name)
        .containsExactlyElementsOf(Sha256Engines.NAMES);
    assertThat(described.engines()).allSatisfy(row -> assertThat(row.verdict()).isNotBlank());
    assertThat(described.calibration().underWay()).isFalse();
    assertThat(described.signing()).isNull();
  }

  @Test
  void itTellsWhereTheWorkersRun() {
    LanewiseDescriptor described = endpoint(Show.NEVER).describe();
    assertThat(described.workersAlive()).isEqualTo(2);
    assertThat(described.workers())
        .extracting(LanewiseDescriptor.Worker::thread)
        .containsExactly("lanewise-worker-0", "lanewise-worker-1");
    assertThat(described.workers())
        .allSatisfy(
            worker ->
                assertThat(worker.core() != null && worker.node() != null)
                    .isEqualTo(worker.reason() == null));
  }

  @Test
  void anEngineCanBeForcedWhileItRuns() {
    LanewiseDescriptor changed = endpoint(Show.NEVER).change("scalar", null);
    assertThat(changed.engine().name()).isEqualTo("scalar");
    assertThat(pipeline.engine().engine()).isEqualTo("scalar");
  }

  @Test
  void whatCannotBeChangedIsRefusedWithTheReasonAndChangesNothing() {
    assertRefused(null, null, "either 'engine' or 'recalibrate: true' must be given");
    assertRefused(null, false, "either 'engine' or 'recalibrate: true' must be given");
    assertRefused("jdk", true, "exclude each other, were 'jdk' and true");
    assertRefused("sha-ni", null, "engine must be one of [jdk, jdk-pairs,");
    assertThat(pipeline.description()).startsWith("jdk: forced");
  }

  @Test
  void valuesAreShownToWhomTheSettingSays() {
    assertThat(endpoint(Show.NEVER).describe().properties())
        .isEqualTo(Map.of("lanewise.max-wait", HIDDEN, "lanewise.signing.private-key", HIDDEN));
    assertThat(endpoint(Show.WHEN_AUTHORIZED).describe().properties())
        .containsEntry("lanewise.max-wait", HIDDEN);
    assertThat(endpoint(Show.ALWAYS).describe().properties())
        .containsEntry("lanewise.max-wait", "1ms");

    LanewiseEndpointWebExtension web =
        new LanewiseEndpointWebExtension(
            endpoint(Show.WHEN_AUTHORIZED), Show.WHEN_AUTHORIZED, Set.of("operator"));
    assertThat(web.describe(asker("operator")).properties())
        .containsEntry("lanewise.max-wait", "1ms");
    assertThat(web.describe(asker("guest")).properties())
        .containsEntry("lanewise.max-wait", HIDDEN);
  }

  /** Its value may be the PEM itself. */
  @Test
  void thePrivateKeyIsShownToNobody() {
    assertThat(endpoint(Show.ALWAYS).describe().properties())
        .containsEntry("lanewise.signing.private-key", HIDDEN);
  }

  @Test
  void theApplicationsOwnRulesHideValuesToo() {
    Sanitizer sanitizer =
        new Sanitizer(
            List.of(data -> data.getKey().endsWith("max-wait") ? data.withValue("mine") : data));
    LanewiseEndpoint endpoint =
        new LanewiseEndpoint(
            pipeline, () -> null, new LanewiseSettings(environment, sanitizer), Show.ALWAYS);
    assertThat(endpoint.describe().properties()).containsEntry("lanewise.max-wait", "mine");
  }

  private LanewiseEndpoint endpoint(Show showValues) {
    return new LanewiseEndpoint(
        pipeline, () -> null, new LanewiseSettings(environment, new Sanitizer()), showValues);
  }

  private void assertRefused(
      @Nullable String engine, @Nullable Boolean recalibrate, String reason) {
    assertThatExceptionOfType(InvalidEndpointRequestException.class)
        .isThrownBy(() -> endpoint(Show.NEVER).change(engine, recalibrate))
        .withMessageContaining(reason);
  }

  private static SecurityContext asker(String role) {
    return new SecurityContext() {
      @Override
      public Principal getPrincipal() {
        return () -> "somebody";
      }

      @Override
      public boolean isUserInRole(String asked) {
        return asked.equals(role);
      }
    };
  }
}
