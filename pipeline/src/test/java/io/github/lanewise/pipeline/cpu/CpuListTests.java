package io.github.lanewise.pipeline.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuListTests {

  @Test
  void aListNamesNumbersAndRanges() {
    assertThat(CpuList.parse("0-2,8,10-11\n")).containsExactly(0, 1, 2, 8, 10, 11);
  }

  @Test
  void anEmptyListIsThatOfANodeWithMemoryOnly() {
    assertThat(CpuList.parse("\n")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "1-", "-1", "3-1", "1,,2", "0-3:1/2", "0-99999999", "99999999999"})
  void anythingElseIsRefusedWithItsText(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CpuList.parse(text))
        .withMessageContaining("must look like 0-3,8")
        .withMessageContaining("was '" + text + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0-2,8,10-11", "0,2,4", "63-64"})
  void formattingIsTheInverse(String text) {
    assertThat(CpuList.format(CpuList.parse(text))).isEqualTo(text);
  }

  @Test
  void formattingSortsAndDropsDuplicates() {
    assertThat(CpuList.format(List.of(9, 1, 0, 1))).isEqualTo("0-1,9");
  }
}
