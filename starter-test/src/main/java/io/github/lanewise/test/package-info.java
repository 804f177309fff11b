/**
 * Tests of an application's own code that hashes and signs: {@link
 * io.github.lanewise.test.LanewiseTest}.
 *
 * @since 0.1
 */
@NullMarked
package io.github.lanewise.test;

import org.jspecify.annotations.NullMarked;
