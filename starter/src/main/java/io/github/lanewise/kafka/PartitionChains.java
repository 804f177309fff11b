package io.github.lanewise.kafka;

import io.github.lanewise.kernel.merkle.MerkleTree;
import io.github.lanewise.kernel.merkle.WindowStatement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;

/**
 * The last statement of each partition that this instance consumes.
 *
 * <p>It is what the windows topic says, and kept here between two polls only while nothing else can
 * have written to it: a partition that was revoked, or whose transaction was rolled back, is
 * forgotten, and looked up again when its next records are here.
 *
 * <p>A partition belongs to one consumer thread at a time, so entries of different threads meet in
 * this map and never concern each other.
 */
final class PartitionChains {

  private final Map<TopicPartition, Optional<WindowStatement>> last = new ConcurrentHashMap<>();
  private final Function<Collection<TopicPartition>, Map<TopicPartition, WindowStatement>> lookUp;

  /**
   * @param lookUp finds the last statements in the windows topic, of partitions that have one
   */
  PartitionChains(
      Function<Collection<TopicPartition>, Map<TopicPartition, WindowStatement>> lookUp) {
    this.lookUp = lookUp;
  }

  /**
   * Makes the last statements of these partitions known. To be called before anything is sent to
   * the windows topic in the transaction under way, which the look-up would wait for otherwise.
   */
  void prepare(Collection<TopicPartition> partitions) {
    List<TopicPartition> unknown = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      if (!last.containsKey(partition)) {
        unknown.add(partition);
      }
    }
    if (!unknown.isEmpty()) {
      Map<TopicPartition, WindowStatement> found = lookUp.apply(unknown);
      unknown.forEach(partition -> last.put(partition, Optional.ofNullable(found.get(partition))));
    }
  }

  /** The next statement of a partition, which is its last from now on. */
  WindowStatement next(TopicPartition partition, MerkleTree tree) {
    Optional<WindowStatement> before = last.get(partition);
    if (before == null) {
      throw new IllegalStateException("the chain of " + partition + " must be prepared, is not");
    }
    WindowStatement next =
        before.isPresent()
            ? before.get().next(tree)
            : WindowStatement.first(ChainNames.of(partition), tree);
    last.put(partition, Optional.of(next));
    return next;
  }

  /** What is known of these may not be so any more. */
  void forget(Collection<TopicPartition> partitions) {
    partitions.forEach(last::remove);
  }
}
