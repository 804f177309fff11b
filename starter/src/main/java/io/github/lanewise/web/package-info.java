/** The buffers of WebFlux as payloads of a pipeline. */
@NullMarked
package io.github.lanewise.web;

import org.jspecify.annotations.NullMarked;
