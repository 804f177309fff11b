package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Digest;

/**
 * One chunk of a stream.
 *
 * @param offset where it begins in the stream, in bytes
 * @param length its size in bytes: that of all chunks, but for the last, which may be shorter
 * @param digest of its bytes
 */
public record HashedChunk(long offset, int length, Sha256Digest digest) {}
