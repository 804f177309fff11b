package io.github.lanewise.kafka;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.pipeline.RsaSigner;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ConsumerRecordRecoverer;

/**
 * A stage that gives the records of topics their content addresses: it consumes them as they are,
 * hashes the values of a poll together, and produces for each record its {@link AddressedRecord},
 * keyed by the address, with the record's headers. Several instances with one group id share the
 * partitions.
 *
 * <p><b>Delivery.</b> See {@link Delivery}. Offsets are never committed before the output is
 * acknowledged. <b>Order.</b> Addresses of one partition leave in the order of its offsets, and go
 * to one partition of the output topic: the one of the same number, modulo theirs. <b>Memory.</b>
 * Each consumer has one poll in memory and polls again when that is done, so that a backlog stays
 * at the broker. <b>Threads.</b> One for each consumer, which also hashes; signatures are computed
 * on the signer's.
 *
 * <p><b>Errors.</b> A poison record (no value, or more bytes than allowed) goes to the dead-letter
 * topic {@code <topic>-dlt}, to the partition of the same number, as Spring's {@link
 * org.springframework.kafka.listener.DeadLetterPublishingRecoverer} does it. Whatever else fails is
 * tried again without end, with waits that grow to ten seconds; meanwhile partitions are paused and
 * the consumer polls on, so that it stays in its group.
 *
 * <p>Stopping, and a rebalance, wait until the poll that is under way is committed; what is not
 * committed in time is rolled back or handed on as a whole.
 */
public final class RecordAddressing
    implements SmartLifecycle, ApplicationContextAware, AutoCloseable {

  private final ConcurrentMessageListenerContainer<byte[], byte[]> container;
  private final Map<String, Object> consumerConfig;
  private final List<Runnable> closedAfterwards;

  RecordAddressing(
      ConcurrentMessageListenerContainer<byte[], byte[]> container,
      Map<String, Object> consumerConfig,
      List<Runnable> closedAfterwards) {
    this.container = container;
    this.consumerConfig = Map.copyOf(consumerConfig);
    this.closedAfterwards = closedAfterwards;
  }

  /**
   * For a stage with options.
   *
   * @param consumer configuration of Kafka's consumer: where the brokers are, how to be let in;
   *     what a stage needs otherwise is overruled
   * @param producer the same for the producer
   * @param digests what hashes
   */
  public static Builder builder(
      Map<String, Object> consumer, Map<String, Object> producer, RecordDigests digests) {
    return new Builder(consumer, producer, digests);
  }

  @Override
  public void setApplicationContext(ApplicationContext context) {
    container.setApplicationContext(context);
    container.setApplicationEventPublisher(context);
  }

  @Override
  public void start() {
    container.start();
  }

  /** Returns when the polls under way are committed, or after 30 seconds. */
  @Override
  public void stop() {
    container.stop();
  }

  @Override
  public void stop(Runnable callback) {
    container.stop(callback);
  }

  @Override
  public boolean isRunning() {
    return container.isRunning();
  }

  @Override
  public boolean isAutoStartup() {
    return container.isAutoStartup();
  }

  @Override
  public int getPhase() {
    return container.getPhase();
  }

  /** The container, for what Spring can tell about it. */
  public ConcurrentMessageListenerContainer<byte[], byte[]> container() {
    return container;
  }

  /** What its consumers are configured with, what the stage has overruled and added included. */
  public Map<String, Object> consumerConfig() {
    return consumerConfig;
  }

  /** Stops, and closes the producers. */
  @Override
  public void close() {
    stop();
    closedAfterwards.forEach(Runnable::run);
  }

  /** Topics and delivery. */
  @Override
  public String toString() {
    return "RecordAddressing[" + container.getListenerId() + "]";
  }

  /** The options of a stage. */
  public static final class Builder {

    final Map<String, Object> consumer;
    final Map<String, Object> producer;
    final RecordDigests digests;
    private Collection<String> topics = List.of();
    private String outputTopic = "";
    private String groupId = "lanewise";
    private Delivery delivery = Delivery.EXACTLY_ONCE;
    private @Nullable String windowsTopic;
    @Nullable RsaSigner signer;
    @Nullable Supplier<EngineChoice> windowsEngine;
    private int concurrency = 1;
    private int maxBatchBytes = 16 * 1024 * 1024;
    private int maxRecordBytes = 1024 * 1024;
    private @Nullable String transactionIdPrefix;
    @Nullable CommonErrorHandler errorHandler;
    @Nullable ConsumerRecordRecoverer recoverer;
    Duration shutdownTimeout = Duration.ofSeconds(30);
    Duration firstWait = Duration.ofMillis(500);

    private Builder(
        Map<String, Object> consumer, Map<String, Object> producer, RecordDigests digests) {
      this.consumer = Map.copyOf(consumer);
      this.producer = Map.copyOf(producer);
      this.digests = Objects.requireNonNull(digests, "digests");
    }

    /** The topics that are consumed. */
    public Builder topics(Collection<String> names) {
      this.topics = List.copyOf(names);
      return this;
    }

    /** Where addresses go: a topic that none of the others is. */
    public Builder outputTopic(String name) {
      this.outputTopic = Objects.requireNonNull(name, "name");
      return this;
    }

    /** The consumer group; {@code lanewise} by default. */
    public Builder groupId(String id) {
      this.groupId = Objects.requireNonNull(id, "id");
      return this;
    }

    /** Exactly once by default. */
    public Builder delivery(Delivery value) {
      this.delivery = Objects.requireNonNull(value, "value");
      return this;
    }

    /**
     * Signs the addresses that a transaction gives to records of one partition as a window, and
     * each partition's windows as a chain. Needs delivery exactly once.
     *
     * @param with signs; closed by whoever made it, after this stage
     * @param topic where windows go; has to keep the last of each key at least. The number of its
     *     partitions must not change
     * @param engine hashes the trees
     */
    public Builder signWindows(RsaSigner with, String topic, Supplier<EngineChoice> engine) {
      this.signer = Objects.requireNonNull(with, "with");
      this.windowsTopic = Objects.requireNonNull(topic, "topic");
      this.windowsEngine = Objects.requireNonNull(engine, "engine");
      return this;
    }

    /** How many consumers, each with a thread of its own, from 1 to 1,024; 1 by default. */
    public Builder concurrency(int consumers) {
      this.concurrency = consumers;
      return this;
    }

    /**
     * How many bytes one answer of a broker has at most, as they travel: compressed, if they were
     * produced so. At least 64 KiB; 16 MiB by default.
     */
    public Builder maxBatchBytes(int bytes) {
      this.maxBatchBytes = bytes;
      return this;
    }

    /** Larger values are poison; 1 MiB by default. */
    public Builder maxRecordBytes(int bytes) {
      this.maxRecordBytes = bytes;
      return this;
    }

    /**
     * What transactional ids begin with: different for each instance, and the same again for one
     * that is restarted, which then finds what it left behind decided at once, instead of after
     * {@code transaction.timeout.ms}. By default it is random.
     */
    public Builder transactionIdPrefix(String prefix) {
      this.transactionIdPrefix = Objects.requireNonNull(prefix, "prefix");
      return this;
    }

    /** Handles failures without a transaction, in place of the default; see the reference. */
    public Builder errorHandler(CommonErrorHandler handler) {
      this.errorHandler = Objects.requireNonNull(handler, "handler");
      return this;
    }

    /** Takes poison records, in place of the dead-letter topic. */
    public Builder recoverer(ConsumerRecordRecoverer taker) {
      this.recoverer = Objects.requireNonNull(taker, "taker");
      return this;
    }

    /** How long {@link RecordAddressing#stop()} waits; 30 seconds by default. */
    public Builder shutdownTimeout(Duration timeout) {
      this.shutdownTimeout = Objects.requireNonNull(timeout, "timeout");
      return this;
    }

    /**
     * Builds it; {@link RecordAddressing#start()} starts it.
     *
     * @throws IllegalArgumentException for the first option that breaks a rule
     */
    public RecordAddressing build() {
      String prefix = transactionIdPrefix;
      return new AddressingAssembly(
              this,
              new AddressingSettings(
                  List.copyOf(topics),
                  outputTopic,
                  groupId,
                  delivery,
                  windowsTopic,
                  concurrency,
                  maxBatchBytes,
                  maxRecordBytes,
                  prefix == null ? groupId + "-" + UUID.randomUUID() + "-" : prefix))
          .assemble();
    }
  }
}
