package io.github.lanewise.autoconfigure;

import io.github.lanewise.kafka.LaneRecordDigests;
import io.github.lanewise.kafka.RecordAddressing;
import io.github.lanewise.kafka.RecordDigests;
import io.github.lanewise.pipeline.HashingPipeline;
import io.github.lanewise.pipeline.RsaSigner;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.util.unit.DataSize;

/**
 * Content addresses for the records of Kafka topics, where Boot's Kafka is on the class path and
 * {@code lanewise.kafka.output-topic} asks for it.
 *
 * <p>The stage has factories of its own, which are no beans, so that Boot's stay what the rest of
 * the application has; it begins with their configuration.
 */
@AutoConfiguration(
    after = {
      KafkaAutoConfiguration.class,
      HashingPipelineAutoConfiguration.class,
      RsaSignerAutoConfiguration.class
    })
@ConditionalOnClass({KafkaTemplate.class, KafkaAutoConfiguration.class})
@ConditionalOnProperty("lanewise.kafka.output-topic")
@EnableConfigurationProperties({KafkaAddressingProperties.class, LanewiseProperties.class})
public final class KafkaAddressingAutoConfiguration {

  private static final String DEFAULT_GROUP = "lanewise";

  @Bean
  @ConditionalOnMissingBean(RecordDigests.class)
  LaneRecordDigests recordDigests(HashingPipeline pipeline, LanewiseProperties properties) {
    return RecordDigests.inLanes(pipeline::engine, properties.crossCheckEvery());
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  RecordAddressing recordAddressing(
      KafkaAddressingProperties properties,
      ConsumerFactory<?, ?> consumers,
      ProducerFactory<?, ?> producers,
      RecordDigests digests,
      HashingPipeline pipeline,
      ObjectProvider<RsaSigner> signer,
      ObjectProvider<CommonErrorHandler> errorHandler,
      ObjectProvider<ConsumerRecordRecoverer> recoverer) {
    try {
      Map<String, Object> consumer = consumers.getConfigurationProperties();
      RecordAddressing.Builder builder =
          RecordAddressing.builder(consumer, producers.getConfigurationProperties(), digests)
              .topics(properties.topics())
              .outputTopic(String.valueOf(properties.outputTopic()))
              .groupId(groupId(properties, consumer))
              .delivery(properties.delivery())
              .concurrency(properties.concurrency())
              .maxBatchBytes(bytes("max-batch-bytes", properties.maxBatchBytes()))
              .maxRecordBytes(bytes("max-record-size", properties.maxRecordSize()));
      String prefix = properties.transactionIdPrefix();
      if (prefix != null) {
        builder.transactionIdPrefix(prefix);
      }
      if (properties.signWindows()) {
        builder.signWindows(
            signer.getIfAvailable(KafkaAddressingAutoConfiguration::noSigner),
            windowsTopic(properties),
            pipeline::engine);
      }
      errorHandler.ifUnique(builder::errorHandler);
      recoverer.ifUnique(builder::recoverer);
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw new InvalidPropertyException(
          "lanewise.kafka is refused: " + e.getMessage(),
          "Correct the property; docs/kafka.md tells what each of them takes. Without "
              + "lanewise.kafka.output-topic nothing is consumed.",
          e);
    }
  }

  private static String groupId(
      KafkaAddressingProperties properties, Map<String, Object> consumer) {
    String own = properties.groupId();
    Object general = consumer.get(ConsumerConfig.GROUP_ID_CONFIG);
    return own != null ? own : general != null ? general.toString() : DEFAULT_GROUP;
  }

  private static String windowsTopic(KafkaAddressingProperties properties) {
    String own = properties.windowsTopic();
    return own != null ? own : properties.outputTopic() + "-windows";
  }

  private static int bytes(String property, DataSize size) {
    if (size.toBytes() > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(property + " must be below 2GB, was " + size);
    }
    return (int) size.toBytes();
  }

  private static RsaSigner noSigner() {
    throw new InvalidPropertyException(
        "lanewise.kafka.sign-windows needs a key that signs, there is none",
        "Name one with lanewise.signing.private-key or lanewise.signing.bundle, or define a bean of "
            + "type RsaSigner.");
  }
}
