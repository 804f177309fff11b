package io.github.lanewise.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.metrics.KafkaMetric;

/**
 * Tells a fenced producer by another exception than Kafka's own. Spring's container takes that for
 * a sign that another instance has the partitions, and goes on with the next poll: right when a
 * transactional id belonged to a partition, and a batch passed over when, as today, a producer is
 * also fenced because its transaction took too long. As {@link TransactionLostException} it is a
 * failure like any other, and {@link RollbackProcessor} goes back to what was committed.
 */
final class FencingProducer<K, V> implements Producer<K, V> {

  private final Producer<K, V> delegate;

  FencingProducer(Producer<K, V> delegate) {
    this.delegate = delegate;
  }

  private static void translate(Runnable call) {
    try {
      call.run();
    } catch (ProducerFencedException | FencedInstanceIdException e) {
      throw new TransactionLostException(e);
    }
  }

  @Override
  public void initTransactions() {
    translate(delegate::initTransactions);
  }

  @Override
  public void beginTransaction() {
    translate(delegate::beginTransaction);
  }

  @Override
  public void sendOffsetsToTransaction(
      Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata groupMetadata) {
    translate(() -> delegate.sendOffsetsToTransaction(offsets, groupMetadata));
  }

  @Override
  public void commitTransaction() {
    translate(delegate::commitTransaction);
  }

  @Override
  public void abortTransaction() {
    translate(delegate::abortTransaction);
  }

  @Override
  public Future<RecordMetadata> send(ProducerRecord<K, V> record) {
    return send(record, (metadata, exception) -> {});
  }

  @Override
  public Future<RecordMetadata> send(ProducerRecord<K, V> record, Callback callback) {
    try {
      return delegate.send(record, callback);
    } catch (ProducerFencedException | FencedInstanceIdException e) {
      throw new TransactionLostException(e);
    }
  }

  @Override
  public void flush() {
    delegate.flush();
  }

  @Override
  public List<PartitionInfo> partitionsFor(String topic) {
    return delegate.partitionsFor(topic);
  }

  @Override
  public Map<MetricName, ? extends Metric> metrics() {
    return delegate.metrics();
  }

  @Override
  public Uuid clientInstanceId(Duration timeout) {
    return delegate.clientInstanceId(timeout);
  }

  @Override
  public void registerMetricForSubscription(KafkaMetric metric) {
    delegate.registerMetricForSubscription(metric);
  }

  @Override
  public void unregisterMetricFromSubscription(KafkaMetric metric) {
    delegate.unregisterMetricFromSubscription(metric);
  }

  @Override
  public void close() {
    delegate.close();
  }

  @Override
  public void close(Duration timeout) {
    delegate.close(timeout);
  }
}
