package io.github.lanewise.kernel.sha256;

import static io.github.lanewise.kernel.sha256.Sha256Constants.BLOCK_BYTES;
import static io.github.lanewise.kernel.sha256.Sha256Constants.STATE_WORDS;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Where the hash of a message stands after some of its bytes: eight words, the byte count, and the
 * bytes that do not fill a block yet. Enough to go on later, in another process or engine.
 *
 * <p>Exported form, {@value #HEADER_BYTES} bytes and the partial block, all big-endian: the eight
 * words (32 bytes), the byte count (8 bytes), then {@code count mod 64} bytes. Whoever knows a
 * midstate can extend the message; treat it as secret where the message is.
 */
public final class Sha256Midstate {

  private static final int HEADER_BYTES = STATE_WORDS * Integer.BYTES + Long.BYTES;

  private final int[] words;
  private final long byteCount;
  private final byte[] partialBlock;

  Sha256Midstate(int[] words, long byteCount, byte[] partialBlock) {
    this.words = words.clone();
    this.byteCount = byteCount;
    this.partialBlock = partialBlock.clone();
  }

  /**
   * Reads an exported midstate.
   *
   * @throws IllegalArgumentException if the length does not fit the byte count in it
   */
  public static Sha256Midstate fromByteArray(byte[] exported) {
    if (exported.length < HEADER_BYTES) {
      throw new IllegalArgumentException(
          "a midstate has at least " + HEADER_BYTES + " bytes, was " + exported.length);
    }
    ByteBuffer in = ByteBuffer.wrap(exported);
    int[] words = new int[STATE_WORDS];
    for (int i = 0; i < STATE_WORDS; i++) {
      words[i] = in.getInt();
    }
    long byteCount = in.getLong();
    if (byteCount < 0 || byteCount > Sha256Stream.MAX_BYTES) {
      throw new IllegalArgumentException(
          "the byte count of a midstate must be from 0 to "
              + Sha256Stream.MAX_BYTES
              + ", was "
              + byteCount);
    }
    if (in.remaining() != byteCount % BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "a midstate after "
              + byteCount
              + " bytes has a partial block of "
              + byteCount % BLOCK_BYTES
              + " bytes, was "
              + in.remaining());
    }
    byte[] partialBlock = new byte[in.remaining()];
    in.get(partialBlock);
    return new Sha256Midstate(words, byteCount, partialBlock);
  }

  /** The exported form. */
  public byte[] toByteArray() {
    ByteBuffer out = ByteBuffer.allocate(HEADER_BYTES + partialBlock.length);
    for (int word : words) {
      out.putInt(word);
    }
    return out.putLong(byteCount).put(partialBlock).array();
  }

  /** How many bytes of the message it stands for. */
  public long byteCount() {
    return byteCount;
  }

  /** The eight state words after the last whole block. */
  public int[] words() {
    return words.clone();
  }

  /** The 0 to 63 bytes after the last whole block. */
  public byte[] partialBlock() {
    return partialBlock.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sha256Midstate that
        && byteCount == that.byteCount
        && Arrays.equals(words, that.words)
        && Arrays.equals(partialBlock, that.partialBlock);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(words) + Long.hashCode(byteCount);
  }

  /** The byte count alone: the state is as secret as the message. */
  @Override
  public String toString() {
    return "Sha256Midstate after " + byteCount + " bytes";
  }
}
