package io.github.lanewise.kernel.sha256;

import static io.github.lanewise.kernel.sha256.Sha256Constants.BLOCK_BYTES;
import static io.github.lanewise.kernel.sha256.Sha256Constants.ROUNDS;
import static io.github.lanewise.kernel.sha256.Sha256Constants.STATE_WORDS;
import static java.lang.Integer.rotateRight;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * FIPS 180-4 §6.2.2 as it is printed there. Made to be read; every other engine is held to it.
 *
 * <p>It takes one message after the other, so its lanes are only places: those that hold no state
 * cost nothing.
 */
final class ScalarEngine implements BlockEngine {

  private static final ValueLayout.OfInt BIG_ENDIAN_WORD =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  @Override
  public String name() {
    return "scalar";
  }

  @Override
  public int lanes() {
    return 1;
  }

  @Override
  public Compressor open() {
    return open(1);
  }

  /** With places for so many messages. */
  Compressor open(int lanes) {
    return new ScalarCompressor(lanes);
  }

  private static final class ScalarCompressor implements Compressor {

    private final int[][] hashes;
    private final boolean[] taken;
    private final int[] w = new int[ROUNDS];
    private final MemorySegment stage;

    ScalarCompressor(int lanes) {
      this.hashes = new int[lanes][STATE_WORDS];
      this.taken = new boolean[lanes];
      this.stage = Arena.ofAuto().allocate((long) lanes * STAGE_BLOCKS * BLOCK_BYTES, BLOCK_BYTES);
    }

    @Override
    public void put(int lane, int[] words) {
      System.arraycopy(words, 0, hashes[lane], 0, STATE_WORDS);
      taken[lane] = true;
    }

    @Override
    public void take(int lane, int[] words) {
      System.arraycopy(hashes[lane], 0, words, 0, STATE_WORDS);
      taken[lane] = false;
    }

    @Override
    public void compress(MemorySegment[] sources, long[] offsets, int blocks, boolean onHeap) {
      for (int lane = 0; lane < hashes.length; lane++) {
        for (int i = 0; taken[lane] && i < blocks; i++) {
          compress(hashes[lane], sources[lane], offsets[lane] + (long) i * BLOCK_BYTES);
        }
      }
    }

    @Override
    public void initialise() {
      for (int[] hash : hashes) {
        Sha256Constants.initialise(hash);
      }
    }

    @Override
    public MemorySegment stage() {
      return stage;
    }

    @Override
    public long stageOffset(int lane) {
      return (long) lane * STAGE_BLOCKS * BLOCK_BYTES;
    }

    @Override
    public void compressStaged(int first, int blocks) {
      for (int lane = 0; lane < hashes.length; lane++) {
        for (int i = first; i < first + blocks; i++) {
          compress(hashes[lane], stage, stageOffset(lane) + (long) i * BLOCK_BYTES);
        }
      }
    }

    @Override
    public void digests(MemorySegment target, long offset, int count) {
      for (int lane = 0; lane < count; lane++) {
        for (int i = 0; i < STATE_WORDS; i++) {
          long at = offset + (long) lane * Sha256Digest.BYTES + (long) i * Integer.BYTES;
          target.set(BIG_ENDIAN_WORD, at, hashes[lane][i]);
        }
      }
    }

    private void compress(int[] hash, MemorySegment source, long offset) {
      // 1. Prepare the message schedule.
      for (int t = 0; t < 16; t++) {
        w[t] = source.get(BIG_ENDIAN_WORD, offset + (long) t * Integer.BYTES);
      }
      for (int t = 16; t < ROUNDS; t++) {
        w[t] = smallSigma1(w[t - 2]) + w[t - 7] + smallSigma0(w[t - 15]) + w[t - 16];
      }

      // 2. Initialise the eight working variables with the previous hash value.
      int a = hash[0];
      int b = hash[1];
      int c = hash[2];
      int d = hash[3];
      int e = hash[4];
      int f = hash[5];
      int g = hash[6];
      int h = hash[7];

      // 3. The rounds.
      for (int t = 0; t < ROUNDS; t++) {
        int t1 = h + bigSigma1(e) + ch(e, f, g) + Sha256Constants.k(t) + w[t];
        int t2 = bigSigma0(a) + maj(a, b, c);
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
      }

      // 4. Compute the intermediate hash value.
      hash[0] += a;
      hash[1] += b;
      hash[2] += c;
      hash[3] += d;
      hash[4] += e;
      hash[5] += f;
      hash[6] += g;
      hash[7] += h;
    }

    // FIPS 180-4 §4.1.2, equations 4.2 to 4.7.

    private static int ch(int x, int y, int z) {
      return (x & y) ^ (~x & z);
    }

    private static int maj(int x, int y, int z) {
      return (x & y) ^ (x & z) ^ (y & z);
    }

    private static int bigSigma0(int x) {
      return rotateRight(x, 2) ^ rotateRight(x, 13) ^ rotateRight(x, 22);
    }

    private static int bigSigma1(int x) {
      return rotateRight(x, 6) ^ rotateRight(x, 11) ^ rotateRight(x, 25);
    }

    private static int smallSigma0(int x) {
      return rotateRight(x, 7) ^ rotateRight(x, 18) ^ (x >>> 3);
    }

    private static int smallSigma1(int x) {
      return rotateRight(x, 17) ^ rotateRight(x, 19) ^ (x >>> 10);
    }

    @Override
    public void close() {
      for (int[] hash : hashes) {
        Arrays.fill(hash, 0);
      }
      Arrays.fill(w, 0);
      stage.fill((byte) 0);
    }
  }
}
