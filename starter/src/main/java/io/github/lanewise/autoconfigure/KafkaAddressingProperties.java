package io.github.lanewise.autoconfigure;

import io.github.lanewise.kafka.Delivery;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * What an application can say about content addresses for Kafka topics; see {@link
 * io.github.lanewise.kafka.RecordAddressing}. Brokers and security are said under {@code
 * spring.kafka}.
 *
 * @param topics The topics whose records are addressed.
 * @param outputTopic The topic where addresses go; without it nothing is consumed.
 * @param groupId The consumer group; by default spring.kafka.consumer.group-id, or lanewise.
 * @param delivery How often an address is in the output topic: exactly-once (with Kafka
 *     transactions) or at-least-once.
 * @param signWindows Whether the addresses of each transaction are signed, by partition, as a chain
 *     of windows; needs a signing key.
 * @param windowsTopic The topic where signed windows go; by default the output topic's name and
 *     "-windows".
 * @param concurrency How many consumers, each with a thread that polls, hashes and sends.
 * @param maxBatchBytes How many bytes a consumer fetches from a broker at a time, as they travel.
 * @param maxRecordSize Values that are larger go to the dead-letter topic.
 * @param transactionIdPrefix What transactional ids begin with, another one for each instance and
 *     the same after its restart; random by default.
 */
@ConfigurationProperties("lanewise.kafka")
public record KafkaAddressingProperties(
    @DefaultValue List<String> topics,
    @Nullable String outputTopic,
    @Nullable String groupId,
    @DefaultValue("exactly-once") Delivery delivery,
    @DefaultValue("false") boolean signWindows,
    @Nullable String windowsTopic,
    @DefaultValue("1") int concurrency,
    @DefaultValue("16MB") DataSize maxBatchBytes,
    @DefaultValue("1MB") DataSize maxRecordSize,
    @Nullable String transactionIdPrefix) {

  /** Takes what is empty for what is not there. */
  public KafkaAddressingProperties {
    topics = List.copyOf(topics);
    outputTopic = StringUtils.hasText(outputTopic) ? outputTopic : null;
    groupId = StringUtils.hasText(groupId) ? groupId : null;
    windowsTopic = StringUtils.hasText(windowsTopic) ? windowsTopic : null;
    transactionIdPrefix = StringUtils.hasText(transactionIdPrefix) ? transactionIdPrefix : null;
  }
}
