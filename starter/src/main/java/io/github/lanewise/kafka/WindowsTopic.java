package io.github.lanewise.kafka;

import io.github.lanewise.kernel.merkle.WindowStatement;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Finds the last windows of partitions in the windows topic.
 *
 * <p>Why what it finds is the last there is and will be: records of a partition reach a consumer
 * only after it has fetched the partition's committed offset, and a consumer that reads committed
 * records gets none while a transaction has one pending. So the transactions of whoever had the
 * partition before are over then, or will be refused their offsets, and with them their windows.
 * Windows of those that are over were flushed before, and lie below the end of the log. What has to
 * be waited for is that transactions below that end are decided: they may belong to other
 * partitions whose windows lie in the same one here, or their marks may not be written yet.
 */
final class WindowsTopic {

  /** Of one window for each transaction of a partition, the last is among the last few records. */
  private static final long FIRST_STEP = 64;

  private static final int STEP_FACTOR = 8;
  private static final Duration POLL = Duration.ofMillis(200);

  private final String topic;
  private final Function<IsolationLevel, Consumer<byte[], byte[]>> consumers;
  private final Duration timeout;

  /**
   * @param consumers makes consumers without a group
   * @param timeout how long transactions may stay undecided
   */
  WindowsTopic(
      String topic,
      Function<IsolationLevel, Consumer<byte[], byte[]>> consumers,
      Duration timeout) {
    this.topic = topic;
    this.consumers = consumers;
    this.timeout = timeout;
  }

  /** The statements of those partitions that have one. */
  Map<TopicPartition, WindowStatement> last(Collection<TopicPartition> partitions) {
    Map<TopicPartition, WindowStatement> found = new HashMap<>();
    try (Consumer<byte[], byte[]> ends = consumers.apply(IsolationLevel.READ_UNCOMMITTED);
        Consumer<byte[], byte[]> reader = consumers.apply(IsolationLevel.READ_COMMITTED)) {
      int count = ends.partitionsFor(topic).size();
      Map<TopicPartition, List<TopicPartition>> byHome = new HashMap<>();
      for (TopicPartition partition : partitions) {
        TopicPartition home = new TopicPartition(topic, partition.partition() % count);
        byHome.computeIfAbsent(home, key -> new ArrayList<>()).add(partition);
      }
      Map<TopicPartition, Long> begins = ends.beginningOffsets(byHome.keySet());
      Map<TopicPartition, Long> logEnds = ends.endOffsets(byHome.keySet());
      byHome.forEach(
          (home, wanted) -> {
            Map<String, TopicPartition> byChain = new HashMap<>();
            wanted.forEach(partition -> byChain.put(ChainNames.of(partition), partition));
            long begin = begins.getOrDefault(home, 0L);
            search(reader, home, begin, logEnds.getOrDefault(home, begin), byChain, found);
          });
    }
    return found;
  }

  /** Reads backwards, in steps that grow, until all chains were met or the topic begins. */
  private void search(
      Consumer<byte[], byte[]> reader,
      TopicPartition home,
      long begin,
      long end,
      Map<String, TopicPartition> byChain,
      Map<TopicPartition, WindowStatement> found) {
    reader.assign(List.of(home));
    long upTo = end;
    long step = FIRST_STEP;
    while (upTo > begin && !byChain.isEmpty()) {
      long from = Math.max(begin, upTo - step);
      Map<TopicPartition, WindowStatement> met = new HashMap<>();
      read(reader, home, from, upTo, byChain, met);
      found.putAll(met);
      byChain.values().removeAll(met.keySet());
      upTo = from;
      step *= STEP_FACTOR;
    }
  }

  private void read(
      Consumer<byte[], byte[]> reader,
      TopicPartition home,
      long from,
      long upTo,
      Map<String, TopicPartition> byChain,
      Map<TopicPartition, WindowStatement> met) {
    reader.seek(home, from);
    long deadline = System.nanoTime() + timeout.toNanos();
    while (reader.position(home) < upTo) {
      for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
        TopicPartition partition =
            record.key() == null
                ? null
                : byChain.get(new String(record.key(), StandardCharsets.US_ASCII));
        if (partition != null && record.offset() < upTo) {
          met.put(partition, statement(record));
        }
      }
      if (System.nanoTime() - deadline > 0) {
        throw new TimeoutException(
            "transactions in %s below offset %d must be decided within %s, are not"
                .formatted(home, upTo, timeout));
      }
    }
  }

  private static WindowStatement statement(ConsumerRecord<byte[], byte[]> record) {
    try {
      return PartitionWindow.parse(record.value()).root().statement();
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(
          "record %s-%d@%d must be a window, is not: %s"
              .formatted(record.topic(), record.partition(), record.offset(), e.getMessage()),
          e);
    }
  }
}
