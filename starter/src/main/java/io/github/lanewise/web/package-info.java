/**
 * Bodies over HTTP: the buffers of WebFlux as payloads of a pipeline, bodies that are hashed while
 * they are read, digest fields (RFC 9530) and signatures of responses (RFC 9421), on server and
 * client.
 *
 * <p>Buffers are handed over, never shared: whoever subscribes a body releases what it gets. In
 * this package nothing is left to {@code then()} and its like to ignore, since Spring sets a
 * discard hook within a response, and an element that was released already would be released twice.
 *
 * @since 0.1
 */
@NullMarked
package io.github.lanewise.web;

import org.jspecify.annotations.NullMarked;
