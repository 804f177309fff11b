package io.github.lanewise.benchmarks;

import io.github.lanewise.kafka.AddressedRecord;
import io.github.lanewise.kafka.RecordAddressing;
import io.github.lanewise.kafka.RecordDigests;
import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.HashingPipeline;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.DoubleStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What {@link KafkaSuite} prints, measured in this JVM against a broker in another. */
final class KafkaMeasurement {

  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  private final String brokers;
  private final int records;
  private final int rounds;
  private final HashingPipeline pipeline = HashingPipeline.create();
  private final RecordDigests lanes = RecordDigests.inLanes(pipeline::engine);
  private int groups;

  private KafkaMeasurement(String brokers, int records, int rounds) {
    this.brokers = brokers;
    this.records = records;
    this.rounds = rounds;
  }

  public static void main(String[] arguments) {
    KafkaMeasurement measurement =
        new KafkaMeasurement(
            arguments[0], Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    measurement.awaitCalibration();
    System.out.println("# " + measurement.pipeline.description());
    measurement.run();
    System.exit(0);
  }

  private void awaitCalibration() {
    EngineChoice first = pipeline.engine();
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (pipeline.engine().equals(first) && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private void run() {
    List<KafkaTally> own = new ArrayList<>();
    List<KafkaTally> inline = new ArrayList<>();
    check(lanes);
    check(KafkaMeasurement::inline);
    for (int round = 0; round < rounds; round++) {
      // Who comes first finds another broker than who comes second.
      if (round % 2 == 0) {
        own.add(consume(lanes));
        inline.add(consume(KafkaMeasurement::inline));
      } else {
        inline.add(consume(KafkaMeasurement::inline));
        own.add(consume(lanes));
      }
    }
    double[] ratios = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      ratios[i] = own.get(i).recordsPerCpuSecond() / inline.get(i).recordsPerCpuSecond();
    }
    Arrays.sort(ratios);
    ChildJvm.print(KafkaSuite.RATIO, median(ratios));
    ChildJvm.print(KafkaSuite.RATIO + ".min", ratios[0]);
    ChildJvm.print(KafkaSuite.RATIO + ".max", ratios[rounds - 1]);
    ChildJvm.print(KafkaSuite.SHARE, median(own.stream().mapToDouble(KafkaTally::hashingShare)));
    ChildJvm.print(
        KafkaSuite.INLINE_SHARE, median(inline.stream().mapToDouble(KafkaTally::hashingShare)));
    ChildJvm.print(
        KafkaSuite.PER_CPU, median(own.stream().mapToDouble(KafkaTally::recordsPerCpuSecond)));
    ChildJvm.print(
        KafkaSuite.PER_CPU + ".inline-jdk",
        median(inline.stream().mapToDouble(KafkaTally::recordsPerCpuSecond)));
    ChildJvm.print(
        KafkaSuite.PER_SECOND, median(own.stream().mapToDouble(KafkaTally::recordsPerSecond)));
  }

  private static double median(DoubleStream values) {
    return median(values.sorted().toArray());
  }

  private static double median(double[] sorted) {
    return sorted.length % 2 == 1
        ? sorted[sorted.length / 2]
        : (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
  }

  /** Consumes the topic from its beginning to its end. */
  private KafkaTally consume(RecordDigests digests) {
    KafkaTally tally = new KafkaTally(digests, records);
    Map<String, Object> config = Map.of("bootstrap.servers", brokers);
    try (RecordAddressing addressing =
        RecordAddressing.builder(config, config, tally)
            .topics(List.of(KafkaBroker.INPUT))
            .outputTopic(KafkaBroker.OUTPUT)
            .groupId("measured-" + ProcessHandle.current().pid() + "-" + groups++)
            .build()) {
      addressing.start();
      tally.await(TIMEOUT);
    }
    return tally;
  }

  /** Once through, and every address is compared. Warms up, too. */
  private void check(RecordDigests digests) {
    try (Consumer<byte[], byte[]> reader = new KafkaConsumer<>(readerConfig())) {
      List<TopicPartition> partitions =
          reader.partitionsFor(KafkaBroker.OUTPUT).stream()
              .map(info -> new TopicPartition(KafkaBroker.OUTPUT, info.partition()))
              .toList();
      reader.assign(partitions);
      reader.seekToEnd(partitions);
      partitions.forEach(reader::position);
      consume(digests);
      long[] next = new long[partitions.size()];
      long end = System.nanoTime() + TIMEOUT.toNanos();
      for (int seen = 0; seen < records; ) {
        for (ConsumerRecord<byte[], byte[]> record : reader.poll(Duration.ofSeconds(1))) {
          AddressedRecord address = AddressedRecord.parse(record.value());
          byte[] value = KafkaRecords.value(address.partition(), address.offset());
          if (address.offset() != next[address.partition()]++
              || !address.digest().equals(digest(value))) {
            throw new IllegalStateException("an address is wrong: " + address);
          }
          seen++;
        }
        if (System.nanoTime() - end > 0) {
          throw new IllegalStateException(
              "%d addresses must be there, are %d".formatted(records, seen));
        }
      }
    }
  }

  private Map<String, Object> readerConfig() {
    Map<String, Object> config = new HashMap<>();
    config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    config.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    return config;
  }

  /** What a listener does that knows nothing of Lanewise. */
  private static List<Sha256Digest> inline(List<? extends ConsumerRecord<?, byte[]>> polled) {
    List<Sha256Digest> digests = new ArrayList<>(polled.size());
    for (ConsumerRecord<?, byte[]> record : polled) {
      digests.add(digest(record.value()));
    }
    return digests;
  }

  private static final ThreadLocal<MessageDigest> SHA256 =
      ThreadLocal.withInitial(KafkaMeasurement::sha256);

  private static Sha256Digest digest(byte[] value) {
    return Sha256Digest.of(SHA256.get().digest(value));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
