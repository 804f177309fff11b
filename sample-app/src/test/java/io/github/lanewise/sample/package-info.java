@NullMarked
package io.github.lanewise.sample;

import org.jspecify.annotations.NullMarked;
