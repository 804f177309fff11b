package io.github.lanewise.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressedRecordTests {

  private static final Sha256Digest DIGEST =
      LogRecords.sha256("abc".getBytes(StandardCharsets.UTF_8));

  private static final String ADDRESS =
      "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @Test
  void theFormIsAsDocumented() {
    assertThat(new AddressedRecord(DIGEST, "orders", 3, 1234, 3))
        .hasToString(
            "{\"address\":\"%s\",\"topic\":\"orders\",\"partition\":3,\"offset\":1234,\"size\":3}"
                .formatted(ADDRESS));
  }

  /** Numbers of one digit, of two, and the largest there are. */
  @ParameterizedTest
  @CsvSource({
    "a, 0, 0, 0",
    "orders, 9, 10, 99",
    "or.de_rs-2026, 2147483647, 9223372036854775807, 2147483647"
  })
  void whatIsWrittenIsReadAgain(String topic, int partition, long offset, int size) {
    AddressedRecord record = new AddressedRecord(DIGEST, topic, partition, offset, size);
    AddressWriter writer = new AddressWriter(new TopicPartition(topic, partition));
    byte[] key = writer.key(DIGEST);
    byte[] value = writer.value(key, offset, size);
    assertThat(new String(key, StandardCharsets.US_ASCII)).isEqualTo(ADDRESS);
    assertThat(new String(value, StandardCharsets.US_ASCII)).isEqualTo(record.toString());
    assertThat(AddressedRecord.parse(value)).isEqualTo(record);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"address\":\"sha256:00\",\"topic\":\"a\",\"partition\":0,\"offset\":0,\"size\":0}",
        "{\"address\":\""
            + ADDRESS
            + "\",\"topic\":\"a\",\"partition\":0,\"offset\":0,\"size\":0} ",
        "{\"address\":\""
            + ADDRESS
            + "\",\"topic\":\"a\",\"partition\":0,\"offset\":-1,\"size\":0}",
        "{\"address\":\""
            + ADDRESS
            + "\",\"topic\":\"a/b\",\"partition\":0,\"offset\":1,\"size\":0}"
      })
  void anythingElseIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AddressedRecord.parse(text.getBytes(StandardCharsets.US_ASCII)))
        .withMessage(
            "an addressed record must be address, topic, partition, offset and size as JSON, was '"
                + text
                + "'");
  }
}
