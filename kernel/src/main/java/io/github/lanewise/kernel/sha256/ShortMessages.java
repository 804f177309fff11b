package io.github.lanewise.kernel.sha256;

import static io.github.lanewise.kernel.sha256.Sha256Constants.BLOCK_BYTES;

import io.github.lanewise.kernel.sha256.BlockEngine.Compressor;
import io.github.lanewise.kernel.sha256.MultiBufferSha256.ShortListener;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whole messages of a few blocks, as log records are, without a stream for each.
 *
 * <p>Such a message ends before the bookkeeping of {@link LaneSchedule} could pay. Here messages of
 * about one length are laid with their padding into the engine's stage, all states are set at once,
 * and all digests are read at once. Confined to one thread at a time, as {@link MultiBufferSha256}.
 */
final class ShortMessages implements AutoCloseable {

  private static final int MAX_BLOCKS = Compressor.STAGE_BLOCKS;

  private static final int MAX_BYTES = MultiBufferSha256.MAX_SHORT_BYTES;

  /** Of the blocks that lanes go through, so many quarters must be of messages at least. */
  private static final int MIN_FILL_QUARTERS = 3;

  private static final ValueLayout.OfLong BIG_ENDIAN_LENGTH =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final byte PADDING_MARK = (byte) 0x80;

  private final EngineTable table;
  private final EngineTrust trust;
  private final SpeedWatch watch;
  private final int crossCheckEvery;
  private final MessageDigest jdk = new JdkEngine().newDigest();

  /** Working memory of its own, since what is in lanes meanwhile keeps its states in the other. */
  private @Nullable LaneEngines engines;

  /** Which message comes when: by blocks, and of the same number of blocks in their order. */
  private int[] order = new int[64];

  private int[] blocks = new int[64];
  private final int[] starts = new int[MAX_BLOCKS + 2];
  private final byte[] digestsOfLanes;
  private final MemorySegment target;

  /** How many messages went into lanes since the last that was cross-checked. */
  private int sinceCrossCheck;

  private int crossChecks;

  /** The parameters are those of {@link MultiBufferSha256}. */
  ShortMessages(EngineTable table, EngineTrust trust, SpeedWatch watch, int crossCheckEvery) {
    this.table = table;
    this.trust = trust;
    this.watch = watch;
    this.crossCheckEvery = crossCheckEvery;
    this.digestsOfLanes = new byte[table.lanes() * Sha256Digest.BYTES];
    this.target = MemorySegment.ofArray(digestsOfLanes);
  }

  /** See {@link MultiBufferSha256#digestShort}. */
  void digest(List<ByteBuffer> messages, byte[] digests, ShortListener listener) {
    sort(messages);
    int done = 0;
    while (done < messages.size()) {
      int group = Math.min(messages.size() - done, table.lanes());
      int together = togetherFrom(done, group);
      LaneEngines usable = together == 0 ? null : usableEngines();
      if (usable == null) {
        together = 0;
      } else if (!digestTogether(usable, messages, done, together, digests, listener)) {
        // What lanes made of those before is in doubt too, and none of it is given away yet.
        done = 0;
        continue;
      }
      for (int i = done + together; i < done + group; i++) {
        digestWithJdk(messages.get(order[i]), digests, order[i], listener);
      }
      done += group;
    }
  }

  /** By counting. */
  private void sort(List<ByteBuffer> messages) {
    int count = messages.size();
    if (order.length < count) {
      order = new int[Math.max(count, 2 * order.length)];
      blocks = new int[order.length];
    }
    Arrays.fill(starts, 0);
    for (int i = 0; i < count; i++) {
      int bytes = messages.get(i).remaining();
      if (bytes > MAX_BYTES) {
        throw new IllegalArgumentException(
            "a short message has at most " + MAX_BYTES + " bytes, message " + i + " has " + bytes);
      }
      blocks[i] = FixedLengthSha256.blocks(bytes);
      starts[blocks[i] + 1]++;
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    for (int i = 0; i < count; i++) {
      order[starts[blocks[i]]++] = i;
    }
  }

  /**
   * How many of a group go into lanes together: not the longest of them, if the others would wait
   * for it longer than is good.
   */
  private int togetherFrom(int first, int group) {
    int sum = 0;
    for (int i = first; i < first + group; i++) {
      sum += blocks[order[i]];
    }
    int together = group;
    while (together > 0) {
      int longest = blocks[order[first + together - 1]];
      if (4 * sum >= MIN_FILL_QUARTERS * together * longest) {
        break;
      }
      sum -= longest;
      together--;
    }
    return table.lanesFor(together) < together ? 0 : together;
  }

  private @Nullable LaneEngines usableEngines() {
    if (trust.isLost() || watch.collapse() != null) {
      return null;
    }
    if (engines == null) {
      engines = LaneEngines.open(table, watch);
    }
    return engines;
  }

  /**
   * Hashes some messages in lanes.
   *
   * @return false if the lanes were found to hash wrongly
   */
  private boolean digestTogether(
      LaneEngines usable,
      List<ByteBuffer> messages,
      int first,
      int count,
      byte[] digests,
      ShortListener listener) {
    OpenEngine engine = usable.forOccupancy(count);
    MemorySegment stage = engine.stage();
    long sum = 0;
    for (int lane = 0; lane < count; lane++) {
      int message = order[first + lane];
      lay(messages.get(message), blocks[message], stage, engine.stageOffset(lane));
      sum += blocks[message];
    }
    engine.initialise();
    int done = 0;
    for (int lane = 0; lane < count; ) {
      int next = blocks[order[first + lane]];
      engine.compressStaged(done, next - done);
      engine.digests(target, count);
      for (; lane < count && blocks[order[first + lane]] == next; lane++) {
        int to = order[first + lane] * Sha256Digest.BYTES;
        System.arraycopy(
            digestsOfLanes, lane * Sha256Digest.BYTES, digests, to, Sha256Digest.BYTES);
      }
      done = next;
    }
    listener.ran(engine.name(), count, engine.lanesFor(count), sum * BLOCK_BYTES);
    return crossCheck(messages, first, count, digests, listener);
  }

  private static void lay(ByteBuffer message, int blocks, MemorySegment stage, long at) {
    int bytes = message.remaining();
    long end = at + (long) blocks * BLOCK_BYTES;
    // Whole words, before the message is copied over some of them: padding has at most 72 bytes.
    for (int i = Math.min(blocks * BLOCK_BYTES, BLOCK_BYTES + Long.BYTES); i > 0; i -= Long.BYTES) {
      stage.set(BIG_ENDIAN_LENGTH, end - i, 0);
    }
    if (message.hasArray()) {
      int from = message.arrayOffset() + message.position();
      MemorySegment.copy(message.array(), from, stage, ValueLayout.JAVA_BYTE, at, bytes);
    } else {
      MemorySegment.copy(MemorySegment.ofBuffer(message), 0, stage, at, bytes);
    }
    stage.set(ValueLayout.JAVA_BYTE, at + bytes, PADDING_MARK);
    stage.set(BIG_ENDIAN_LENGTH, end - Long.BYTES, (long) bytes * Byte.SIZE);
  }

  private boolean crossCheck(
      List<ByteBuffer> messages, int first, int count, byte[] digests, ShortListener listener) {
    if (crossCheckEvery == 0) {
      return true;
    }
    sinceCrossCheck += count;
    // Each time another lane is the first to be looked at.
    for (int lane = ++crossChecks % count; sinceCrossCheck >= crossCheckEvery; lane++) {
      sinceCrossCheck -= crossCheckEvery;
      int message = order[first + lane % count];
      int at = message * Sha256Digest.BYTES;
      jdk.update(messages.get(message).duplicate());
      boolean agreed =
          Arrays.equals(jdk.digest(), 0, Sha256Digest.BYTES, digests, at, at + Sha256Digest.BYTES);
      if (!agreed) {
        trust.lose(messages.get(message).remaining());
      }
      listener.crossChecked(agreed);
      if (!agreed) {
        return false;
      }
    }
    return true;
  }

  private void digestWithJdk(
      ByteBuffer message, byte[] digests, int index, ShortListener listener) {
    try {
      if (message.hasArray()) {
        int from = message.arrayOffset() + message.position();
        jdk.update(message.array(), from, message.remaining());
      } else {
        jdk.update(message.duplicate());
      }
      jdk.digest(digests, index * Sha256Digest.BYTES, Sha256Digest.BYTES);
    } catch (DigestException e) {
      throw new IllegalStateException("a SHA-256 digest has not 32 bytes", e);
    } catch (RuntimeException | Error e) {
      // Memory that went away: what was hashed of it must not begin the next message.
      jdk.reset();
      throw e;
    }
    listener.ran(JdkEngine.NAME, 1, 1, message.remaining());
  }

  @Override
  public void close() {
    Arrays.fill(digestsOfLanes, (byte) 0);
    if (engines != null) {
      engines.close();
      engines = null;
    }
  }
}
