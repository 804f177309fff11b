package io.github.lanewise.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VectorModuleTests {

  @Test
  void itIsPresentWhereTheJvmWasStartedWithIt() {
    assertThat(VectorModule.isPresent())
        .isEqualTo(ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent());
  }

  @Test
  void itsAbsenceIsToldWithTheRemedy() {
    assertThat(VectorModule.absence(false))
        .startsWith("module jdk.incubator.vector is not in this JVM")
        .contains(VectorModule.FLAG);
    assertThat(VectorModule.absence(true))
        .startsWith("a native image cannot define classes")
        .contains(VectorModule.FLAG);
  }
}
