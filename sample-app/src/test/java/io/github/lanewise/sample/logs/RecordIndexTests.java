package io.github.lanewise.sample.logs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kernel.merkle.MerkleTree;
import io.github.lanewise.kernel.merkle.WindowStatement;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.RsaSignature;
import io.github.lanewise.pipeline.SignedRoot;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecordIndexTests {

  private final RecordIndex index = new RecordIndex();

  /** Over several times that the table grows. */
  @Test
  void everyRecordIsFoundWhereItStands() {
    for (int window = 0; window < 20; window++) {
      index.add(window(window, window * 1_000, 1_000));
    }
    assertThat(index.size()).isEqualTo(20_000);
    for (int record = 0; record < 20_000; record++) {
      OptionalLong found = index.find(digest(record));
      assertThat(found).isPresent();
      assertThat(RecordIndex.sequence(found.getAsLong())).isEqualTo(record / 1_000);
      assertThat(RecordIndex.place(found.getAsLong())).isEqualTo(record % 1_000);
    }
    assertThat(index.find(digest(20_000))).isEmpty();
  }

  @Test
  void ofEqualRecordsTheFirstIsKept() {
    index.add(window(0, 5, 1));
    index.add(window(1, 0, 10));
    assertThat(index.find(digest(5))).hasValue(0);
    assertThat(index.size()).isEqualTo(10);
  }

  /** All in one slot to begin with, told apart by what the slot is not made of. */
  @Test
  void recordsThatCollideAreToldApart() {
    List<Sha256Digest> colliding =
        IntStream.range(0, 500).mapToObj(i -> colliding((long) i << 32)).toList();
    index.add(window(0, colliding));
    for (int i = 0; i < colliding.size(); i++) {
      assertThat(index.find(colliding.get(i))).hasValue(i);
    }
  }

  private static Sha256Digest colliding(long word) {
    ByteBuffer bytes = ByteBuffer.allocate(Sha256Digest.BYTES);
    return Sha256Digest.of(bytes.putLong(word).putLong(word).array());
  }

  private static Sha256Digest digest(int record) {
    ByteBuffer bytes = ByteBuffer.allocate(Sha256Digest.BYTES);
    return Sha256Digest.of(bytes.putLong(record * 0x9E3779B97F4A7C15L).putInt(record).array());
  }

  private static StoredWindow window(long sequence, int from, int count) {
    return window(
        sequence, IntStream.range(from, from + count).mapToObj(RecordIndexTests::digest).toList());
  }

  private static StoredWindow window(long sequence, List<Sha256Digest> records) {
    WindowStatement statement =
        new WindowStatement(
            "test",
            sequence,
            records.size(),
            MerkleTree.of(records).root(),
            sequence == 0 ? WindowStatement.NO_PREVIOUS : digest(-1));
    return new StoredWindow(
        new SignedRoot(statement, RsaSignature.of(new byte[256], "none")), records);
  }
}
