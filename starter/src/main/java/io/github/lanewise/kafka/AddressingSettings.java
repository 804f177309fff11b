package io.github.lanewise.kafka;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a stage is told, checked.
 *
 * @param windowsTopic where signed windows go; null if none are signed
 * @param transactionIdPrefix null without transactions
 */
record AddressingSettings(
    List<String> topics,
    String outputTopic,
    String groupId,
    Delivery delivery,
    @Nullable String windowsTopic,
    int concurrency,
    int maxBatchBytes,
    int maxRecordBytes,
    String transactionIdPrefix) {

  static final int MIN_BATCH_BYTES = 64 * 1024;
  static final int MAX_CONCURRENCY = 1_024;

  /** The names that Kafka allows. */
  private static final Pattern TOPIC = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}");

  AddressingSettings {
    topics = List.copyOf(topics);
    if (topics.isEmpty()) {
      throw new IllegalArgumentException("topics must name a topic, names none");
    }
    topics.forEach(topic -> checkTopic("topics", topic));
    checkOutput("output-topic", outputTopic, topics);
    if (windowsTopic != null) {
      checkOutput("windows-topic", windowsTopic, topics);
      if (windowsTopic.equals(outputTopic)) {
        throw new IllegalArgumentException(
            "windows-topic must be another topic than output-topic, was '" + windowsTopic + "'");
      }
      if (delivery != Delivery.EXACTLY_ONCE) {
        throw new IllegalArgumentException(
            "sign-windows needs delivery exactly-once, was at-least-once: an address that is sent "
                + "twice would stand in two windows, or in none");
      }
    }
    if (groupId.isBlank()) {
      throw new IllegalArgumentException("group-id must not be empty, was '" + groupId + "'");
    }
    if (transactionIdPrefix.isBlank()) {
      throw new IllegalArgumentException("transaction-id-prefix must not be empty");
    }
    if (concurrency < 1 || concurrency > MAX_CONCURRENCY) {
      throw new IllegalArgumentException(
          "concurrency must be from 1 to %d, was %d".formatted(MAX_CONCURRENCY, concurrency));
    }
    if (maxBatchBytes < MIN_BATCH_BYTES) {
      throw new IllegalArgumentException(
          "max-batch-bytes must be from %d to %d, was %d"
              .formatted(MIN_BATCH_BYTES, Integer.MAX_VALUE, maxBatchBytes));
    }
    if (maxRecordBytes < 1) {
      throw new IllegalArgumentException(
          "max-record-size must be at least 1, was " + maxRecordBytes);
    }
  }

  private static void checkOutput(String property, String topic, List<String> topics) {
    checkTopic(property, topic);
    if (topics.contains(topic)) {
      throw new IllegalArgumentException(
          "%s must be none of topics, was '%s'".formatted(property, topic));
    }
  }

  private static void checkTopic(String property, String topic) {
    if (!TOPIC.matcher(topic).matches()) {
      throw new IllegalArgumentException(
          "%s must be 1 to 249 of A-Z a-z 0-9 . _ -, was '%s'".formatted(property, topic));
    }
  }

  boolean isTransactional() {
    return delivery == Delivery.EXACTLY_ONCE;
  }
}
