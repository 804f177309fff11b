package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** What a person who starts the application is told. */
final class Failures {

  private Failures() {}

  static FailureAnalysis analyze(@Nullable Throwable startupFailure) {
    assertThat(startupFailure).isNotNull();
    FailureAnalysis analysis =
        new InvalidPropertyFailureAnalyzer().analyze(Objects.requireNonNull(startupFailure));
    assertThat(analysis).isNotNull();
    assertThat(Objects.requireNonNull(analysis).getAction()).isNotBlank();
    return analysis;
  }
}
