package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Digest;

/**
 * What a window keeps of a record: see {@link RsaSigner#windows}.
 *
 * @param digest of the record
 * @param bytes how long the record is, which counts towards {@link WindowPolicy#maxBytes}; 0 where
 *     windows are not limited by it
 */
public record HashedRecord(Sha256Digest digest, long bytes) {

  /**
   * Checks the length.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public HashedRecord {
    if (bytes < 0) {
      throw new IllegalArgumentException("a record's bytes must not be negative, were " + bytes);
    }
  }
}
