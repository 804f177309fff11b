package io.github.lanewise.kafka;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Sends what one poll gives, and hears of all of it: one object instead of one for each record. */
final class Acknowledgements implements Callback {

  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

  @SuppressWarnings("FutureReturnValueIgnored") // The callback hears of it, or the commit fails.
  void send(Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
    producer.send(record, this);
  }

  @Override
  public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
    if (exception != null) {
      failure.compareAndSet(null, exception);
    }
  }

  /**
   * To be called after a flush, which returns when everything was acknowledged or has failed.
   *
   * @throws KafkaException if something failed
   */
  void check() {
    Exception first = failure.get();
    if (first != null) {
      throw new KafkaException(
          "every address must be acknowledged before offsets are committed, one was not: "
              + first.getMessage(),
          first);
    }
  }
}
