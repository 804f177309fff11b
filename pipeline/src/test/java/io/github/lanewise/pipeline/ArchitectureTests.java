package io.github.lanewise.pipeline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the pipeline may lean on. */
@AnalyzeClasses(
    packages = "io.github.lanewise",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTests {

  @ArchTest
  static final ArchRule thePipelineStandsOnTheKernelReactorAndQueues =
      classes()
          .that()
          .resideInAPackage("io.github.lanewise.pipeline..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.github.lanewise.kernel..",
              "io.github.lanewise.pipeline..",
              "java..",
              "reactor..",
              "org.reactivestreams..",
              "org.jctools..",
              "org.jspecify..",
              "org.slf4j..");

  @ArchTest
  static final ArchRule theKernelDoesNotKnowThePipeline =
      noClasses()
          .that()
          .resideInAPackage("io.github.lanewise.kernel..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.github.lanewise.pipeline..");

  @ArchTest
  static final ArchRule pinningDoesNotKnowWhatIsPinned =
      noClasses()
          .that()
          .resideInAPackage("io.github.lanewise.pipeline.cpu..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.github.lanewise.pipeline");
}
