package io.github.lanewise.kafka;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.apache.kafka.common.TopicPartition;

/**
 * Names of the chains of windows: topic, hyphen, partition, as Kafka writes a partition. A chain's
 * name has 64 characters at most and a topic's up to 249, so that a longer topic is named by the
 * first 32 hex digits of its SHA-256.
 */
final class ChainNames {

  private static final int MAX_LENGTH = 64;
  private static final int HASH_DIGITS = 32;

  private ChainNames() {}

  static String of(TopicPartition partition) {
    String plain = partition.toString();
    return plain.length() <= MAX_LENGTH
        ? plain
        : hash(partition.topic()) + "-" + partition.partition();
  }

  private static String hash(String topic) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(topic.getBytes(StandardCharsets.US_ASCII));
      return Sha256Digest.of(digest).hex().substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException cause) {
      throw new IllegalStateException("every JDK has SHA-256, this one has not", cause);
    }
  }
}
