package io.github.lanewise.kafka;

import io.github.lanewise.kernel.merkle.MerkleTree;
import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Working memory for threads that hash now and then: each takes an instance for a call and puts it
 * back. There are as many as threads were ever in at once, which for listeners is their number.
 */
final class LanePool implements AutoCloseable {

  private final Supplier<EngineChoice> engine;
  private final int crossCheckEvery;
  private final ConcurrentLinkedDeque<LaneHasher> free = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  LanePool(Supplier<EngineChoice> engine, int crossCheckEvery) {
    if (crossCheckEvery < 0) {
      throw new IllegalArgumentException(
          "cross-check-every must not be negative, was " + crossCheckEvery);
    }
    this.engine = engine;
    this.crossCheckEvery = crossCheckEvery;
  }

  /** The digest of each message, in their order. */
  List<Sha256Digest> digests(List<byte[]> messages) {
    return with(hasher -> hasher.digests(messages));
  }

  /** The tree over digests. */
  MerkleTree tree(List<Sha256Digest> records) {
    return with(hasher -> hasher.tree(records));
  }

  private <T> T with(Function<LaneHasher, T> work) {
    LaneHasher hasher = free.pollFirst();
    if (hasher == null) {
      hasher = new LaneHasher(engine, crossCheckEvery);
    }
    boolean whole = false;
    try {
      T result = work.apply(hasher);
      whole = true;
      return result;
    } finally {
      if (!whole || closed) {
        hasher.close();
      } else {
        free.addFirst(hasher);
        if (closed) {
          close();
        }
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    LaneHasher hasher;
    while ((hasher = free.pollFirst()) != null) {
      hasher.close();
    }
  }
}
