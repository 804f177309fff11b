@NullMarked
package io.github.lanewise.sample.dedup;

import org.jspecify.annotations.NullMarked;
