package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is told where engines cannot be had depends on why. */
class PipelineRefusalTests {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "vector-256             | false | --add-modules jdk.incubator.vector",
        "jdk:1,vector-256:5     | false | --add-modules jdk.incubator.vector",
        "vector-512             | true  | set the engine to auto or jdk",
        "jdk:2                  | false | set the engine to auto or jdk",
      })
  void theModuleIsTheRemedyOnlyWhereItIsMissing(
      String asked, boolean modulePresent, String remedy) {
    assertThat(PipelineRefusal.remedy(asked, modulePresent)).contains(remedy);
    assertThat(PipelineRefusal.remedy(asked, modulePresent).contains("--add-modules"))
        .isEqualTo(remedy.startsWith("--add-modules"));
  }
}
