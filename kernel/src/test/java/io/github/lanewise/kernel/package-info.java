@NullMarked
package io.github.lanewise.kernel;

import org.jspecify.annotations.NullMarked;
