package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.VectorModule;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whether the compilers make of the kernels what they were written for: in a fresh JVM for each
 * engine, since what a compiler does depends on what the JVM ran before. No time is asserted.
 */
@Tag("compiled")
@EnabledIf(value = "modulePresent", disabledReason = "jdk.incubator.vector is not in this JVM")
class CompiledKernelTests {

  @TempDir Path folder;

  static boolean modulePresent() {
    return VectorModule.isPresent();
  }

  static Stream<String> vectorEngines() {
    return EngineTests.engines()
        .map(EngineChoice::engine)
        .filter(name -> name.startsWith("vector"));
  }

  @ParameterizedTest
  @MethodSource("vectorEngines")
  void everyHotMethodIsCompiledByC2WithoutABox(String engine) throws Exception {
    int bits = Integer.parseInt(engine.substring(engine.indexOf('-') + 1));
    Class<?> kernel = new VectorEngine(bits).source();
    Run run = run(SteadyState.class, kernel, engine);
    assertThat(run.errors)
        .contains("native allocated 0 bytes in the end")
        .contains("heap allocated 0 bytes in the end")
        .contains("short allocated 0 bytes in the end");
    assertThat(new CompilationLog(kernel, run.log).problems()).isEmpty();
  }

  @Test
  void aKernelWithHelpersIsFoundOut() throws Exception {
    Run run = run(VectorCliff.class, VectorCliff.class);
    assertThat(new CompilationLog(VectorCliff.class, run.log).problems())
        .isNotEmpty()
        .allMatch(problem -> problem.contains("VectorCliff::sigma"))
        .allMatch(problem -> problem.endsWith("NodeCountInliningCutoff"));
  }

  private record Run(List<String> errors, List<String> log) {}

  /** Runs a program in a JVM like this one, with the log of one class. */
  private Run run(Class<?> program, Class<?> logged, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The vector width that this JVM was told to use is to hold there too.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-XX:Use") || argument.startsWith("--add-modules"))
        .forEach(command::add);
    command.addAll(CompilationLog.flags(logged));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("out.log");
    Path errors = folder.resolve("errors.log");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("ended by itself").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as("%s: %s", command, Files.readString(errors)).isZero();
    return new Run(Files.readAllLines(errors), Files.readAllLines(out));
  }
}
