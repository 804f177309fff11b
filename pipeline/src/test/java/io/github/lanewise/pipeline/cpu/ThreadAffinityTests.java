package io.github.lanewise.pipeline.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ThreadAffinityTests {

  @Test
  void theMaskHasABitPerCpuAcrossItsWords() {
    // 63 and 64 are the border of two words, 1,024 is the first beyond the C library's cpu_set_t.
    assertThat(ThreadAffinity.mask(List.of(0, 63, 64))).containsExactly(0x8000_0000_0000_0001L, 1L);
    assertThat(ThreadAffinity.mask(List.of(1024))).hasSize(17).endsWith(1L);
  }

  @Test
  void noCpuAndANegativeCpuAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ThreadAffinity.mask(List.of()))
        .withMessageContaining("were []");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ThreadAffinity.mask(List.of(3, -1)))
        .withMessageContaining("were [3, -1]");
  }

  @Test
  void anUnavailableAffinityAnswersItsReason() {
    ThreadAffinity affinity = ThreadAffinity.unavailable("no kernel here");

    assertThat(affinity.whyUnavailable()).contains("no kernel here");
    assertThat(affinity.pin(List.of(0))).contains("no kernel here");
  }

  @Test
  void anUnavailableAffinityKnowsNoCpus() {
    ThreadAffinity affinity = ThreadAffinity.unavailable("no kernel here");

    assertThat(affinity.ofCaller()).isEmpty();
    assertThat(affinity.ofMainThread()).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theCpusOfCallerAndMainThreadAreThoseThatTheKernelLists() throws Exception {
    ThreadAffinity affinity = ThreadAffinity.ofThisPlatform();
    int one = AllowedCpus.ofThisProcess().first();
    FutureTask<List<Integer>> pinned =
        new FutureTask<>(
            () -> {
              affinity.pin(List.of(one));
              return affinity.ofCaller();
            });

    new Thread(pinned, "pinned").start();

    assertThat(pinned.get(30, TimeUnit.SECONDS)).containsExactly(one);
    assertThat(affinity.ofMainThread()).containsExactlyElementsOf(AllowedCpus.ofThisProcess());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aCpuThatNoMachineHasIsRefusedByTheKernelWithItsErrno() {
    Optional<String> refusal = ThreadAffinity.ofThisPlatform().pin(List.of(65_535));

    assertThat(refusal)
        .hasValueSatisfying(why -> assertThat(why).contains("cpus 65535", "errno 22", "EINVAL"));
  }

  @Test
  @DisabledOnOs(OS.LINUX)
  void otherSystemsAreTold() {
    assertThat(ThreadAffinity.ofThisPlatform().whyUnavailable())
        .hasValueSatisfying(why -> assertThat(why).contains("needs Linux"));
  }

  /** Native access is decided once per JVM, so the refusal needs one of its own. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void refusedNativeAccessIsAReasonNotAFailure() throws IOException, InterruptedException {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--illegal-native-access=deny",
                "-cp",
                System.getProperty("java.class.path"),
                ReportAvailability.class.getName())
            .redirectErrorStream(true)
            .start();

    String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(jvm.waitFor()).as(output).isZero();
    assertThat(output).contains("native access is refused, --enable-native-access=ALL-UNNAMED");
  }

  /** The program of that other JVM. */
  static final class ReportAvailability {

    private ReportAvailability() {}

    public static void main(String[] arguments) {
      System.out.println(ThreadAffinity.ofThisPlatform().whyUnavailable().orElse("available"));
    }
  }
}
