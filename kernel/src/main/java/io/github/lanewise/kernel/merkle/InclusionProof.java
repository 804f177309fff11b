package io.github.lanewise.kernel.merkle;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Shows that a record is in a {@link MerkleTree} of known root, without the other records (RFC 9162
 * §2.1.3). Immutable; equal when index, size and path are.
 *
 * <p>One that exists has the path length that its index and size demand, so that there is one form
 * of a proof. Whether it proves anything {@link #verifies} tells.
 *
 * <p>As octets: the index and the tree size in 8 bytes each, big-endian, then the path, 32 bytes a
 * hash, from the leaf up.
 */
public final class InclusionProof {

  private static final int HEADER_BYTES = 2 * Long.BYTES;

  private final long index;
  private final long treeSize;
  private final List<Sha256Digest> path;

  private InclusionProof(long index, long treeSize, List<Sha256Digest> path) {
    this.index = index;
    this.treeSize = treeSize;
    this.path = path;
  }

  /**
   * A proof from its parts.
   *
   * @param index of the record, from 0
   * @param treeSize how many records are in the tree
   * @param path the audit path, from the leaf up
   * @throws IllegalArgumentException if the index is not below the size, or the path has not the
   *     length that both demand
   */
  public static InclusionProof of(long index, long treeSize, List<Sha256Digest> path) {
    if (index < 0 || index >= treeSize) {
      throw new IllegalArgumentException(
          "the index must be from 0 to below the tree size, was %d of %d"
              .formatted(index, treeSize));
    }
    int length = pathLength(index, treeSize);
    if (path.size() != length) {
      throw new IllegalArgumentException(
          "the path of record %d of %d must have %d hashes, has %d"
              .formatted(index, treeSize, length, path.size()));
    }
    return new InclusionProof(index, treeSize, List.copyOf(path));
  }

  /**
   * Reads what {@link #toByteArray()} writes.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static InclusionProof of(byte[] octets) {
    int pathBytes = octets.length - HEADER_BYTES;
    if (pathBytes < 0 || pathBytes % Sha256Digest.BYTES != 0) {
      throw new IllegalArgumentException(
          "a proof must have 16 bytes and 32 for each hash of its path, has " + octets.length);
    }
    ByteBuffer buffer = ByteBuffer.wrap(octets);
    long index = buffer.getLong();
    long treeSize = buffer.getLong();
    List<Sha256Digest> path = new ArrayList<>();
    byte[] hash = new byte[Sha256Digest.BYTES];
    while (buffer.hasRemaining()) {
      buffer.get(hash);
      path.add(Sha256Digest.of(hash));
    }
    return of(index, treeSize, path);
  }

  /**
   * Reads what {@link #base64()} writes.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static InclusionProof ofBase64(String base64) {
    return of(Base64.getDecoder().decode(base64));
  }

  /** How many nodes of the way to the root have one beside them. */
  private static int pathLength(long index, long treeSize) {
    int length = 0;
    long node = index;
    for (long last = treeSize - 1; last > 0; last >>= 1) {
      if (node % 2 == 1 || node < last) {
        length++;
      }
      node >>= 1;
    }
    return length;
  }

  /**
   * The root of the tree in which the record stands here, if it is in one. RFC 9162 §2.1.3.2; the
   * steps that fail there for a path of another length cannot be met.
   *
   * @param record its SHA-256 digest
   */
  public Sha256Digest rootFor(Sha256Digest record) {
    NodeHash hash = new NodeHash();
    return rootAbove(hash.leaf(record), hash);
  }

  Sha256Digest rootAbove(Sha256Digest leaf, NodeHash hash) {
    Sha256Digest root = leaf;
    int used = 0;
    long node = index;
    for (long last = treeSize - 1; last > 0; last >>= 1) {
      if (node % 2 == 1) {
        root = hash.node(path.get(used++), root);
      } else if (node < last) {
        root = hash.node(root, path.get(used++));
      }
      node >>= 1;
    }
    return root;
  }

  /** Whether it shows that the record is in the tree with this root. */
  public boolean verifies(Sha256Digest record, Sha256Digest root) {
    return rootFor(record).equals(root);
  }

  /** Where the record stands in the tree, from 0. */
  public long index() {
    return index;
  }

  /** How many records are in the tree. */
  public long treeSize() {
    return treeSize;
  }

  /** The hashes beside the way from the leaf to the root; unmodifiable. */
  public List<Sha256Digest> path() {
    return path;
  }

  /** The octets, see the class. */
  public byte[] toByteArray() {
    ByteBuffer buffer = ByteBuffer.allocate(HEADER_BYTES + path.size() * Sha256Digest.BYTES);
    buffer.putLong(index).putLong(treeSize);
    path.forEach(hash -> buffer.put(hash.toByteArray()));
    return buffer.array();
  }

  /** The octets in base64 (RFC 4648 §4), with padding, without line breaks. */
  public String base64() {
    return Base64.getEncoder().encodeToString(toByteArray());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof InclusionProof that
        && index == that.index
        && treeSize == that.treeSize
        && path.equals(that.path);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Long.hashCode(index) + Long.hashCode(treeSize)) + path.hashCode();
  }

  /** Index, size and the hashes in hex. */
  @Override
  public String toString() {
    return "InclusionProof[%d of %d, %s]"
        .formatted(
            index,
            treeSize,
            path.stream().map(Sha256Digest::hex).collect(Collectors.joining(", ")));
  }
}
