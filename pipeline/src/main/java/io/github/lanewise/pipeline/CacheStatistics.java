package io.github.lanewise.pipeline;

/**
 * What the cache of recent hashes has saved; all 0 where it is off.
 *
 * @param hits messages whose digest was found
 * @param misses messages that were looked for in vain
 * @param savedBytes of the messages that did not have to be hashed
 * @param heldBytes of the messages that it holds now
 */
public record CacheStatistics(long hits, long misses, long savedBytes, long heldBytes) {

  CacheStatistics plus(CacheStatistics other) {
    return new CacheStatistics(
        hits + other.hits,
        misses + other.misses,
        savedBytes + other.savedBytes,
        heldBytes + other.heldBytes);
  }
}
