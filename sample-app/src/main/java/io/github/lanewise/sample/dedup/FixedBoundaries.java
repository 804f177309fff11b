package io.github.lanewise.sample.dedup;

/** A boundary every so many bytes, wherever the stream has them. */
final class FixedBoundaries implements Boundaries {

  private final int chunkBytes;
  private int length;

  FixedBoundaries(int chunkBytes) {
    this.chunkBytes = chunkBytes;
  }

  @Override
  public int maxBytes() {
    return chunkBytes;
  }

  @Override
  public int next(byte[] bytes, int from, int to) {
    int left = chunkBytes - length;
    if (to - from < left) {
      length += to - from;
      return -1;
    }
    length = 0;
    return from + left;
  }
}
