@NullMarked
package io.github.lanewise.sample.keys;

import org.jspecify.annotations.NullMarked;
