/** Uploads, hashed on the way to the disk and kept under their content address. */
@NullMarked
package io.github.lanewise.sample.blobs;

import org.jspecify.annotations.NullMarked;
