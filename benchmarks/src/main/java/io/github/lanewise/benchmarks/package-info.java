/**
 * Benchmarks. Each first checks that what it times is right, then times it and its peers in turn, a
 * batch of the one and a batch of the other, so that a ratio stands on both having met the same
 * moments of a machine that others use too. {@link io.github.lanewise.benchmarks.Harness} tells how
 * a further suite is made.
 */
@NullMarked
package io.github.lanewise.benchmarks;

import org.jspecify.annotations.NullMarked;
