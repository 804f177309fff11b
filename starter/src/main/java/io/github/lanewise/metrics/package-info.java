/** The counters of a pipeline as Micrometer meters. */
@NullMarked
package io.github.lanewise.metrics;

import org.jspecify.annotations.NullMarked;
