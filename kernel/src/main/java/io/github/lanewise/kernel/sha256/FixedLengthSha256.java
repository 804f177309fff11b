package io.github.lanewise.kernel.sha256;

import static io.github.lanewise.kernel.sha256.BlockEngine.Compressor.STAGE_BLOCKS;
import static io.github.lanewise.kernel.sha256.Sha256Constants.BLOCK_BYTES;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Hashes many messages of one length: records, the leaves and nodes of a Merkle tree, keys.
 *
 * <pre>{@code
 * try (FixedLengthSha256 nodes = choice.openFixed(65)) {
 *   nodes.digest(level, 0, 65, count, parents, 0);
 * }
 * }</pre>
 *
 * <p>What does not change from message to message is done once: the padding lies ready, and no
 * message is an object. Lanes are filled with as many messages as there are; the rest of a call, if
 * it is below the break-even, goes to {@code MessageDigest}. Made for messages of up to a few
 * blocks; {@link MultiBufferSha256} hashes long ones where they lie.
 *
 * <p>Confined to one thread at a time. Holds working memory until it is closed, with the last
 * messages in it. Allocates nothing in steady state.
 */
public final class FixedLengthSha256 implements AutoCloseable {

  private static final ValueLayout.OfLong BIG_ENDIAN_LENGTH =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final byte PADDING_MARK = (byte) 0x80;
  private static final int COPY_BYTES = 4096;

  private final int messageBytes;

  /** How many blocks a message has with its padding. */
  private final int blocks;

  private final BlockEngine.@Nullable Compressor compressor;
  private final int lanes;
  private final int breakEven;
  private final BooleanSupplier lanesAreLost;

  private final MessageDigest messageDigest = new JdkEngine().newDigest();
  private final byte[] copy;
  private final byte[] digest = new byte[Sha256Digest.BYTES];
  private boolean closed;

  /**
   * @param lanesAreLost asked before each call; {@code jdk} hashes all of it then
   */
  FixedLengthSha256(
      @Nullable BlockEngine engine, int breakEven, BooleanSupplier lanesAreLost, int messageBytes) {
    this.messageBytes = messageBytes;
    this.blocks = blocks(messageBytes);
    this.compressor = engine == null ? null : engine.open();
    this.lanes = engine == null ? 1 : engine.lanes();
    this.breakEven = breakEven;
    this.lanesAreLost = lanesAreLost;
    this.copy = new byte[Math.clamp(messageBytes, 1, COPY_BYTES)];
    if (compressor != null) {
      for (int lane = 0; lane < lanes; lane++) {
        pad(compressor.stage(), compressor.stageOffset(lane), 0, Math.min(blocks, STAGE_BLOCKS));
      }
    }
  }

  /** How many blocks a message of so many bytes has with its padding. */
  static int blocks(int messageBytes) {
    if (messageBytes < 0) {
      throw new IllegalArgumentException(
          "the length of a message must not be negative, was " + messageBytes);
    }
    return Math.toIntExact(
        ((long) messageBytes + Sha256Stream.MIN_PADDING + BLOCK_BYTES - 1) / BLOCK_BYTES);
  }

  /** How long a message of so many blocks may be. */
  static int maxBytes(int blocks) {
    return blocks * BLOCK_BYTES - Sha256Stream.MIN_PADDING;
  }

  /** The length of every message. */
  public int messageBytes() {
    return messageBytes;
  }

  /**
   * Hashes {@code count} messages.
   *
   * @param messages where they lie, of any kind: message i begins at {@code offset + i * stride}
   * @param stride how far apart they begin, in bytes, at least their length
   * @param count how many; 0 is allowed
   * @param digests gets 32 bytes for each, without gaps, in the same order; must not overlap the
   *     messages
   * @param digestOffset where the first digest goes, in bytes
   * @throws IllegalArgumentException if the count is negative, the stride is shorter than a
   *     message, or the digests cannot be written
   * @throws IndexOutOfBoundsException if a message or digest does not lie within its segment
   * @throws IllegalStateException if closed
   */
  public void digest(
      MemorySegment messages,
      long offset,
      long stride,
      int count,
      MemorySegment digests,
      long digestOffset) {
    check(messages, offset, stride, count, digests, digestOffset);
    BlockEngine.Compressor engine = lanesAreLost.getAsBoolean() ? null : compressor;
    int done = 0;
    while (engine != null && done < count && count - done >= breakEven) {
      int used = Math.min(lanes, count - done);
      digestInLanes(engine, messages, offset + done * stride, stride, used);
      engine.digests(digests, digestOffset + (long) done * Sha256Digest.BYTES, used);
      done += used;
    }
    if (done == count) {
      return;
    }
    byte[] array = messages.heapBase().orElse(null) instanceof byte[] bytes ? bytes : null;
    for (; done < count; done++) {
      digestWithJdk(
          messages,
          offset + done * stride,
          array,
          digests,
          digestOffset + (long) done * Sha256Digest.BYTES);
    }
  }

  private void digestInLanes(
      BlockEngine.Compressor engine, MemorySegment messages, long first, long stride, int used) {
    engine.initialise();
    MemorySegment stage = engine.stage();
    for (int block = 0; block < blocks; block += STAGE_BLOCKS) {
      int now = Math.min(blocks - block, STAGE_BLOCKS);
      int position = block * BLOCK_BYTES;
      int bytes = Math.clamp(messageBytes - position, 0, STAGE_BLOCKS * BLOCK_BYTES);
      for (int lane = 0; lane < used; lane++) {
        long at = engine.stageOffset(lane);
        if (bytes > 0) {
          // Where nothing but padding is left, the position is beyond the message.
          MemorySegment.copy(messages, first + lane * stride + position, stage, at, bytes);
        }
        if (blocks > STAGE_BLOCKS) {
          // Else the padding is where it was laid at the start.
          pad(stage, at, block, now);
        }
      }
      engine.compressStaged(0, now);
    }
  }

  /**
   * Lays out what padding there is in some blocks of a message: the mark, zeros, and the length in
   * bits (FIPS 180-4 §5.1.1).
   *
   * @param at where these blocks begin in the stage
   * @param first the first of them
   */
  private void pad(MemorySegment stage, long at, int first, int count) {
    int from = first * BLOCK_BYTES;
    int to = (first + count) * BLOCK_BYTES;
    for (int i = Math.max(messageBytes, from); i < to; i++) {
      stage.set(ValueLayout.JAVA_BYTE, at + i - from, i == messageBytes ? PADDING_MARK : 0);
    }
    if (first + count == blocks) {
      stage.set(BIG_ENDIAN_LENGTH, at + to - from - Long.BYTES, (long) messageBytes * Byte.SIZE);
    }
  }

  private void digestWithJdk(
      MemorySegment messages, long at, byte @Nullable [] array, MemorySegment digests, long to) {
    if (array != null) {
      // The address of a heap segment counts from the start of its array.
      messageDigest.update(array, Math.toIntExact(messages.address() + at), messageBytes);
    } else {
      for (int done = 0; done < messageBytes; done += copy.length) {
        int part = Math.min(copy.length, messageBytes - done);
        MemorySegment.copy(messages, ValueLayout.JAVA_BYTE, at + done, copy, 0, part);
        messageDigest.update(copy, 0, part);
      }
    }
    try {
      messageDigest.digest(digest, 0, digest.length);
    } catch (DigestException e) {
      throw new IllegalStateException("a SHA-256 digest has not " + digest.length + " bytes", e);
    }
    MemorySegment.copy(digest, 0, digests, ValueLayout.JAVA_BYTE, to, digest.length);
  }

  private void check(
      MemorySegment messages,
      long offset,
      long stride,
      int count,
      MemorySegment digests,
      long digestOffset) {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    if (count < 0) {
      throw new IllegalArgumentException("count must not be negative, was " + count);
    }
    if (stride < messageBytes) {
      throw new IllegalArgumentException(
          "stride must be at least the length of a message, "
              + messageBytes
              + " bytes, was "
              + stride);
    }
    if (digests.isReadOnly()) {
      throw new IllegalArgumentException("the memory for the digests must not be read-only");
    }
    // Written so that nothing overflows, whatever the arguments.
    long room = messages.byteSize() - messageBytes;
    boolean within = offset >= 0 && offset <= room;
    if (count > 0 && !(within && (stride == 0 || (room - offset) / stride >= count - 1))) {
      throw new IndexOutOfBoundsException(
          count
              + " messages of "
              + messageBytes
              + " bytes from "
              + offset
              + " on, "
              + stride
              + " apart, do not lie within "
              + messages.byteSize()
              + " bytes");
    }
    Objects.checkFromIndexSize(digestOffset, (long) count * Sha256Digest.BYTES, digests.byteSize());
  }

  /** Gives the working memory back, with nothing of the messages left in it. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      Arrays.fill(copy, (byte) 0);
      if (compressor != null) {
        compressor.close();
      }
    }
  }
}
