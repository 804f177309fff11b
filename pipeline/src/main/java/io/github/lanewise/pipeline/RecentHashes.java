package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Digest;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Messages that one worker hashed lately, with their digests, bounded by bytes. Confined to the
 * worker.
 *
 * <p>A fingerprint of some words of a message finds a candidate; its digest is given only when
 * every byte is the same. So a digest is never wrong, whatever an adversary sends: at worst a
 * comparison was in vain. Holds copies, no caller's buffer.
 *
 * <p>A message is kept when it comes for the second time, since a copy of each that never comes
 * again would cost a tenth of its hash.
 */
final class RecentHashes {

  /** Below this, a look-up costs as much as the hash. */
  static final int MIN_MESSAGE_BYTES = 256;

  private static final int SAMPLED_WORDS = 24;

  /** 2^64 ÷ the golden ratio, the multiplier of Fibonacci hashing. */
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private record Entry(ByteBuffer bytes, Sha256Digest digest) {}

  private final long maxBytes;
  private final LaneMeters meters;
  private final Map<Long, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private final long[] seenOnce;

  /** Nobody can prepare messages that share a fingerprint, nor tell which words are looked at. */
  private final long seed = new SplittableRandom().nextLong();

  private long heldBytes;

  RecentHashes(long maxBytes, LaneMeters meters) {
    this.maxBytes = maxBytes;
    this.meters = meters;
    // Room to remember eight times as many messages of 64 KiB as can be kept.
    long places = Math.clamp(8 * maxBytes / (64 * 1024), 1 << 10, 1 << 20);
    this.seenOnce = new long[Integer.highestOneBit((int) places)];
  }

  /** Whether messages of a size are looked up at all. */
  boolean takes(int bytes) {
    return bytes >= MIN_MESSAGE_BYTES && bytes <= maxBytes / 4;
  }

  /** Samples a message of a size that is taken, from position to limit. */
  long fingerprint(ByteBuffer message) {
    int length = message.remaining();
    int start = message.position();
    long hash = seed ^ length;
    int stride = (length - Long.BYTES) / (SAMPLED_WORDS - 1);
    int offset = (int) Math.unsignedMultiplyHigh(seed, stride);
    for (int i = 0; i < SAMPLED_WORDS - 1; i++) {
      hash = mix(hash, (long) LONGS.get(message, start + i * stride + offset));
    }
    return mix(hash, (long) LONGS.get(message, start + length - Long.BYTES));
  }

  private static long mix(long hash, long word) {
    long product = (hash ^ word) * MULTIPLIER;
    return product ^ product >>> 32;
  }

  /** The digest of a message with the same bytes; null if there is none. */
  @Nullable Sha256Digest find(long fingerprint, ByteBuffer message) {
    Entry entry = entries.get(fingerprint);
    if (entry != null && entry.bytes.equals(message)) {
      meters.cacheHit(message.remaining());
      return entry.digest;
    }
    meters.cacheMiss();
    return null;
  }

  /** Has been hashed; keeps it if its fingerprint was there lately. */
  void put(long fingerprint, ByteBuffer message, Sha256Digest digest) {
    int place = (int) (fingerprint >>> 40) & (seenOnce.length - 1);
    if (seenOnce[place] != fingerprint) {
      seenOnce[place] = fingerprint;
      return;
    }
    byte[] copy = new byte[message.remaining()];
    message.get(message.position(), copy);
    Entry old = entries.put(fingerprint, new Entry(ByteBuffer.wrap(copy), digest));
    hold(copy.length - (old == null ? 0 : old.bytes.remaining()));
    Iterator<Entry> eldest = entries.values().iterator();
    while (heldBytes > maxBytes) {
      hold(-eldest.next().bytes.remaining());
      eldest.remove();
    }
  }

  private void hold(int bytes) {
    heldBytes += bytes;
    meters.cacheHolds(bytes);
  }

  /** Forgets everything. */
  void clear() {
    entries.clear();
    meters.cacheHolds(-heldBytes);
    heldBytes = 0;
  }
}
