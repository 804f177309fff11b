package io.github.lanewise.kernel.sha256;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What must be found in a log: lines as HotSpot 25 prints them. */
class CompilationLogTests {

  private static final String NAME = Sha256Constants.class.getName();

  private static final List<String> GOOD =
      List.of(
          "     39   12       4       java.lang.Object::<init> (1 bytes)",
          "    497  879       2       " + NAME + "/0x0000000078052c00::rounds (899 bytes)",
          "    930  909 %     3       " + NAME + "/0x0000000078052c00::rounds @ 193 (899 bytes)",
          "   1097  924       4       " + NAME + "/0x0000000078052c00::rounds (899 bytes)",
          "                              @ 29   jdk.internal.vm.vector.VectorSupport::load (38 bytes)"
              + "   failed to inline: callee is too large",
          "   1232  909       3       "
              + NAME
              + "/0x0000000078052c00::rounds (899 bytes)   made not entrant: not used",
          "   1097  931       3       " + NAME + "/0x0000000078053000::rounds (899 bytes)");

  private static List<String> problemsWith(String... lines) {
    List<String> all = new ArrayList<>(GOOD);
    all.addAll(List.of(lines));
    return new CompilationLog(Sha256Constants.class, all).problems();
  }

  @Test
  void aLogWithNothingWrongHasNoProblems() {
    assertThat(problemsWith()).isEmpty();
  }

  @Test
  void aHelperThatIsNoLongerInlinedIsAProblem() {
    assertThat(
            problemsWith(
                "                            @ 431   "
                    + NAME
                    + "/0x0000000078052c00::sigma (31 bytes)   failed to inline:"
                    + " NodeCountInliningCutoff"))
        .singleElement()
        .asString()
        .contains("sigma")
        .endsWith("NodeCountInliningCutoff");
  }

  @Test
  void aMethodThatIsTooLargeForTheFirstCompilerIsAProblem() {
    assertThat(
            problemsWith(
                "   1654  940       2       "
                    + NAME
                    + "/0x0000000078052c00::rounds (899 bytes)   COMPILE SKIPPED:"
                    + " out of virtual registers in LIR generator (retry at different tier)"))
        .singleElement()
        .asString()
        .contains("out of virtual registers");
  }

  @Test
  void aMethodThatStaysWithTheFirstCompilerIsAProblem() {
    assertThat(
            problemsWith(
                "   1654  940       3       " + NAME + "/0x0000000078052c00::closing (1568 bytes)",
                "   1700  955       4       "
                    + NAME
                    + "/0x0000000078052c00::closing (1568 bytes)   COMPILE SKIPPED: out of nodes"))
        .containsExactly(NAME + "/0x0000000078052c00::closing reached tier 3 only");
  }

  @Test
  void aLogThatSaysNothingOfTheClassIsAProblem() {
    assertThat(new CompilationLog(Sha256Constants.class, GOOD.subList(0, 1)).problems())
        .containsExactly("no method of " + NAME + " reached tier 4");
  }
}
