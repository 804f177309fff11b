package io.github.lanewise.sample.archive;

import java.security.MessageDigest;
import java.util.List;

/**
 * {@link MessageDigest}, two files at a time on one core: a block of the one, a block of the other.
 *
 * <p>A block's rounds are a chain of dependent instructions, in which SHA-NI leaves most of the
 * core idle; the blocks of two messages depend on nothing of one another, and an out-of-order core
 * begins the second while it still waits for the first. Longer turns do not help, since a core
 * looks only some two hundred instructions ahead, which is about a block.
 */
final class PairHasher implements ChunkHasher {

  /** FIPS 180-4 §1: the block of SHA-256. */
  private static final int BLOCK_BYTES = 64;

  @Override
  public int width() {
    return 2;
  }

  @Override
  public void hash(List<OpenFile> files) {
    if (files.size() == 1) {
      hash(files.getFirst(), 0);
      return;
    }
    OpenFile first = files.getFirst();
    OpenFile second = files.get(1);
    int both = Math.min(first.length(), second.length()) & -BLOCK_BYTES;
    hash(first.digest(), first.chunk(), second.digest(), second.chunk(), both);
    hash(first, both);
    hash(second, both);
  }

  private static void hash(
      MessageDigest first, byte[] ofFirst, MessageDigest second, byte[] ofSecond, int bytes) {
    for (int i = 0; i < bytes; i += BLOCK_BYTES) {
      first.update(ofFirst, i, BLOCK_BYTES);
      second.update(ofSecond, i, BLOCK_BYTES);
    }
  }

  private static void hash(OpenFile file, int from) {
    file.digest().update(file.chunk(), from, file.length() - from);
  }

  @Override
  public byte[] digest(OpenFile file) {
    return file.digest().digest();
  }

  @Override
  public void close() {}
}
