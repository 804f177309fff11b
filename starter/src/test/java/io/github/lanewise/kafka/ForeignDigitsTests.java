package io.github.lanewise.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.rsa.SignatureScheme;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What goes into topics is the same where numbers are written with other digits. */
@Isolated
class ForeignDigitsTests {

  private final Locale before = Locale.getDefault();

  @BeforeEach
  void travel() {
    Locale.setDefault(Locale.forLanguageTag("ar-EG"));
    assertThat("%d".formatted(7)).isNotEqualTo("7");
  }

  @AfterEach
  void comeHome() {
    Locale.setDefault(before);
  }

  @Test
  void anAddressIsWrittenInTheDigitsOfJson() {
    AddressedRecord record =
        new AddressedRecord(LogRecords.sha256(new byte[0]), "orders", 3, 1_234, 0);
    AddressWriter writer = new AddressWriter(new TopicPartition("orders", 3));
    byte[] value = writer.value(writer.key(record.digest()), 1_234, 0);
    assertThat(new String(value, StandardCharsets.US_ASCII))
        .endsWith(",\"topic\":\"orders\",\"partition\":3,\"offset\":1234,\"size\":0}")
        .isEqualTo(record.toString());
    assertThat(AddressedRecord.parse(value)).isEqualTo(record);
  }

  @Test
  void aWindowIsReadAgain() {
    PartitionWindow window =
        PartitionWindowTests.window(PartitionWindowTests.VALUES, 10, 15, SignatureScheme.PSS);
    assertThat(window.toString()).contains(",\"partition\":3,\"from\":10,\"to\":15,");
    assertThat(PartitionWindow.parse(window.toByteArray())).hasToString(window.toString());
  }
}
