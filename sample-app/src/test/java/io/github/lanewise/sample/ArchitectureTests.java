package io.github.lanewise.sample;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** One direction through all modules, seen from the last of them. */
@AnalyzeClasses(
    packages = "io.github.lanewise",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTests {

  @ArchTest
  static final ArchRule modulesLeanOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("kernel")
          .definedBy("io.github.lanewise.kernel..")
          .layer("pipeline")
          .definedBy("io.github.lanewise.pipeline..")
          .layer("starter")
          .definedBy(
              "io.github.lanewise.actuate..",
              "io.github.lanewise.autoconfigure..",
              "io.github.lanewise.kafka..",
              "io.github.lanewise.metrics..",
              "io.github.lanewise.observation..",
              "io.github.lanewise.web..")
          .layer("sample")
          .definedBy("io.github.lanewise.sample..")
          .whereLayer("sample")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("starter")
          .mayOnlyBeAccessedByLayers("sample")
          .whereLayer("pipeline")
          .mayOnlyBeAccessedByLayers("starter", "sample");

  @ArchTest
  static final ArchRule onlyStarterAndSampleKnowSpring =
      noClasses()
          .that()
          .resideInAnyPackage("io.github.lanewise.kernel..", "io.github.lanewise.pipeline..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.springframework..");

  @ArchTest
  static final ArchRule onlyVectorClassesTouchTheIncubatorModule =
      noClasses()
          .that()
          .haveSimpleNameNotStartingWith("Vector")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("jdk.incubator.vector..");
}
