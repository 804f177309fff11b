@NullMarked
package io.github.lanewise.sample.logs;

import org.jspecify.annotations.NullMarked;
