package io.github.lanewise.kernel.sha256;

import java.lang.foreign.MemorySegment;
import java.security.MessageDigest;

/**
 * {@link MessageDigest}, two messages in turn: a block of the one, a block of the other.
 *
 * <p>The rounds of a block are a chain of dependent instructions, in which SHA-NI leaves most of
 * the core idle. Blocks of two messages do not depend on one another, so a core that executes out
 * of order begins the second while the first still waits for itself. It looks some two hundred
 * instructions ahead, and a block has about as many: longer turns overlap less, and so does every
 * instruction between them, which is why the inner loop knows nothing but arrays.
 *
 * <p>States stay in {@code MessageDigest}. So a stream goes on with this engine or with {@code
 * jdk}, whichever its company allows, from quantum to quantum.
 */
final class JdkPairsEngine implements Sha256Engine {

  static final String NAME = "jdk-pairs";

  /** Of each stream, what is copied at a time from memory that is no array: half of it in L1. */
  static final int COPY_BYTES = 8 * 1024;

  private static final int BLOCK_BYTES = Sha256Constants.BLOCK_BYTES;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int lanes() {
    return 2;
  }

  /**
   * Hashes the next bytes of two streams: as many as the shorter segment has, of that one all.
   *
   * @param most of each stream, at least a block
   * @param copies working memory of {@link #COPY_BYTES} for each
   * @return how many of both together
   */
  long update(JdkEngine jdk, Sha256Stream first, Sha256Stream second, int most, byte[][] copies) {
    Segment ofFirst = first.current();
    Segment ofSecond = second.current();
    long before = ofFirst.remaining() + ofSecond.remaining();
    // Segments end anywhere. Off a block's boundary, MessageDigest would copy each block.
    jdk.update(first, first.toBlockBoundary(), copies[0]);
    jdk.update(second, second.toBlockBoundary(), copies[1]);
    long both = Math.min(most, Math.min(ofFirst.remaining(), ofSecond.remaining()));
    updateBlocks(
        first.digestOf(jdk), ofFirst, second.digestOf(jdk), ofSecond, both & -BLOCK_BYTES, copies);
    finish(jdk, first, copies[0]);
    finish(jdk, second, copies[1]);
    return before - ofFirst.remaining() - ofSecond.remaining();
  }

  /** What is left of a segment if it is less than a block. */
  private static void finish(JdkEngine jdk, Sha256Stream stream, byte[] copy) {
    long left = stream.current().remaining();
    if (left < BLOCK_BYTES) {
      jdk.update(stream, left, copy);
    }
  }

  private static void updateBlocks(
      MessageDigest first,
      Segment ofFirst,
      MessageDigest second,
      Segment ofSecond,
      long bytes,
      byte[][] copies) {
    boolean inArrays = ofFirst.array() != null && ofSecond.array() != null;
    for (long left = bytes; left > 0; ) {
      int part = (int) (inArrays ? left : Math.min(left, COPY_BYTES));
      byte[] firstArray = arrayOf(ofFirst, part, copies[0]);
      byte[] secondArray = arrayOf(ofSecond, part, copies[1]);
      int firstAt = startIn(ofFirst);
      int secondAt = startIn(ofSecond);
      updateBlocks(first, firstArray, firstAt, second, secondArray, secondAt, part);
      skip(ofFirst, part);
      skip(ofSecond, part);
      left -= part;
    }
  }

  private static byte[] arrayOf(Segment segment, int bytes, byte[] copy) {
    byte[] array = segment.array();
    if (array != null) {
      return array;
    }
    segment.copyTo(MemorySegment.ofArray(copy), 0, bytes);
    return copy;
  }

  private static int startIn(Segment segment) {
    return segment.array() == null ? 0 : segment.arrayPosition();
  }

  /** Copying has eaten already what is no array. */
  private static void skip(Segment segment, int bytes) {
    if (segment.array() != null) {
      segment.skip(bytes);
    }
  }

  private static void updateBlocks(
      MessageDigest first,
      byte[] ofFirst,
      int firstAt,
      MessageDigest second,
      byte[] ofSecond,
      int secondAt,
      int bytes) {
    for (int i = 0; i < bytes; i += BLOCK_BYTES) {
      first.update(ofFirst, firstAt + i, BLOCK_BYTES);
      second.update(ofSecond, secondAt + i, BLOCK_BYTES);
    }
  }
}
