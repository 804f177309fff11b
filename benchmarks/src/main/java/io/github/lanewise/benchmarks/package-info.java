/**
 * Benchmarks. Each first checks that what it times is right, then times it and its peer in turn, a
 * batch of the one and a batch of the other, so that a ratio stands on both having met the same
 * moments of a machine that others use too.
 */
@NullMarked
package io.github.lanewise.benchmarks;

import org.jspecify.annotations.NullMarked;
