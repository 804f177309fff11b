package io.github.lanewise.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.lanewise.kafka.LaneRecordDigests;
import io.github.lanewise.kafka.RecordAddressing;
import io.github.lanewise.kafka.RecordDigests;
import io.github.lanewise.pipeline.HashingPipeline;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.kafka.listener.ContainerProperties.AckMode;

@Execution(ExecutionMode.CONCURRENT)
class KafkaAddressingAutoConfigurationTests {

  /** The broker is not there, so nothing must start. */
  private final ApplicationContextRunner contextRunner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  KafkaAutoConfiguration.class,
                  HashingPipelineAutoConfiguration.class,
                  RsaSignerAutoConfiguration.class,
                  KafkaAddressingAutoConfiguration.class))
          .withPropertyValues("lanewise.engine=jdk", "spring.kafka.bootstrap-servers=localhost:1");

  private final ApplicationContextRunner asked =
      contextRunner
          .withBean(NoStart.class)
          .withPropertyValues(
              "lanewise.kafka.topics=orders,payments", "lanewise.kafka.output-topic=addresses");

  @Test
  void withoutBeingAskedNothingIsConsumed() {
    contextRunner.run(
        context ->
            assertThat(context)
                .hasSingleBean(HashingPipeline.class)
                .doesNotHaveBean(RecordAddressing.class)
                .doesNotHaveBean(RecordDigests.class));
  }

  /** The package itself is hidden too, so that the first of its classes to load would fail. */
  @Test
  void withoutSpringKafkaNothingOfItLoadsWhateverIsAsked() {
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                HashingPipelineAutoConfiguration.class, KafkaAddressingAutoConfiguration.class))
        .withClassLoader(
            new FilteredClassLoader(
                "org.springframework.kafka", "org.apache.kafka", "io.github.lanewise.kafka"))
        .withPropertyValues(
            "lanewise.engine=jdk",
            "lanewise.kafka.topics=orders",
            "lanewise.kafka.output-topic=addresses")
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(HashingPipeline.class)
                    .doesNotHaveBean("recordAddressing")
                    .doesNotHaveBean("recordDigests"));
  }

  @Test
  void theStageStartsFromTheApplicationsConfigurationAndLeavesItsFactoriesAlone() {
    asked
        .withPropertyValues(
            "spring.kafka.consumer.group-id=general",
            "spring.kafka.consumer.max-poll-records=17",
            "spring.kafka.properties.client.rack=a")
        .run(
            context -> {
              assertThat(context)
                  .hasSingleBean(RecordAddressing.class)
                  .hasSingleBean(LaneRecordDigests.class)
                  .hasSingleBean(ConsumerFactory.class)
                  .hasSingleBean(ProducerFactory.class)
                  .hasSingleBean(KafkaTemplate.class);
              Map<String, Object> consumer =
                  context.getBean(RecordAddressing.class).consumerConfig();
              assertThat(consumer)
                  .containsEntry(ConsumerConfig.GROUP_ID_CONFIG, "general")
                  .containsEntry(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 17)
                  .containsEntry("client.rack", "a")
                  .containsEntry(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed")
                  .containsEntry(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false)
                  .containsEntry(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest")
                  .containsEntry(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 16 * 1024 * 1024);
            });
  }

  @Test
  void everyPropertyIsTaken() {
    asked
        .withPropertyValues(
            "lanewise.kafka.group-id=own",
            "lanewise.kafka.delivery=at-least-once",
            "lanewise.kafka.concurrency=3",
            "lanewise.kafka.max-batch-bytes=512KB",
            "lanewise.kafka.max-record-size=2MB",
            "lanewise.kafka.transaction-id-prefix=node-1-")
        .run(
            context -> {
              RecordAddressing addressing = context.getBean(RecordAddressing.class);
              assertThat(addressing.consumerConfig())
                  .containsEntry(ConsumerConfig.GROUP_ID_CONFIG, "own")
                  .containsEntry(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 512 * 1024)
                  .containsEntry(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 512 * 1024)
                  .containsEntry(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
              assertThat(addressing.container().getConcurrency()).isEqualTo(3);
              assertThat(addressing.container().getContainerProperties().getAckMode())
                  .isEqualTo(AckMode.BATCH);
              assertThat(addressing.container().getContainerProperties().getTopics())
                  .containsExactly("orders", "payments");
              assertThat(
                      addressing
                          .container()
                          .getContainerProperties()
                          .getKafkaAwareTransactionManager())
                  .isNull();
            });
  }

  @Test
  void digestsOfTheApplicationsOwnAreUsed() {
    RecordDigests own = records -> List.of();
    asked
        .withBean(RecordDigests.class, () -> own)
        .run(context -> assertThat(context.getBean(RecordDigests.class)).isSameAs(own));
  }

  @Test
  void aStageOfTheApplicationsOwnIsTheOnlyOne() {
    asked
        .withBean(
            "own",
            RecordAddressing.class,
            () ->
                RecordAddressing.builder(
                        Map.of("bootstrap.servers", "localhost:1"),
                        Map.of("bootstrap.servers", "localhost:1"),
                        records -> List.of())
                    .topics(List.of("a"))
                    .outputTopic("b")
                    .build())
        .run(
            context ->
                assertThat(context).getBeanNames(RecordAddressing.class).containsExactly("own"));
  }

  @Test
  void windowsAreSignedWhereThereIsAKey(@TempDir Path folder) {
    TestKeys keys = TestKeys.writeTo(folder);
    asked
        .withPropertyValues(
            "lanewise.kafka.sign-windows=true",
            "lanewise.signing.private-key=" + keys.pkcs8().toUri())
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(RecordAddressing.class));
  }

  @Test
  void windowsWithoutAKeyAreRefused() {
    asked
        .withPropertyValues("lanewise.kafka.sign-windows=true")
        .run(
            context ->
                assertThat(Failures.analyze(context.getStartupFailure()).getDescription())
                    .isEqualTo(
                        "lanewise.kafka.sign-windows needs a key that signs, there is none"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "topics=                | topics must name a topic, names none",
        "topics=a/b             | topics must be 1 to 249 of A-Z a-z 0-9 . _ -, was 'a/b'",
        "topics=addresses       | output-topic must be none of topics, was 'addresses'",
        "output-topic=..        | output-topic must be 1 to 249 of A-Z a-z 0-9 . _ -, was '..'",
        "concurrency=0          | concurrency must be from 1 to 1024, was 0",
        "max-batch-bytes=1KB    | max-batch-bytes must be from 65536 to 2147483647, was 1024",
        "max-batch-bytes=2GB    | max-batch-bytes must be below 2GB, was 2147483648B",
        "max-record-size=0      | max-record-size must be at least 1, was 0",
      })
  void whatBreaksARuleIsRefused(String property, String rule) {
    asked
        .withPropertyValues("lanewise.kafka." + property)
        .run(
            context ->
                assertThat(Failures.analyze(context.getStartupFailure()).getDescription())
                    .isEqualTo("lanewise.kafka is refused: " + rule));
  }

  @Test
  void windowsNeedExactlyOnce(@TempDir Path folder) {
    TestKeys keys = TestKeys.writeTo(folder);
    asked
        .withPropertyValues(
            "lanewise.kafka.sign-windows=true",
            "lanewise.kafka.delivery=at-least-once",
            "lanewise.signing.private-key=" + keys.pkcs8().toUri())
        .run(
            context ->
                assertThat(Failures.analyze(context.getStartupFailure()).getDescription())
                    .startsWith(
                        "lanewise.kafka is refused: sign-windows needs delivery exactly-once, was"
                            + " at-least-once"));
  }

  /** Keeps the stage from being started with the context. */
  static final class NoStart implements org.springframework.beans.factory.config.BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
      if (bean instanceof RecordAddressing addressing) {
        addressing.container().setAutoStartup(false);
      }
      return bean;
    }
  }
}
