package io.github.lanewise.sample.dedup;

/**
 * Boundaries that the content defines, so that a byte put in moves those around it and no others:
 * FastCDC (Xia et al., "FastCDC: a Fast and Efficient Content-Defined Chunking Approach for Data
 * Deduplication", USENIX ATC 2016).
 *
 * <p>A gear hash rolls over the chunk: h = 2·h + gear[byte], modulo 2^64. Its highest bit depends
 * on the last 64 bytes. A chunk ends where the upper bits of h are zero: 18 of them while it is
 * shorter than 64 KiB, 14 from then on. That is the paper's normalised chunking at level 2, which
 * brings lengths closer to the 2^16 that one rule of 16 bits would have on average. The first 16
 * KiB of a chunk are skipped without being hashed, and at 256 KiB it ends whatever the hash is.
 *
 * <p>The paper spreads the bits of its masks over the lower 48; here they are the upper ones, each
 * of which sees 46 bytes at least.
 */
final class FastCdcBoundaries implements Boundaries {

  /** No chunk but a stream's last is as short as this, or shorter. */
  static final int MIN_BYTES = 16 * 1024;

  static final int NORMAL_BYTES = 64 * 1024;
  static final int MAX_BYTES = 256 * 1024;

  private static final int NORMALISATION_LEVEL = 2;
  private static final int NORMAL_BITS = Integer.numberOfTrailingZeros(NORMAL_BYTES);
  private static final int SHIFT_BEFORE = Long.SIZE - (NORMAL_BITS + NORMALISATION_LEVEL);
  private static final int SHIFT_AFTER = Long.SIZE - (NORMAL_BITS - NORMALISATION_LEVEL);

  private static final long[] GEAR = GearTable.create();

  private int length;
  private long hash;

  @Override
  public int maxBytes() {
    return MAX_BYTES;
  }

  @Override
  public int next(byte[] bytes, int from, int to) {
    int at = from + Math.min(Math.max(0, MIN_BYTES - length), to - from);
    length += at - from;
    while (at < to) {
      int phaseEnd = length < NORMAL_BYTES ? NORMAL_BYTES : MAX_BYTES;
      int shift = length < NORMAL_BYTES ? SHIFT_BEFORE : SHIFT_AFTER;
      int end = at + Math.min(phaseEnd - length, to - at);
      int boundary = roll(bytes, at, end, shift);
      length += boundary - at;
      at = boundary;
      if (hash >>> shift == 0 || length == MAX_BYTES) {
        length = 0;
        hash = 0;
        return at;
      }
    }
    return -1;
  }

  /** Up to the first boundary, or to {@code end}; at least one byte. */
  private int roll(byte[] bytes, int from, int end, int shift) {
    long rolling = hash;
    int at = from;
    do {
      rolling = (rolling << 1) + GEAR[bytes[at++] & 0xff];
    } while (at < end && rolling >>> shift != 0);
    hash = rolling;
    return at;
  }
}
