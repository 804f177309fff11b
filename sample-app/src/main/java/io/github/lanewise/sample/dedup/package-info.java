/** Cuts streams into chunks that many of them share, and tells how to put them together again. */
@NullMarked
package io.github.lanewise.sample.dedup;

import org.jspecify.annotations.NullMarked;
