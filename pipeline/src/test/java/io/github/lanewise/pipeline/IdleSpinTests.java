package io.github.lanewise.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How often an idle worker looks out for more. */
class IdleSpinTests {

  private final IdleSpin spin = new IdleSpin();

  /** How often it looks until it gives up. */
  private int looksInVain() {
    int[] looks = {0};
    spin.await(
        () -> {
          looks[0]++;
          return false;
        });
    return looks[0];
  }

  @Test
  void whatIsThereAlreadyIsNotLookedForTwice() {
    int[] looks = {0};
    spin.await(() -> ++looks[0] > 0);
    assertThat(looks[0]).isOne();
  }

  @Test
  void whatComesSoonEndsTheWait() {
    int[] looks = {0};
    spin.await(() -> ++looks[0] == 3);
    assertThat(looks[0]).isEqualTo(3);
  }

  @Test
  void afterSomeTimesInVainItIsTriedOnlyNowAndThen() {
    for (int i = 0; i < 4; i++) {
      assertThat(looksInVain()).isGreaterThan(1);
    }
    for (int i = 0; i < 3; i++) {
      for (int skipped = 0; skipped < 15; skipped++) {
        assertThat(looksInVain()).isOne();
      }
      assertThat(looksInVain()).isGreaterThan(1);
    }
  }

  @Test
  void aSuccessMakesItWorthWhileAgain() {
    for (int i = 0; i < 4 + 15; i++) {
      looksInVain();
    }
    int[] looks = {0};
    spin.await(() -> ++looks[0] == 3);
    assertThat(looks[0]).isEqualTo(3);
    assertThat(looksInVain()).isGreaterThan(1);
  }

  @Test
  void itLastsAsLongAsBeingWokenTook() {
    assertThat(spin.nanos()).isEqualTo(10_000);
    // Some found a CPU awake, some had to wait for one.
    woken(8, 20_000);
    woken(1, 40_000);
    woken(6, 900_000);
    assertThat(spin.nanos()).isEqualTo(10_000);
    woken(1, 900_000);
    assertThat(spin.nanos()).isEqualTo(40_000);
    woken(16, 2_000_000);
    assertThat(spin.nanos()).isEqualTo(100_000);
    woken(16, 3_000);
    assertThat(spin.nanos()).isEqualTo(10_000);
  }

  private void woken(int times, long nanos) {
    for (int i = 0; i < times; i++) {
      spin.woken(nanos);
    }
  }
}
