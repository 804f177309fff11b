package io.github.lanewise.sample.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kafka.RecordAddressing;
import io.github.lanewise.sample.LanewiseSampleApplication;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** The service with and without the profile {@code kafka}. */
class KafkaProfileTests {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  @TempDir Path store;

  /** Spring asks Kafka's test kit for the address by a method that Kafka 4.3 has no more. */
  private static final class Embedded extends EmbeddedKafkaKraftBroker {

    Embedded() {
      super(1, 1);
    }

    @Override
    public String getBrokersAsString() {
      return Objects.requireNonNull(getCluster()).bootstrapServers();
    }
  }

  @Test
  void recordsGetTheirAddressesOnABrokerThatWasEmpty()
      throws InterruptedException, ExecutionException {
    EmbeddedKafkaKraftBroker broker = new Embedded();
    broker.brokerProperty("transaction.state.log.replication.factor", "1");
    broker.brokerProperty("transaction.state.log.min.isr", "1");
    broker.afterPropertiesSet();
    try (ConfigurableApplicationContext service =
        run(
            "--spring.profiles.active=kafka",
            "--spring.kafka.bootstrap-servers=" + broker.getBrokersAsString())) {
      assertThat(service.getBean(RecordAddressing.class).isRunning()).isTrue();
      try (Producer<String, String> producer = new KafkaProducer<>(config(broker))) {
        producer.send(new ProducerRecord<>("records", 4, null, "user 1 in")).get();
      }
      ConsumerRecord<String, String> address = firstAddress(broker);
      String expected = "sha256:5c825940f8142808fb63e6b11444cd82132c6c0f64c1a489dd0ae83a096439a7";
      assertThat(address.partition()).isEqualTo(4);
      assertThat(address.key()).isEqualTo(expected);
      assertThat(address.value())
          .isEqualTo(
              "{\"address\":\"%s\",\"topic\":\"records\",\"partition\":4,\"offset\":0,\"size\":9}"
                  .formatted(expected));
    } finally {
      broker.destroy();
    }
  }

  @Test
  void withoutTheProfileNothingOfKafkaIsNeeded() {
    try (ConfigurableApplicationContext service = run("--spring.kafka.bootstrap-servers=none:1")) {
      assertThat(service.getBeanProvider(RecordAddressing.class).stream()).isEmpty();
    }
  }

  private ConfigurableApplicationContext run(String... arguments) {
    return new SpringApplicationBuilder(LanewiseSampleApplication.class)
        .properties(
            Map.of("server.port", "0", "lanewise.engine", "jdk", "lanewise.sample.store", store))
        .run(arguments);
  }

  private static Map<String, Object> config(EmbeddedKafkaKraftBroker broker) {
    Map<String, Object> config = new HashMap<>();
    config.put("bootstrap.servers", broker.getBrokersAsString());
    config.put("key.serializer", StringSerializer.class.getName());
    config.put("value.serializer", StringSerializer.class.getName());
    config.put("key.deserializer", StringDeserializer.class.getName());
    config.put("value.deserializer", StringDeserializer.class.getName());
    config.put("isolation.level", "read_committed");
    config.put("auto.offset.reset", "earliest");
    config.put("group.id", "test");
    return config;
  }

  private static ConsumerRecord<String, String> firstAddress(EmbeddedKafkaKraftBroker broker) {
    try (Consumer<String, String> consumer = new KafkaConsumer<>(config(broker))) {
      consumer.subscribe(List.of("addresses"));
      long end = System.nanoTime() + LIMIT.toNanos();
      while (System.nanoTime() - end < 0) {
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
          return record;
        }
      }
    }
    throw new AssertionError("no address came within " + LIMIT);
  }
}
