/**
 * Micrometer observations of whole streams and of signatures: spans where traces are collected,
 * timers where metrics are.
 *
 * @since 0.1
 */
@NullMarked
package io.github.lanewise.observation;

import org.jspecify.annotations.NullMarked;
