/**
 * The counters of a pipeline as Micrometer meters.
 *
 * @since 0.1
 */
@NullMarked
package io.github.lanewise.metrics;

import org.jspecify.annotations.NullMarked;
