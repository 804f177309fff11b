package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.VectorModule;
import org.junit.jupiter.api.Test;

class LanePowersTests {

  @Test
  void thereIsAnEngineOrAReason() {
    LanePowers found = LanePowers.find();
    assertThat(found.engine().isPresent()).isNotEqualTo(found.refusal().isPresent());
    if (!VectorModule.isPresent()) {
      assertThat(found.refusal()).contains(VectorModule.absence());
    } else {
      found
          .engine()
          .ifPresentOrElse(
              engine -> assertThat(engine.name()).isIn("lanes-4", "lanes-8"),
              () -> assertThat(found.refusal().orElseThrow()).containsAnyOf("fused", "256"));
    }
  }
}
