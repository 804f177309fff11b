package io.github.lanewise.web;

/**
 * How responses get their digests.
 *
 * @param digests which responses
 * @param bufferBytes how many bytes of a body are held back until its digest is known, not negative
 * @param trailers whether a longer body has its digest in trailers, for clients that take them
 * @param coded whether the server applies content codings of its own to what is written
 */
public record ResponseDigestOptions(
    ResponseDigests digests, long bufferBytes, boolean trailers, boolean coded) {

  /**
   * Checks the number of bytes.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public ResponseDigestOptions {
    if (bufferBytes < 0) {
      throw new IllegalArgumentException("bufferBytes must not be negative, was " + bufferBytes);
    }
  }
}
