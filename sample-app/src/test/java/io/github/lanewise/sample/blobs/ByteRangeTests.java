package io.github.lanewise.sample.blobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of a blob of 100 bytes. */
class ByteRangeTests {

  @ParameterizedTest
  @CsvSource({
    "bytes=0-0, 0, 0",
    "bytes=2-5, 2, 5",
    "BYTES=99-99, 99, 99",
    "bytes=90-, 90, 99",
    "bytes=90-1000, 90, 99",
    "bytes=90-99999999999999999999999999, 90, 99",
    "bytes=-1, 99, 99",
    "bytes=-1000, 0, 99",
    "bytes= 2-5 , 2, 5",
  })
  void aRangeIsWhatIsThereOfIt(String header, long first, long last) {
    assertThat(ByteRange.parse(header, 100)).hasValue(List.of(new ByteRange(first, last)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=100-", "bytes=100-200", "bytes=-0", "bytes=100-, 200-300"})
  void whatBeginsBeyondTheEndIsUnsatisfiable(String header) {
    assertThat(ByteRange.parse(header, 100)).hasValue(List.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bytes=5-2",
        "bytes=-",
        "bytes=",
        "bytes=a-b",
        "bytes=1",
        "lines=1-2",
        "bytes=1-2,",
        "5-6",
        "bytes=0-10,5-15",
        "bytes=0-,0-",
      })
  void whatIsMalformedOrAsksTwiceIsIgnored(String header) {
    assertThat(ByteRange.parse(header, 100)).isEmpty();
  }

  @Test
  void severalKeepTheirOrder() {
    assertThat(ByteRange.parse("bytes=50-59, 0-9,200-300, -5", 100))
        .hasValue(List.of(new ByteRange(50, 59), new ByteRange(0, 9), new ByteRange(95, 99)));
  }

  @Test
  void moreThanThirtyTwoAreIgnored() {
    String two = "0-0,2-2,";
    assertThat(ByteRange.parse("bytes=" + two.repeat(17) + "4-4", 100)).isEmpty();
  }

  @Test
  void anEmptyBlobHasNoRange() {
    assertThat(ByteRange.parse("bytes=0-", 0)).hasValue(List.of());
    assertThat(ByteRange.parse("bytes=-5", 0)).hasValue(List.of());
  }
}
