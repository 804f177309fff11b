package io.github.lanewise.sample.dedup;

/**
 * Finds where the chunks of one stream end, as its bytes come. Confined to one thread at a time.
 */
interface Boundaries {

  /** The longest chunk. */
  int maxBytes();

  /**
   * Looks at the next bytes of the stream, up to the end of the chunk that is under way.
   *
   * @param from the first byte that was not looked at
   * @param to behind the last that is here
   * @return behind the last byte of the chunk, or -1 if it goes on beyond {@code to}
   */
  int next(byte[] bytes, int from, int to);
}
