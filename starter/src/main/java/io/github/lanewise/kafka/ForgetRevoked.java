package io.github.lanewise.kafka;

import java.util.Collection;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/** Others go on with the chains of partitions that are revoked or lost. */
final class ForgetRevoked implements ConsumerAwareRebalanceListener {

  private final PartitionChains chains;

  ForgetRevoked(PartitionChains chains) {
    this.chains = chains;
  }

  @Override
  public void onPartitionsRevokedAfterCommit(
      Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    chains.forget(partitions);
  }

  @Override
  public void onPartitionsLost(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    chains.forget(partitions);
  }

  /** Also of partitions that were lost without a word. */
  @Override
  public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    chains.forget(partitions);
  }
}
