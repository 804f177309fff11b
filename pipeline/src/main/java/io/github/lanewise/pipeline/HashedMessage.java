package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Digest;

/**
 * A message and its digest.
 *
 * @param message as it came; it belongs to the receiver now, who gives it back
 * @param digest of all its bytes
 * @param <B> the payload
 */
public record HashedMessage<B>(B message, Sha256Digest digest) {}
