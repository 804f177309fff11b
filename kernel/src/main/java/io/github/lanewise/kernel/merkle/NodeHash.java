package io.github.lanewise.kernel.merkle;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The hashes of RFC 9162 §2.1.1, one at a time by {@link MessageDigest}. Leaves and inner nodes
 * begin with different bytes, so that none can be shown for the other.
 */
final class NodeHash implements LevelHash {

  static final byte LEAF = 0x00;
  static final byte NODE = 0x01;

  static final int LEAF_BYTES = 1 + Sha256Digest.BYTES;
  static final int NODE_BYTES = 1 + 2 * Sha256Digest.BYTES;

  private final MessageDigest sha256 = sha256();

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException cause) {
      throw new IllegalStateException("every JDK has SHA-256, this one has not", cause);
    }
  }

  /** SHA-256 of any bytes. */
  static Sha256Digest of(byte[] bytes) {
    return Sha256Digest.of(sha256().digest(bytes));
  }

  /** HASH(0x00 || entry). */
  Sha256Digest leaf(Sha256Digest entry) {
    sha256.update(LEAF);
    return Sha256Digest.of(sha256.digest(entry.toByteArray()));
  }

  /** HASH(0x01 || left || right). */
  Sha256Digest node(Sha256Digest left, Sha256Digest right) {
    sha256.update(NODE);
    sha256.update(left.toByteArray());
    return Sha256Digest.of(sha256.digest(right.toByteArray()));
  }

  @Override
  public void hash(byte[] messages, int messageBytes, int count, byte[] digests, int offset) {
    try {
      for (int i = 0; i < count; i++) {
        sha256.update(messages, i * messageBytes, messageBytes);
        sha256.digest(digests, offset + i * Sha256Digest.BYTES, Sha256Digest.BYTES);
      }
    } catch (DigestException cause) {
      throw new IllegalStateException("SHA-256 fits 32 bytes", cause);
    }
  }
}
