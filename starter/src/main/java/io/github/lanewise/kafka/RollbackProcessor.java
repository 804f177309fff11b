package io.github.lanewise.kafka;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.AfterRollbackProcessor;
import org.springframework.kafka.listener.ContainerProperties.EOSMode;
import org.springframework.kafka.listener.ListenerContainerPauseService;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.BackOffExecution;

/**
 * After a transaction that failed: goes back to the committed offsets, and waits with paused
 * partitions before the next attempt. Attempts never end: a record is given up only if it is
 * poison, and then the transaction does not fail.
 *
 * <p>To the committed offsets, and not to the first record of the batch as Spring's own processor
 * does: a commit that got no answer in time may have happened, and a batch that was committed must
 * not be addressed again. The question for the committed offset is answered only when the
 * transaction is decided.
 */
final class RollbackProcessor implements AfterRollbackProcessor<byte[], byte[]> {

  private static final Logger log = LoggerFactory.getLogger(RecordAddressing.class);

  private static final Duration COMMITTED_TIMEOUT = Duration.ofSeconds(10);

  private final PartitionChains chains;
  private final ListenerContainerPauseService pauses;
  private final BackOff backOff;
  private final Map<Thread, BackOffExecution> attempts = new ConcurrentHashMap<>();

  RollbackProcessor(PartitionChains chains, ListenerContainerPauseService pauses, BackOff backOff) {
    this.chains = chains;
    this.pauses = pauses;
    this.backOff = backOff;
  }

  @Override
  public void process(
      List<ConsumerRecord<byte[], byte[]>> records,
      Consumer<byte[], byte[]> consumer,
      @Nullable MessageListenerContainer container,
      Exception exception,
      boolean recoverable,
      EOSMode eosMode) {
    Set<TopicPartition> partitions = new HashSet<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      partitions.add(new TopicPartition(record.topic(), record.partition()));
    }
    chains.forget(partitions);
    partitions.retainAll(consumer.assignment());
    // Whatever happens below, no record is passed over.
    seekToFirst(records, partitions, consumer);
    Map<TopicPartition, OffsetAndMetadata> committed = committed(partitions, consumer, container);
    committed.forEach(
        (partition, offset) -> {
          if (offset != null) {
            consumer.seek(partition, offset.offset());
          }
        });
    pause(container, exception);
  }

  private static void seekToFirst(
      List<ConsumerRecord<byte[], byte[]>> records,
      Set<TopicPartition> partitions,
      Consumer<byte[], byte[]> consumer) {
    Set<TopicPartition> left = new HashSet<>(partitions);
    for (ConsumerRecord<byte[], byte[]> record : records) {
      TopicPartition partition = new TopicPartition(record.topic(), record.partition());
      if (left.remove(partition)) {
        consumer.seek(partition, record.offset());
      }
    }
  }

  /** Asks until there is an answer, or nobody wants it any more. */
  private static Map<TopicPartition, OffsetAndMetadata> committed(
      Set<TopicPartition> partitions,
      Consumer<byte[], byte[]> consumer,
      @Nullable MessageListenerContainer container) {
    while (container == null || container.isRunning()) {
      try {
        return consumer.committed(partitions, COMMITTED_TIMEOUT);
      } catch (RetriableException e) {
        log.warn("Committed offsets of {} are not known yet: {}", partitions, e.getMessage());
      }
    }
    return Map.of();
  }

  private void pause(@Nullable MessageListenerContainer container, Exception exception) {
    long millis =
        attempts.computeIfAbsent(Thread.currentThread(), thread -> backOff.start()).nextBackOff();
    log.warn("A transaction was rolled back, next attempt in {} ms", millis, exception);
    if (container != null && millis > 0) {
      pauses.pause(container, Duration.ofMillis(millis));
    }
  }

  @Override
  public void clearThreadState() {
    attempts.remove(Thread.currentThread());
  }
}
