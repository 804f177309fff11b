/**
 * The buffers of WebFlux as payloads of a pipeline.
 *
 * @since 0.1
 */
@NullMarked
package io.github.lanewise.web;

import org.jspecify.annotations.NullMarked;
