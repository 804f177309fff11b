/** The signing key's public half, and a key of our own where none is configured. */
@NullMarked
package io.github.lanewise.sample.keys;

import org.jspecify.annotations.NullMarked;
