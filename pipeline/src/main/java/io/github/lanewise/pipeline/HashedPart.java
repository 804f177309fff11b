package io.github.lanewise.pipeline;

import io.github.lanewise.kernel.sha256.Sha256Midstate;

/**
 * A payload of a message that may be interrupted: see {@link HashingPipeline#parts}.
 *
 * @param payload to be released by whoever receives it
 * @param after where the hash stands behind it: whoever has kept the message up to here can go on
 *     from this
 */
public record HashedPart<B>(B payload, Sha256Midstate after) {}
