package io.github.lanewise.kafka;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import io.github.lanewise.pipeline.HashingPipeline;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;

/**
 * What docs/kafka.md shows of a listener that hashes by itself; {@link RecordDigestsTests} runs it.
 */
final class OrdersListener {

  final List<Sha256Digest> received = new ArrayList<>();

  private final RecordDigests sha256;

  OrdersListener(HashingPipeline pipeline) {
    sha256 = RecordDigests.inLanes(pipeline::engine);
  }

  @KafkaListener(topics = "orders", batch = "true")
  void onPoll(List<ConsumerRecord<String, byte[]>> records) {
    store(sha256.digests(records)); // in the order of the records
  }

  private void store(List<Sha256Digest> digests) {
    received.addAll(digests);
  }
}
