package io.github.lanewise.observation;

/**
 * A stream that is hashed as one message, from its subscription until its digest is there.
 *
 * @since 0.1
 */
public final class DigestObservationContext extends OperationObservationContext {}
