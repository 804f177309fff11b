package io.github.lanewise.kafka;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** {@link RecordDigests} by Lanewise's engines; see {@link RecordDigests#inLanes}. */
public final class LaneRecordDigests implements RecordDigests, AutoCloseable {

  private final LanePool lanes;

  LaneRecordDigests(LanePool lanes) {
    this.lanes = lanes;
  }

  @Override
  public List<Sha256Digest> digests(List<? extends ConsumerRecord<?, byte[]>> records) {
    List<byte[]> values = new ArrayList<>(records.size());
    for (ConsumerRecord<?, byte[]> record : records) {
      byte[] value = record.value();
      if (value == null) {
        throw PoisonRecordException.nullValue(record);
      }
      values.add(value);
    }
    return lanes.digests(values);
  }

  /** Gives the working memory back; calls under way finish, and later ones work as before. */
  @Override
  public void close() {
    lanes.close();
  }
}
