@NullMarked
package io.github.lanewise.kernel.merkle;

import org.jspecify.annotations.NullMarked;
