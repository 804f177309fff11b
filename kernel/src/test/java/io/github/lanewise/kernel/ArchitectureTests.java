package io.github.lanewise.kernel;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.concurrent.Executor;

/** What the kernel may lean on, and where the incubator module may be touched. */
@AnalyzeClasses(
    packages = "io.github.lanewise.kernel",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTests {

  @ArchTest
  static final ArchRule theKernelStandsOnTheJdkAlone =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.github.lanewise.kernel..",
              "java..",
              "javax..",
              "jdk..",
              "com.sun.management..",
              "org.jspecify..");

  @ArchTest
  static final ArchRule onlyVectorClassesTouchTheIncubatorModule =
      noClasses()
          .that()
          .haveSimpleNameNotStartingWith("Vector")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("jdk.incubator.vector..");

  @ArchTest
  static final ArchRule whatFindsTheModuleDoesNotTouchIt =
      noClasses()
          .that()
          .haveSimpleName("VectorModule")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("jdk.incubator.vector..");

  @ArchTest
  static final ArchRule theKernelStartsNoThread =
      noClasses()
          .should()
          .callMethod(Thread.class, "start")
          .orShould()
          .callMethod(Thread.class, "startVirtualThread", Runnable.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Executor.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Thread.Builder.class);
}
