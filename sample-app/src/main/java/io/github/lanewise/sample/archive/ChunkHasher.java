package io.github.lanewise.sample.archive;

import java.util.List;

/** A way to hash the chunks of several files. Confined to one thread. */
sealed interface ChunkHasher extends AutoCloseable permits PairHasher, LaneHasher {

  /** How many files it hashes at once. */
  int width();

  /**
   * Hashes what was read of each.
   *
   * @param files at most {@link #width()}, each with a chunk
   */
  void hash(List<OpenFile> files);

  /** The digest of a file whose last chunk was hashed. */
  byte[] digest(OpenFile file);

  @Override
  void close();
}
