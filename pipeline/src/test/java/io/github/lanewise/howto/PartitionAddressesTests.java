package io.github.lanewise.howto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code docs/how-to/spark-and-flink.md} shows is this class, and it works. */
class PartitionAddressesTests {

  private static final Path SOURCE =
      Path.of("src/test/java/io/github/lanewise/howto/PartitionAddresses.java");
  private static final Path PAGE = Path.of("../docs/how-to/spark-and-flink.md");

  /** None, one, a batch but one, a batch, one more, some batches. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 512, 513, 2_000})
  void everyRecordHasItsAddressInOrder(int count) throws GeneralSecurityException {
    List<byte[]> records = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(count);
    for (int i = 0; i < count; i++) {
      byte[] record = new byte[random.nextInt(400)];
      random.nextBytes(record);
      records.add(record);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(record);
      expected.add("sha256:" + HexFormat.of().formatHex(digest));
    }
    List<String> addresses = new ArrayList<>();
    Iterator<String> partition = new PartitionAddresses(records.iterator());
    partition.forEachRemaining(addresses::add);
    assertThat(addresses).isEqualTo(expected);
    assertThat(partition.hasNext()).isFalse();
    assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(partition::next);
  }

  @Test
  void thePageShowsThisClass() throws IOException {
    String source = Files.readString(SOURCE);
    assertThat(Files.readString(PAGE))
        .contains(source.substring(source.indexOf("import "), source.length()).strip());
  }
}
