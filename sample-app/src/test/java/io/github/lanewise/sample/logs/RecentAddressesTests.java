package io.github.lanewise.sample.logs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.sample.SampleProperties;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class RecentAddressesTests {

  private final RecentAddresses recent =
      new RecentAddresses(
          new SampleProperties(
              Path.of("unused"), DataSize.ofMegabytes(1), 2, Duration.ofMinutes(1)));

  @Test
  void whatWasNotSeenForLongestIsForgotten() {
    assertThat(recent.seenBefore(digest(1))).isFalse();
    assertThat(recent.seenBefore(digest(2))).isFalse();
    assertThat(recent.seenBefore(digest(1))).isTrue();
    assertThat(recent.seenBefore(digest(3))).isFalse();
    assertThat(recent.seenBefore(digest(1))).isTrue();
    assertThat(recent.seenBefore(digest(2))).isFalse();
  }

  private static Sha256Digest digest(int first) {
    byte[] bytes = new byte[Sha256Digest.BYTES];
    bytes[0] = (byte) first;
    return Sha256Digest.of(bytes);
  }
}
