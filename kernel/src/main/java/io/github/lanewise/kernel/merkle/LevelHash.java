package io.github.lanewise.kernel.merkle;

/** A way to hash the nodes of one level: many independent messages of one length. */
interface LevelHash {

  /**
   * Hashes messages that lie one behind the other.
   *
   * @param messages from 0 on, {@code count} times {@code messageBytes}
   * @param count at most {@link MerkleTree#NODES_AT_ONCE}
   * @param digests gets {@code count} times 32 bytes from {@code offset} on; another array
   */
  void hash(byte[] messages, int messageBytes, int count, byte[] digests, int offset);
}
