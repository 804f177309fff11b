package io.github.lanewise.sample.kafka;

import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaAdmin.NewTopics;

/**
 * Makes the topics that are not there yet, so that an empty broker is enough to begin with. Each
 * has as many partitions as the others: addresses then stand in the partition of the same number.
 */
@Configuration(proxyBeanMethods = false)
@Profile("kafka")
class AddressingTopics {

  private static final int PARTITIONS = 6;

  @Bean
  NewTopics topicsThatAreNeeded(
      @Value("${lanewise.kafka.topics}") String records,
      @Value("${lanewise.kafka.output-topic}") String addresses) {
    return new NewTopics(
        Stream.of(records, addresses, addresses + "-windows", records + "-dlt")
            .map(name -> TopicBuilder.name(name).partitions(PARTITIONS).build())
            .toArray(NewTopic[]::new));
  }
}
