package io.github.lanewise.kernel.rsa;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.VectorModule;
import io.github.lanewise.kernel.sha256.CompilationLog;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whether the compilers make of the lanes' loops what they were written for: in fresh JVMs, since
 * what a compiler does depends on what the JVM ran before. No time is asserted.
 */
@Tag("compiled")
@EnabledIf(value = "lanesServe", disabledReason = "no lane engine serves in this JVM")
class CompiledPowersTests {

  @TempDir Path folder;

  static boolean lanesServe() {
    return VectorModule.isPresent()
        && FusedMultiplyAdd.isAnInstruction()
        && widths().findAny().isPresent();
  }

  static IntStream widths() {
    return IntStream.of(256, 512).filter(bits -> bits <= VectorPower.widestBits());
  }

  @ParameterizedTest
  @MethodSource("widths")
  void everyHotLoopIsCompiledByC2WithoutABox(int bits) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The vector width that this JVM was told to use is to hold there too.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-XX:Use") || argument.startsWith("--add-modules"))
        .forEach(command::add);
    command.addAll(CompilationLog.flags(VectorRowProducts.class));
    command.addAll(CompilationLog.flags(VectorCarries.class));
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            SteadyPowers.class.getName(),
            Integer.toString(bits)));
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
    assertThat(Files.readAllLines(errors))
        .contains("1024 bits allocated 0 bytes in the end")
        .contains("1536 bits allocated 0 bytes in the end")
        .contains("2048 bits allocated 0 bytes in the end")
        .contains("3072 bits allocated 0 bytes in the end");
    // Of the carries' methods some are inlined, and need not be compiled by themselves.
    List<String> log = Files.readAllLines(out);
    assertThat(new CompilationLog(VectorRowProducts.class, log).problems()).isEmpty();
  }
}
