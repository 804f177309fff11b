package io.github.lanewise.kafka;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.BatchListenerFailedException;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;

/**
 * Gives the records of a poll their addresses, on the thread that polled them. When it returns, all
 * of them are sent, and acknowledged unless a transaction is there for that.
 *
 * <p>Poison records are told as Spring wants it. Without a transaction the first of them ends the
 * batch with a {@link BatchListenerFailedException}, after the addresses of those before it are
 * acknowledged: the error handler recovers that record and comes back with the rest. In a
 * transaction they are recovered here, so that their dead letters are part of it: an exception
 * would roll back the addresses of the others.
 */
final class AddressingListener implements BatchMessageListener<byte[], byte[]> {

  private final RecordDigests sha256;
  private final AddressOutput output;
  private final long maxRecordBytes;
  private final @Nullable ConsumerRecordRecoverer inTransaction;

  /**
   * @param inTransaction what recovers poison records in the transaction under way; null without
   */
  AddressingListener(
      RecordDigests sha256,
      AddressOutput output,
      long maxRecordBytes,
      @Nullable ConsumerRecordRecoverer inTransaction) {
    this.sha256 = sha256;
    this.output = output;
    this.maxRecordBytes = maxRecordBytes;
    this.inTransaction = inTransaction;
  }

  @Override
  public void onMessage(List<ConsumerRecord<byte[], byte[]>> records) {
    int poison = nextPoison(records, 0);
    if (poison == records.size()) {
      address(records);
    } else if (inTransaction == null) {
      address(records.subList(0, poison));
      PoisonRecordException cause = poisonOf(records.get(poison));
      throw new BatchListenerFailedException(String.valueOf(cause.getMessage()), cause, poison);
    } else {
      addressAndRecover(records, poison, inTransaction);
    }
  }

  private void addressAndRecover(
      List<ConsumerRecord<byte[], byte[]>> records, int first, ConsumerRecordRecoverer recoverer) {
    List<ConsumerRecord<byte[], byte[]>> whole = new ArrayList<>(records.size());
    int from = 0;
    for (int poison = first;
        poison < records.size();
        from = poison + 1, poison = nextPoison(records, from)) {
      whole.addAll(records.subList(from, poison));
      ConsumerRecord<byte[], byte[]> record = records.get(poison);
      recoverer.accept(record, poisonOf(record));
    }
    whole.addAll(records.subList(from, records.size()));
    address(whole);
  }

  private void address(List<ConsumerRecord<byte[], byte[]>> records) {
    if (!records.isEmpty()) {
      output.send(records, sha256.digests(records));
    }
  }

  /** The number of records if there is none. */
  private int nextPoison(List<ConsumerRecord<byte[], byte[]>> records, int from) {
    int at = from;
    while (at < records.size() && !isPoison(records.get(at))) {
      at++;
    }
    return at;
  }

  private boolean isPoison(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = record.value();
    return value == null || value.length > maxRecordBytes;
  }

  private PoisonRecordException poisonOf(ConsumerRecord<byte[], byte[]> record) {
    return record.value() == null
        ? PoisonRecordException.nullValue(record)
        : PoisonRecordException.tooLarge(record, maxRecordBytes);
  }
}
