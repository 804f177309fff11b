package io.github.lanewise.kafka;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.pipeline.RsaSigner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.ListenerContainerPauseService;
import org.springframework.kafka.transaction.KafkaTransactionManager;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.ExponentialBackOff;

/** Puts a stage together. */
final class AddressingAssembly {

  private static final Duration SIGNATURES_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration UNDECIDED_TIMEOUT = Duration.ofMinutes(1);
  private static final long LONGEST_WAIT_MILLIS = 10_000;

  private final RecordAddressing.Builder builder;
  private final AddressingSettings settings;
  private final Map<String, Object> consumerConfig;
  private final DefaultKafkaProducerFactory<byte[], byte[]> producers;
  private final KafkaTemplate<byte[], byte[]> kafka;
  private final List<Runnable> closedAfterwards = new ArrayList<>();

  AddressingAssembly(RecordAddressing.Builder builder, AddressingSettings settings) {
    this.builder = builder;
    this.settings = settings;
    this.consumerConfig = ClientConfigs.consumer(builder.consumer, settings);
    this.producers =
        new DefaultKafkaProducerFactory<>(ClientConfigs.producer(builder.producer, settings));
    if (settings.isTransactional()) {
      producers.setTransactionIdPrefix(settings.transactionIdPrefix());
      producers.addPostProcessor(FencingProducer::new);
    }
    this.kafka = new KafkaTemplate<>(producers);
  }

  RecordAddressing assemble() {
    PartitionChains chains = new PartitionChains(windowsTopic()::last);
    ConsumerRecordRecoverer recoverer = recoverer();
    ContainerProperties properties =
        new ContainerProperties(settings.topics().toArray(String[]::new));
    properties.setGroupId(settings.groupId());
    properties.setMessageListener(
        new AddressingListener(
            builder.digests,
            new AddressOutput(
                kafka, settings.outputTopic(), settings.windowsTopic(), windowSigning(chains)),
            settings.maxRecordBytes(),
            settings.isTransactional() ? recoverer : null));
    properties.setConsumerRebalanceListener(new ForgetRevoked(chains));
    properties.setShutdownTimeout(builder.shutdownTimeout.toMillis());
    if (settings.isTransactional()) {
      properties.setKafkaAwareTransactionManager(new KafkaTransactionManager<>(producers));
    }
    // Takes a copy of the properties.
    ConcurrentMessageListenerContainer<byte[], byte[]> container =
        new ConcurrentMessageListenerContainer<>(
            new DefaultKafkaConsumerFactory<>(consumerConfig), properties);
    container.setBeanName("lanewise-" + settings.groupId());
    container.setConcurrency(settings.concurrency());
    if (settings.isTransactional()) {
      container.setAfterRollbackProcessor(
          new RollbackProcessor(chains, pauses(), endlessBackOff()));
    } else {
      container.setCommonErrorHandler(errorHandler(recoverer));
    }
    closedAfterwards.add(producers::destroy);
    return new RecordAddressing(container, consumerConfig, closedAfterwards);
  }

  private WindowsTopic windowsTopic() {
    String topic = settings.windowsTopic();
    return new WindowsTopic(
        topic == null ? "" : topic,
        isolation ->
            new DefaultKafkaConsumerFactory<byte[], byte[]>(
                    ClientConfigs.reader(consumerConfig, isolation))
                .createConsumer(),
        UNDECIDED_TIMEOUT);
  }

  private @Nullable WindowSigning windowSigning(PartitionChains chains) {
    RsaSigner signer = builder.signer;
    Supplier<EngineChoice> engine = builder.windowsEngine;
    if (signer == null || engine == null) {
      return null;
    }
    LanePool lanes = new LanePool(engine, 0);
    closedAfterwards.add(lanes::close);
    return new WindowSigning(signer, lanes, chains, SIGNATURES_TIMEOUT);
  }

  private ConsumerRecordRecoverer recoverer() {
    ConsumerRecordRecoverer given = builder.recoverer;
    return given == null ? new DeadLetterPublishingRecoverer(kafka) : given;
  }

  /** Poison is recovered at once; whatever else fails is tried again for ever. */
  private CommonErrorHandler errorHandler(ConsumerRecordRecoverer recoverer) {
    CommonErrorHandler given = builder.errorHandler;
    if (given != null) {
      return given;
    }
    DefaultErrorHandler handler = new DefaultErrorHandler(recoverer, endlessBackOff());
    handler.setClassifications(Map.of(PoisonRecordException.class, false), true);
    handler.setSeekAfterError(false);
    return handler;
  }

  private BackOff endlessBackOff() {
    ExponentialBackOff backOff = new ExponentialBackOff(builder.firstWait.toMillis(), 2);
    backOff.setMaxInterval(LONGEST_WAIT_MILLIS);
    return backOff;
  }

  private ListenerContainerPauseService pauses() {
    ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
    scheduler.setThreadNamePrefix("lanewise-kafka-resume-");
    scheduler.setDaemon(true);
    scheduler.initialize();
    closedAfterwards.add(scheduler::shutdown);
    return new ListenerContainerPauseService(null, scheduler);
  }
}
