@NullMarked
package io.github.lanewise.sample.blobs;

import org.jspecify.annotations.NullMarked;
