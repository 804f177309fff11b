package io.github.lanewise.kernel.merkle;

import io.github.lanewise.kernel.sha256.EngineChoice;
import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The Merkle tree of RFC 9162 §2.1.1 over digests of records: leaf i is SHA-256(0x00 || digest i),
 * an inner node SHA-256(0x01 || left || right).
 *
 * <p>Built level by level from the leaves: neighbours are joined in pairs, and a last node without
 * a neighbour moves up as it is. That is the RFC's tree, which splits n entries at the largest
 * power of two below n: all subtrees but those at the right edge are full. All nodes of a level are
 * independent messages of one length, 33 bytes at the leaves and 65 above, so that a level fills
 * lanes however deep the tree is.
 *
 * <p>Immutable, safe for any number of threads. Holds every node: about 64 bytes a record.
 */
public final class MerkleTree {

  /** The most records of a tree. */
  public static final int MAX_SIZE = 1 << 20;

  /** How many messages are laid out for a {@link LevelHash} at once: 16 KiB of them. */
  static final int NODES_AT_ONCE = 256;

  private static final int BYTES = Sha256Digest.BYTES;

  private final int size;

  /** The nodes of each level side by side, leaves first, the root last. */
  private final List<byte[]> levels;

  private MerkleTree(int size, List<byte[]> levels) {
    this.size = size;
    this.levels = levels;
  }

  /**
   * A tree, hashed by {@link java.security.MessageDigest} on the calling thread.
   *
   * @param records their SHA-256 digests, at most {@value #MAX_SIZE}; none make the RFC's empty
   *     tree
   * @throws IllegalArgumentException if there are more
   */
  public static MerkleTree of(List<Sha256Digest> records) {
    return of(records, new NodeHash());
  }

  /**
   * A tree, hashed on the calling thread in lanes where they pay.
   *
   * @param records as there
   * @param choice of the engine, whose working memory is open during this call only
   * @throws IllegalArgumentException as there
   */
  public static MerkleTree of(List<Sha256Digest> records, EngineChoice choice) {
    try (LaneLevelHash hash = new LaneLevelHash(choice)) {
      return of(records, hash);
    }
  }

  static MerkleTree of(List<Sha256Digest> records, LevelHash hash) {
    int size = records.size();
    if (size > MAX_SIZE) {
      throw new IllegalArgumentException(
          "a tree has at most " + MAX_SIZE + " records, was given " + size);
    }
    return size == 0
        ? new MerkleTree(0, List.of(NodeHash.of(new byte[0]).toByteArray()))
        : over(leaves(records, hash), hash);
  }

  /**
   * The tree above given leaf hashes.
   *
   * @param leaves 32 bytes each, at least one; not copied
   */
  static MerkleTree over(byte[] leaves, LevelHash hash) {
    List<byte[]> levels = new ArrayList<>();
    byte[] level = leaves;
    levels.add(level);
    while (level.length > BYTES) {
      level = parents(level, hash);
      levels.add(level);
    }
    return new MerkleTree(leaves.length / BYTES, List.copyOf(levels));
  }

  private static byte[] leaves(List<Sha256Digest> records, LevelHash hash) {
    int count = records.size();
    byte[] leaves = new byte[count * BYTES];
    byte[] messages = new byte[Math.min(count, NODES_AT_ONCE) * NodeHash.LEAF_BYTES];
    for (int from = 0; from < count; from += NODES_AT_ONCE) {
      int laidOut = Math.min(NODES_AT_ONCE, count - from);
      for (int i = 0; i < laidOut; i++) {
        int at = i * NodeHash.LEAF_BYTES;
        messages[at] = NodeHash.LEAF;
        System.arraycopy(records.get(from + i).toByteArray(), 0, messages, at + 1, BYTES);
      }
      hash.hash(messages, NodeHash.LEAF_BYTES, laidOut, leaves, from * BYTES);
    }
    return leaves;
  }

  private static byte[] parents(byte[] children, LevelHash hash) {
    int count = children.length / BYTES;
    int pairs = count / 2;
    byte[] parents = new byte[(pairs + count % 2) * BYTES];
    byte[] messages = new byte[Math.min(pairs, NODES_AT_ONCE) * NodeHash.NODE_BYTES];
    for (int from = 0; from < pairs; from += NODES_AT_ONCE) {
      int laidOut = Math.min(NODES_AT_ONCE, pairs - from);
      for (int i = 0; i < laidOut; i++) {
        int at = i * NodeHash.NODE_BYTES;
        messages[at] = NodeHash.NODE;
        System.arraycopy(children, 2 * (from + i) * BYTES, messages, at + 1, 2 * BYTES);
      }
      hash.hash(messages, NodeHash.NODE_BYTES, laidOut, parents, from * BYTES);
    }
    if (count % 2 == 1) {
      System.arraycopy(children, (count - 1) * BYTES, parents, pairs * BYTES, BYTES);
    }
    return parents;
  }

  /** How many records are in it. */
  public int size() {
    return size;
  }

  /** The Merkle Tree Hash. */
  public Sha256Digest root() {
    return node(levels.getLast(), 0);
  }

  /**
   * What shows that a record is in the tree: the hashes beside its way to the root.
   *
   * @param index of the record, from 0
   * @throws IndexOutOfBoundsException if there is no such record
   */
  public InclusionProof proof(int index) {
    Objects.checkIndex(index, size);
    List<Sha256Digest> path = new ArrayList<>(levels.size() - 1);
    int at = index;
    for (byte[] level : levels) {
      int beside = at ^ 1;
      // The last node of a level of odd length has none beside it, and moves up.
      if (beside < level.length / BYTES) {
        path.add(node(level, beside));
      }
      at >>= 1;
    }
    return InclusionProof.of(index, size, path);
  }

  private static Sha256Digest node(byte[] level, int index) {
    return Sha256Digest.of(Arrays.copyOfRange(level, index * BYTES, (index + 1) * BYTES));
  }

  /** Size and root. */
  @Override
  public String toString() {
    return "MerkleTree[" + size + " records, root " + root().hex() + "]";
  }
}
