package io.github.lanewise.kernel.merkle;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.FixedLengthSha256;
import java.lang.foreign.MemorySegment;

/** Hashes by the engine that is the best for messages as short as nodes are. */
final class LaneLevelHash implements LevelHash, AutoCloseable {

  private final FixedLengthSha256 leaves;
  private final FixedLengthSha256 nodes;

  LaneLevelHash(EngineChoice choice) {
    this.leaves = choice.openFixed(NodeHash.LEAF_BYTES);
    this.nodes = choice.openFixed(NodeHash.NODE_BYTES);
  }

  @Override
  public void hash(byte[] messages, int messageBytes, int count, byte[] digests, int offset) {
    FixedLengthSha256 sha256 = messageBytes == NodeHash.LEAF_BYTES ? leaves : nodes;
    sha256.digest(
        MemorySegment.ofArray(messages),
        0,
        messageBytes,
        count,
        MemorySegment.ofArray(digests),
        offset);
  }

  @Override
  public void close() {
    leaves.close();
    nodes.close();
  }
}
